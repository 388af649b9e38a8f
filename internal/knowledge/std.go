package knowledge

import (
	"strings"
	"sync"
)

//go:generate go run ./genstd

// IsStd reports whether path is the import path of a package of the standard
// library, of those that only it can import too. It goes by a list and not by
// files, which a build system need not have where GOROOT says.
func IsStd(path string) bool {
	if strings.Contains(path, "[") {
		path = strip(path)
	}
	if stdPackages()[path] {
		return true
	}
	if strings.HasPrefix(path, "internal/") || strings.HasPrefix(path, "vendor/golang.org/x/") {
		return true
	}
	parent, _, ok := strings.Cut(path, "/internal/")
	if !ok {
		parent, ok = strings.CutSuffix(path, "/internal")
	}
	return ok && stdParents()[parent]
}

// stdParents holds the standard packages and the directories above them.
var stdParents = sync.OnceValue(func() map[string]bool {
	m := make(map[string]bool)
	for p := range stdPackages() {
		for p != "" && !m[p] {
			m[p] = true
			i := strings.LastIndexByte(p, '/')
			if i < 0 {
				break
			}
			p = p[:i]
		}
	}
	return m
})
