package analyzers_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
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
	pkgs := loadBoth(t)
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
		t.Errorf("only %d findings", len(forward))
	}
}

// TestParallel runs the suite on many packages at once and on one after the
// other, and on the packages in another order: what is found, and the facts, must
// be the same.
func TestParallel(t *testing.T) {
	pkgs := slices.Clone(loadBoth(t))
	want := facts(analyse(t, analyzers.All(), pkgs, true))
	if len(want) < 200 {
		t.Errorf("only %d findings and facts", len(want))
	}
	for i, procs := range []int{1, 4} {
		old := runtime.GOMAXPROCS(procs)
		slices.Reverse(pkgs)
		got := facts(analyse(t, analyzers.All(), append(slices.Clone(pkgs[i:]), pkgs[:i]...), false))
		runtime.GOMAXPROCS(old)
		for j := range max(len(want), len(got)) {
			if j >= len(want) || j >= len(got) || want[j] != got[j] {
				t.Errorf("GOMAXPROCS=%d: %d findings and facts, in sequence %d; the first that differs is at %d", procs, len(got), len(want), j)
				break
			}
		}
	}
}

// facts returns what is reported and exported, sorted.
func facts(graph *checker.Graph) []string {
	out := diagnostics(graph)
	for act := range graph.All() {
		for _, f := range act.AllObjectFacts() {
			out = append(out, fmt.Sprintf("%v: %v: %s", act, f.Object, text(f.Fact)))
		}
		for _, f := range act.AllPackageFacts() {
			out = append(out, fmt.Sprintf("%v: %v: %s", act, f.Package.Path(), text(f.Fact)))
		}
	}
	slices.Sort(out)
	return out
}

// text is all that a fact says, as facts travel.
func text(fact analysis.Fact) string {
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(fact); err != nil {
		return err.Error() // as good as any text to compare
	}
	return fmt.Sprintf("%T %x", fact, out.Bytes())
}

// loadBoth loads the cases that stand on each of the two SDKs.
func loadBoth(t *testing.T) []*packages.Package {
	t.Helper()
	pkgs, err := bothOnce()
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the corpus does not load")
	}
	return pkgs
}

var bothOnce = sync.OnceValues(func() ([]*packages.Package, error) {
	var patterns []string
	for _, c := range analyzers.Checks() {
		patterns = append(patterns, "./"+c.Name()+"/gosdk", "./"+c.Name()+"/mcpgo")
	}
	patterns = slices.DeleteFunc(patterns, func(p string) bool {
		found, _ := filepath.Glob(filepath.Join("..", "testdata", "src", p, "*.go"))
		return len(found) == 0
	})
	return packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: filepath.Join("..", "testdata", "src")}, patterns...)
})

// found returns what the analyzers report, sorted.
func found(t *testing.T, list []*analysis.Analyzer, pkgs []*packages.Package) []string {
	t.Helper()
	return diagnostics(analyse(t, list, pkgs, true))
}

func analyse(t *testing.T, list []*analysis.Analyzer, pkgs []*packages.Package, sequential bool) *checker.Graph {
	t.Helper()
	graph, err := checker.Analyze(list, pkgs, &checker.Options{Sequential: sequential})
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatalf("%v: %v", act, act.Err)
		}
	}
	return graph
}

func diagnostics(graph *checker.Graph) []string {
	var out []string
	for _, act := range graph.Roots {
		for _, d := range act.Diagnostics {
			out = append(out, fmt.Sprintf("%s: %s: %s", act.Package.Fset.Position(d.Pos), act.Analyzer.Name, d.Message))
		}
	}
	slices.Sort(out)
	return out
}
