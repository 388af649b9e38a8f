package main_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// The output is the same bytes in whatever directory the module lies, however
// many packages are analysed at once, and in whatever order they are named.
func TestSameAnywhere(t *testing.T) {
	archive := wrapped + `
-- other/other.go --
package other

import (
	"context"

	"example.com/wrapped/lib"
)

// mcplint:read "docs"
const tool = "book_room"

func Book(ctx context.Context, d *lib.Desk) (err error) {
	for range 3 {
		if err = d.Call(ctx, tool, nil); err == nil {
			return nil
		}
	}
	return err
}
`
	first := make(map[string]result)
	for i, run := range []struct {
		procs    string
		patterns []string
	}{
		{"1", []string{"./..."}},
		{"4", []string{"./use", "./other", "./lib"}},
		{"4", []string{"./other", "./lib", "./use", "./other"}},
		{"1", []string{"./lib", "./use", "./other"}},
	} {
		dir := write(t, archive)
		env := []string{"GOMAXPROCS=" + run.procs, "MCPLINT_CACHE=" + filepath.Join(t.TempDir(), "cache")}
		for _, format := range []string{"text", "json", "sarif", "gitlab"} {
			r := command(t, dir, env, binary, append([]string{"-format=" + format}, run.patterns...)...)
			expect(t, r, 1, "!"+dir, "use.go")
			if format == "text" && strings.Count(r.stdout, "retrywrite: ") != 2 {
				t.Error("the findings are not those of the two clients")
			}
			if i == 0 {
				first[format] = r
			} else if r != first[format] {
				t.Errorf("%s of run %d differs from the first:\n%s", format, i, first[format].stdout)
			}
		}
	}
}
