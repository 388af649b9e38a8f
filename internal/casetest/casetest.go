// Package casetest runs an analyzer over the case corpus, testdata/src: one
// Go module on the real SDKs, whose // want comments say what is reported.
//
// x/tools' analysistest would not do: it wants the go.mod in the very
// directory it is given, never downloads a module, is content with packages
// that do not compile, passes over directories that yield no package, and
// takes a fact without a // want as an error, so that two analyzers could not
// share a case.
package casetest

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

// Run applies the analyzer to the packages of the corpus that the patterns
// name, relative to testdata/src ("retrywrite/..."), and compares the
// diagnostics with the // want comments, which are those of analysistest:
//
//	code() // want "regexp" `regexp`
//	type T int // want +2 "two lines below" T:"a fact of T"
//
// Facts are compared only if the analyzer has fact types, and only those that
// a comment asks for.
//
// Every file below a pattern must belong to a package, and every package must
// compile.
func Run(t testing.TB, a *analysis.Analyzer, patterns ...string) {
	t.Helper()
	run(t, corpus(t), a, patterns)
}

// RunFlags is Run with settings, given as arguments of the command line:
// "-strict", "-read=get_*". It must not run in parallel with other tests.
func RunFlags(t testing.TB, a *analysis.Analyzer, args []string, patterns ...string) {
	t.Helper()
	Settings(t, args...)
	run(t, corpus(t), a, patterns)
}

// Settings sets settings for the duration of the test.
func Settings(t testing.TB, args ...string) {
	t.Helper()
	old := mcplintconfig.Current
	t.Cleanup(func() { mcplintconfig.Current = old })
	mcplintconfig.Current = mcplintconfig.Settings{}
	fs := flag.NewFlagSet("settings", flag.ContinueOnError)
	mcplintconfig.Bind(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
}

// RunWithFixes is Run for one pattern, and then applies the fixes: every file
// that they change must equal its .golden file, the result must compile, and
// the analyzer must report the findings that had no fix and nothing else. With
// the flag -casetest.update the golden files are written instead.
func RunWithFixes(t testing.TB, a *analysis.Analyzer, pattern string) {
	t.Helper()
	dir := corpus(t)
	acts := run(t, dir, a, []string{pattern})
	checkFixes(t, dir, a, pattern, acts)
}

// run loads, analyses and compares. It returns the actions of the analyzer.
func run(t testing.TB, dir string, a *analysis.Analyzer, patterns []string) []*checker.Action {
	t.Helper()
	pkgs := load(t, dir, patterns, nil)
	acts := analyze(t, a, pkgs)
	for _, act := range acts {
		compare(t, dir, act)
	}
	return acts
}

// analyze runs the analyzer and fails on errors and incidents.
func analyze(t testing.TB, a *analysis.Analyzer, pkgs []*packages.Package) []*checker.Action {
	t.Helper()
	// SanityCheck would encode every fact anew for every package that imports
	// it. That facts survive is seen by go vet in the test of the corpus, and
	// by TestFacts of the engine.
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := false
	for act := range graph.All() {
		if act.Err != nil {
			failed = true
			t.Errorf("%v: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			if d.Category == report.IncidentCategory {
				failed = true
				t.Errorf("%s: %s", act.Package.Fset.Position(d.Pos), d.Message)
			}
		}
	}
	if failed {
		t.FailNow()
	}
	slices.SortFunc(graph.Roots, func(x, y *checker.Action) int {
		return strings.Compare(x.Package.ID, y.Package.ID)
	})
	return graph.Roots
}

// Facts returns what the analyzer knows of the objects of the packages that
// the patterns name: "pkg.Name: fact", sorted, those of packages as "pkg: fact".
func Facts(t testing.TB, a *analysis.Analyzer, patterns ...string) []string {
	t.Helper()
	var out []string
	for _, act := range analyze(t, a, load(t, corpus(t), patterns, nil)) {
		for _, f := range act.AllObjectFacts() {
			if f.Object.Pkg() == act.Package.Types {
				out = append(out, fmt.Sprintf("%s.%s: %v", act.Package.PkgPath, f.Object.Name(), f.Fact))
			}
		}
		for _, f := range act.AllPackageFacts() {
			if f.Package == act.Package.Types {
				out = append(out, fmt.Sprintf("%s: %v", act.Package.PkgPath, f.Fact))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
