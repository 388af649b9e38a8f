// Package mcplint_test tests the repository as a whole.
package mcplint_test

import (
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/mcprecovery/mcplint/internal/nested"
)

// Modules below a testdata directory are material for analysis: their tests,
// if any, are cases too and need not end or pass. These are the exceptions.
var executed = []string{"testdata/truth"}

// TestNestedModules runs the tests of the nested modules, but for those that
// take long: the package around such a module has a file nested_test.go, which
// runs them in its own time. (The go command ends the tests of a package after
// ten minutes.)
func TestNestedModules(t *testing.T) {
	modules := nestedModules(t)
	for _, dir := range executed {
		if !slices.Contains(modules, dir) {
			t.Errorf("%s is no module any more", dir)
		}
	}
	for _, dir := range modules {
		if _, err := os.Stat(path.Join(path.Dir(dir), "nested_test.go")); err == nil && path.Dir(dir) != "." {
			continue
		}
		t.Run(dir, func(t *testing.T) { nested.Test(t, ".", dir) })
	}
}

// nestedModules lists the directories of the modules whose tests are to run,
// relative to the root and with slashes.
func nestedModules(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for name := range files(t) {
		dir, isModule := strings.CutSuffix(name, "/go.mod")
		if isModule && (!underTestdata(dir) || slices.Contains(executed, dir)) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

func files(t *testing.T) iter.Seq[string] {
	t.Helper()
	return nested.Files(t, ".")
}

func underTestdata(dir string) bool {
	return slices.Contains(strings.Split(dir, "/"), "testdata")
}
