package standalone

import (
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// ignored knows which Go files of a directory the build tags exclude: honnef's
// runner does not tell the analyzers.
type ignored struct {
	ctx  build.Context
	mu   sync.Mutex
	dirs map[string][]string // every analyzer asks for each directory
}

// newIgnored takes the tags of the flag, or those that GOFLAGS gives the go
// command if there are none.
func newIgnored(tags string) *ignored {
	i := &ignored{ctx: build.Default, dirs: make(map[string][]string)}
	if tags == "" {
		tags = tagsOf(os.Getenv("GOFLAGS"))
	}
	i.ctx.BuildTags = strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' })
	return i
}

// tagsOf returns the value of -tags in the text of GOFLAGS, the last one as the
// go command does. An entry may be quoted as a whole.
func tagsOf(goflags string) string {
	tags := ""
	for _, f := range strings.Fields(goflags) {
		name, value, _ := strings.Cut(strings.Trim(f, `'"`), "=")
		if strings.TrimLeft(name, "-") == "tags" {
			tags = value
		}
	}
	return tags
}

// files returns the ignored files of a directory. What cannot be read is none.
func (i *ignored) files(dir string) []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	out, ok := i.dirs[dir]
	if ok {
		return out
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" {
			continue
		}
		if ok, err := i.ctx.MatchFile(dir, e.Name()); err == nil && !ok {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	i.dirs[dir] = out
	return out
}
