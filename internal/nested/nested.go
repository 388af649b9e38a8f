// Package nested runs the tests of modules inside this one: "go test ./..."
// leaves them out by itself.
package nested

import (
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Test runs the tests of packages, "./..." if there are none, of the module in
// dir, a directory relative to the root of the repository and with slashes.
// The root is relative to the directory of the test.
func Test(t *testing.T, root, dir string, packages ...string) {
	t.Helper()
	for range Files(t, root) { // the nested command reads them
	}
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"test"}, packages...)...)
	cmd.Dir = filepath.Join(root, filepath.FromSlash(dir))
	// A workspace would leave out, or resolve otherwise, what the module
	// requires by itself.
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	t.Logf("go test %s in %s:\n%s", strings.Join(packages, " "), dir, out)
	if err != nil {
		t.Error(err)
	}
}

// Files yields the files of the repository, relative to its root and with
// slashes, and opens each: the go command caches the result of a test under
// the files that the test itself opened, and does not see those that a command
// of the test reads.
func Files(t *testing.T, root string) iter.Seq[string] {
	t.Helper()
	return func(yield func(string) bool) {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if hidden := strings.HasPrefix(d.Name(), ".") && name != root; hidden {
					return fs.SkipDir
				}
				return nil
			}
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			f.Close()
			rel, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			if !yield(filepath.ToSlash(rel)) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
