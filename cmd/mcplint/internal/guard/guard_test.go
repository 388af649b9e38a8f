package guard_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/guard"
	"github.com/mcprecovery/mcplint/internal/report"
)

const source = `package p

var a int
`

// A result is that of the prerequisite in these tests.
type prerequisite struct{}

// run runs a root and its prerequisite under a guard, as a driver would, and
// returns what the driver gets of the root.
func run(t *testing.T, g *guard.Guard, before, root func(*analysis.Pass) (any, error), facts ...analysis.PackageFact) []analysis.Diagnostic {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	dep := &analysis.Analyzer{Name: "dep", Doc: "dep", Run: before, ResultType: reflect.TypeFor[*prerequisite](),
		FactTypes: []analysis.Fact{(*report.Incident)(nil)}}
	top := &analysis.Analyzer{Name: "top", Doc: "top", Run: root, Requires: []*analysis.Analyzer{dep}}
	g.Install([]*analysis.Analyzer{top})

	var diags []analysis.Diagnostic
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage("example.com/p", "p"),
		AllPackageFacts:   func() []analysis.PackageFact { return facts },
		ExportPackageFact: func(f analysis.Fact) { facts = append(facts, analysis.PackageFact{Fact: f}) },
	}
	depPass := *pass
	depPass.Analyzer = dep
	depPass.Report = func(analysis.Diagnostic) {} // drivers drop it
	res, err := dep.Run(&depPass)
	if err != nil {
		t.Fatalf("the guard lets an error through: %v", err)
	}
	topPass := *pass
	topPass.Analyzer = top
	topPass.Report = func(d analysis.Diagnostic) { diags = append(diags, d) }
	topPass.ResultOf = map[*analysis.Analyzer]any{dep: res}
	if _, err := top.Run(&topPass); err != nil {
		t.Fatalf("the guard lets an error through: %v", err)
	}
	return diags
}

func nothing(*analysis.Pass) (any, error) { return (*prerequisite)(nil), nil }

func texts(diags []analysis.Diagnostic) []string {
	var out []string
	for _, d := range diags {
		out = append(out, d.Category+"|"+d.Message)
	}
	return out
}

func TestMessages(t *testing.T) {
	reports := func(pass *analysis.Pass) (any, error) {
		for _, d := range pass.Files[0].Decls {
			pass.Reportf(d.Pos(), "found")
		}
		return nil, nil
	}
	if got := texts(run(t, &guard.Guard{}, nothing, reports)); !slices.Equal(got, []string{"top|found"}) {
		t.Errorf("%q: want one", got)
	}
	if got := texts(run(t, &guard.Guard{Prefix: true}, nothing, reports)); !slices.Equal(got, []string{"top|top: found"}) {
		t.Errorf("%q: want the rule's name", got)
	}
}

func TestIncidents(t *testing.T) {
	const bug = "; this is a bug of mcplint, please report it"
	boom := func(*analysis.Pass) (any, error) { panic("boom") }
	fails := func(*analysis.Pass) (any, error) { return nil, errors.New("no") }
	own := func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: report.IncidentCategory, Message: "own"})
		return (*prerequisite)(nil), nil
	}
	needs := func(pass *analysis.Pass) (any, error) {
		for a, res := range pass.ResultOf {
			if _, ok := res.(*prerequisite); !ok {
				return nil, fmt.Errorf("result of %s is %T", a.Name, res)
			}
		}
		return nil, nil
	}
	for name, test := range map[string]struct {
		before, root func(*analysis.Pass) (any, error)
		want         []string
	}{
		"panic of a root":         {nothing, boom, []string{"top failed in package example.com/p: panic: boom" + bug}},
		"error of a root":         {nothing, fails, []string{"top failed in package example.com/p: no" + bug}},
		"panic of a prerequisite": {boom, needs, []string{"dep failed in package example.com/p: panic: boom" + bug}},
		"error of a prerequisite": {fails, needs, []string{"dep failed in package example.com/p: no" + bug}},
		"reported by a root":      {nothing, own, []string{"own"}},
		"reported by another":     {own, needs, []string{"own"}},
		"both":                    {boom, fails, []string{"dep failed in package example.com/p: panic: boom" + bug, "top failed in package example.com/p: no" + bug}},
	} {
		t.Run(name, func(t *testing.T) {
			var told []string
			g := &guard.Guard{OnIncident: func(in guard.Incident) {
				told = append(told, in.Message)
				if in.Package != "example.com/p" || in.Pos.Filename != "p.go" || in.Pos.Line != 1 {
					t.Errorf("incident %+v", in)
				}
			}}
			var got []string
			for _, d := range run(t, g, test.before, test.root) {
				if d.Category != report.IncidentCategory {
					t.Errorf("category %q", d.Category)
				}
				got = append(got, d.Message)
			}
			if !slices.Equal(got, test.want) || !slices.Equal(told, test.want) {
				t.Errorf("reported %q\ntold     %q\nwant     %q", got, told, test.want)
			}
		})
	}
}

// The incidents of dependencies arrive as facts, once for each package.
func TestImported(t *testing.T) {
	lib := analysis.PackageFact{
		Package: types.NewPackage("example.com/lib", "lib"),
		Fact:    &report.Incident{Analyzer: "dep", Package: "example.com/lib", Text: "boom"},
	}
	got := texts(run(t, &guard.Guard{Imported: true}, nothing, nothing, lib))
	if len(got) == 0 || !strings.Contains(got[0], "dep failed in the dependency example.com/lib: boom") {
		t.Errorf("%q", got)
	}
	if got := run(t, &guard.Guard{}, nothing, nothing, lib); got != nil {
		t.Errorf("reported although not asked to: %q", texts(got))
	}
}

// For its facts alone, a package needs no rule.
func TestFactsOnly(t *testing.T) {
	ran := 0
	counts := func(*analysis.Pass) (any, error) { ran++; return (*prerequisite)(nil), nil }
	if got := run(t, &guard.Guard{FactsOnly: true}, counts, counts); got != nil || ran != 1 {
		t.Errorf("%d analyzers ran, want the producer of facts; %q", ran, texts(got))
	}
}
