package mcplint_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinks checks that what the documentation links to in this repository is
// there.
func TestLinks(t *testing.T) {
	for file := range files(t) {
		if !strings.HasSuffix(file, ".md") || underTestdata(path.Dir(file)) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range markdownLink.FindAllStringSubmatch(string(text), -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.FromSlash(path.Join(path.Dir(file), target))); err != nil {
				t.Errorf("%s links to %s, which does not exist", file, target)
			}
		}
	}
}
