// Package mcplint_test runs the tests of the modules nested in this one, which
// "go test ./..." leaves out by itself.
package mcplint_test

import (
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Modules below a testdata directory are material for analysis: their tests,
// if any, are cases too and need not end or pass. These are the exceptions.
var executed = []string{"testdata/truth"}

// elsewhere is tested by the package around it: with a build of golangci-lint,
// it takes longer than all others together.
const elsewhere = "analyzers/plugin/golangci"

func TestNestedModules(t *testing.T) {
	modules := slices.DeleteFunc(nestedModules(t), func(dir string) bool { return dir == elsewhere })
	for _, dir := range executed {
		if !slices.Contains(modules, dir) {
			t.Errorf("%s is no module any more", dir)
		}
	}
	for _, dir := range modules {
		t.Run(dir, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), "go", "test", "./...")
			cmd.Dir = filepath.FromSlash(dir)
			// A workspace would leave out, or resolve otherwise, what the
			// module requires by itself.
			cmd.Env = append(cmd.Environ(), "GOWORK=off")
			out, err := cmd.CombinedOutput()
			t.Logf("go test ./... in %s:\n%s", dir, out)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// nestedModules lists the directories of the modules whose tests are to run,
// relative to the root and with slashes.
func nestedModules(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for path := range files(t) {
		dir, isModule := strings.CutSuffix(path, "/go.mod")
		if isModule && (!underTestdata(dir) || slices.Contains(executed, dir)) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// files yields the files of the repository, relative to the root and with
// slashes, and opens each: the go command caches the result of a test under
// the files that the test itself opened, and does not see those that a nested
// go command reads.
func files(t *testing.T) iter.Seq[string] {
	t.Helper()
	return func(yield func(string) bool) {
		err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if hidden := strings.HasPrefix(d.Name(), ".") && path != "."; hidden {
					return fs.SkipDir
				}
				return nil
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			f.Close()
			if !yield(filepath.ToSlash(path)) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func underTestdata(dir string) bool {
	return slices.Contains(strings.Split(dir, "/"), "testdata")
}
