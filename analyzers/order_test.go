package analyzers_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcprecovery/mcplint/analyzers"
)

// TestOrder runs the analyzers of the suite one after the other, in the order
// of the table and in its reverse: what one finds must not depend on what
// another has asked the engine before it.
func TestOrder(t *testing.T) {
	var patterns []string
	for _, c := range analyzers.Checks() {
		patterns = append(patterns, "./"+c.Name()+"/gosdk", "./"+c.Name()+"/mcpgo")
	}
	patterns = slices.DeleteFunc(patterns, func(p string) bool {
		found, _ := filepath.Glob(filepath.Join("..", "testdata", "src", p, "*.go"))
		return len(found) == 0
	})
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: filepath.Join("..", "testdata", "src")}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the corpus does not load")
	}
	forward := found(t, analyzers.All(), pkgs)
	backward := analyzers.All()
	slices.Reverse(backward)
	if got := found(t, backward, pkgs); !slices.Equal(forward, got) {
		for _, f := range forward {
			if !slices.Contains(got, f) {
				t.Errorf("only in the order of the table: %s", f)
			}
		}
		for _, f := range got {
			if !slices.Contains(forward, f) {
				t.Errorf("only in the reverse order: %s", f)
			}
		}
	}
	if len(forward) < 50 {
		t.Errorf("only %d findings in %v", len(forward), patterns)
	}
}

// found returns what the analyzers report, sorted.
func found(t *testing.T, list []*analysis.Analyzer, pkgs []*packages.Package) []string {
	t.Helper()
	graph, err := checker.Analyze(list, pkgs, &checker.Options{Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatalf("%v: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			out = append(out, fmt.Sprintf("%s: %s: %s", act.Package.Fset.Position(d.Pos), act.Analyzer.Name, d.Message))
		}
	}
	slices.Sort(out)
	return out
}
