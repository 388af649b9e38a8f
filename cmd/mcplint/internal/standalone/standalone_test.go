package standalone_test

import (
	"errors"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/finding"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/guard"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/standalone"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

const module = `
-- go.mod --
module example.com/top

go 1.24
-- top.go --
package top

import _ "example.com/top/lib"

func Top() {}
-- top_test.go --
package top

func inTest() {}
-- lib/lib.go --
package lib

func Lib() {}
`

// setup writes the module, and gives the test a cache of its own.
func setup(t *testing.T) string {
	t.Helper()
	t.Setenv(standalone.CacheVar, filepath.Join(t.TempDir(), "cache"))
	t.Setenv("GOWORK", "off")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(module)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

type fact struct{ Path string }

func (*fact) AFact() {}

// analyzers returns a rule that reports every function, and a producer of
// facts that it needs, which calls fails for every package.
func analyzers(fails func(pkg string) error) []*analysis.Analyzer {
	facts := &analysis.Analyzer{
		Name: "facts", Doc: "facts", FactTypes: []analysis.Fact{(*fact)(nil)},
		Run: func(pass *analysis.Pass) (any, error) {
			pass.ExportPackageFact(&fact{pass.Pkg.Path()})
			return nil, fails(pass.Pkg.Path())
		},
	}
	rule := &analysis.Analyzer{
		Name: "rule", Doc: "rule", Requires: []*analysis.Analyzer{facts},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.Files {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok {
						// The message tells how much of the package is seen.
						pass.Reportf(fn.Pos(), "%s, of %d files", fn.Name.Name, len(pass.Files))
					}
				}
			}
			return nil, nil
		},
	}
	return []*analysis.Analyzer{rule}
}

func run(t *testing.T, dir string, as []*analysis.Analyzer, patterns ...string) *finding.Report {
	t.Helper()
	g := new(guard.Guard)
	g.Install(as)
	r, err := standalone.Run(standalone.Options{Dir: dir, Patterns: patterns, Tests: true, Analyzers: as, Guard: g})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func summary(r *finding.Report, dir string) string {
	var b strings.Builder
	for _, f := range r.Findings {
		rel, _ := filepath.Rel(dir, f.Pos.File)
		fmt.Fprintf(&b, "%s:%d %s %s\n", filepath.ToSlash(rel), f.Pos.Line, f.Package, f.Message)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "%s %s\n", p.Kind, p.Message)
	}
	return b.String()
}

// The test variant of a package sees more files and words the finding
// otherwise; it is the same finding.
func TestVariants(t *testing.T) {
	dir := setup(t)
	never := func(string) error { return nil }
	want := "lib/lib.go:3 example.com/top/lib Lib, of 1 files\n" +
		"top.go:5 example.com/top Top, of 1 files\n" +
		"top_test.go:3 example.com/top inTest, of 2 files\n"
	for range 2 { // cold and warm
		if got := summary(run(t, dir, analyzers(never), "./..."), dir); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}

// A dependency without facts is not analysed, nor is what imports it and has
// none either; the package that was asked for is, whatever it is. All goes on as
// before in a second run.
func TestFactless(t *testing.T) {
	dir := setup(t)
	imports := "package lib\n\nimport _ \"net/http\"\n\nfunc Lib() {}\n"
	if err := os.WriteFile(filepath.Join(dir, "lib", "lib.go"), []byte(imports), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		factless func(string) bool
		pattern  string
		want     []string // among those that are asked about
	}{
		{nil, ".", []string{"errors", "example.com/top/lib", "net/http"}},
		{knowledge.IsStd, ".", []string{"example.com/top/lib"}},
		{knowledge.IsStd, ".", nil}, // from the cache
		{knowledge.IsStd, "net/http", []string{"net/http"}},
		// errors imports what has facts.
		{func(pkg string) bool { return pkg == "errors" }, "./lib", []string{"errors", "example.com/top/lib", "net/http"}},
	} {
		t.Setenv(standalone.CacheVar, filepath.Join(dir, fmt.Sprint("cache", run.factless == nil, run.pattern)))
		var mu sync.Mutex
		got := make(map[string]bool)
		as := analyzers(func(pkg string) error {
			mu.Lock()
			defer mu.Unlock()
			got[pkg] = true
			return nil
		})
		g := new(guard.Guard)
		g.Install(as)
		r, err := standalone.Run(standalone.Options{Dir: dir, Patterns: []string{run.pattern}, Analyzers: as, Guard: g, Factless: run.factless})
		if err != nil || len(r.Problems) > 0 {
			t.Fatal(err, r)
		}
		maps.DeleteFunc(got, func(pkg string, _ bool) bool {
			return pkg != "errors" && pkg != "net/http" && pkg != "example.com/top/lib"
		})
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, run.want) {
			t.Errorf("%s: analysed %q, want %q", run.pattern, names, run.want)
		}
	}
}

// An analyzer that fails, in a package or in one that is only imported, is a
// problem in every run, and the rest is analysed.
func TestIncidents(t *testing.T) {
	for name, fails := range map[string]func(pkg string) error{
		"error": func(pkg string) error {
			if pkg == "example.com/top/lib" {
				return errors.New("out of luck")
			}
			return nil
		},
		"panic": func(pkg string) error {
			if pkg == "example.com/top/lib" {
				panic("out of luck")
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := setup(t)
			for _, pattern := range []string{".", ".", "./...", "./..."} {
				got := summary(run(t, dir, analyzers(fails), pattern), dir)
				if !strings.Contains(got, "top.go:5 example.com/top Top") {
					t.Errorf("%s: the finding is lost\n%s", pattern, got)
				}
				if n := strings.Count(got, "incident facts failed in package example.com/top/lib: "); n != 1 || !strings.Contains(got, "out of luck") {
					t.Errorf("%s: want one incident\n%s", pattern, got)
				}
			}
			// Once it is mended, nothing of it is left.
			mended := summary(run(t, dir, analyzers(func(string) error { return nil }), "./..."), dir)
			if strings.Contains(mended, "incident") {
				t.Error(mended)
			}
		})
	}
}

func TestMeasure(t *testing.T) {
	dir := setup(t)
	as := analyzers(func(string) error { return nil })
	g := new(guard.Guard)
	g.Install(as)
	var mu sync.Mutex
	measured := map[string]bool{}
	_, err := standalone.Run(standalone.Options{
		Dir: dir, Patterns: []string{"."}, Tests: true, Analyzers: as, Guard: g,
		Measure: func(analyzer, pkg string, _ time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			measured[analyzer+" "+pkg] = true
		},
		Progress: func(done, total int) {
			if done > total {
				t.Errorf("%d of %d packages", done, total)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"rule example.com/top", "facts example.com/top/lib", "rule example.com/top [example.com/top.test]"} {
		if !measured[want] {
			t.Errorf("not measured: %s", want)
		}
	}
}

func TestNoDirectory(t *testing.T) {
	as := analyzers(func(string) error { return nil })
	for _, dir := range []string{filepath.Join(t.TempDir(), "nowhere"), os.Args[0]} {
		if _, err := standalone.Run(standalone.Options{Dir: dir, Analyzers: as, Guard: new(guard.Guard)}); err == nil {
			t.Errorf("%s: no error", dir)
		}
	}
}
