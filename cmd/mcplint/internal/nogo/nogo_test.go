package nogo_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/mcprecovery/mcplint/analyzers"
	"github.com/mcprecovery/mcplint/cmd/mcplint/internal/nogo"
	"github.com/mcprecovery/mcplint/internal/casetest"
	"github.com/mcprecovery/mcplint/internal/corpus"
)

// Packages with more dependencies than this are left out: what they show of
// the driver, others show in a tenth of the time.
const most = 450

// load lists packages, apart from those that import too much.
func load(t *testing.T, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	all, err := packages.Load(&packages.Config{Mode: nogo.LoadMode, Dir: dir, Env: append(os.Environ(), "GOWORK=off")}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(all) > 0 {
		t.Fatalf("%v do not load", patterns)
	}
	return slices.DeleteFunc(all, func(p *packages.Package) bool {
		n := 0
		packages.Visit([]*packages.Package{p}, nil, func(*packages.Package) { n++ })
		return n > most
	})
}

// below names files as a sandbox does: relative to dir.
func below(dir string) func(string) string {
	return func(file string) string {
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			return rel
		}
		return filepath.Base(file)
	}
}

// What is suppressed elsewhere is suppressed here.
func TestSuppressed(t *testing.T) {
	dir := corpus.Suppressed(t)
	d := nogo.Driver{Analyzers: analyzers.All(), Name: below(dir)}
	got, _, err := d.Run(load(t, dir, "./..."))
	if err != nil {
		t.Fatal(err)
	}
	corpus.CheckSuppressed(t, dir, got)
}

// The corpus gives the same findings under nogo's contract, and the same facts
// every time, byte for byte.
func TestCorpus(t *testing.T) {
	dir := filepath.Join(casetest.Root(t), "testdata", "src")
	patterns, _ := corpus.Patterns(t, dir)
	roots := load(t, dir, patterns...)
	name := below(dir)
	covered := map[string]bool{}
	for _, p := range roots {
		for _, file := range p.CompiledGoFiles {
			covered[name(file)] = true
		}
	}
	t.Logf("%d packages", len(roots))
	casetest.Settings(t, "-with="+corpus.With())
	d := nogo.Driver{Analyzers: analyzers.All(), Name: name}
	got, facts, err := d.Run(roots)
	if err != nil {
		t.Fatal(err)
	}
	corpus.CheckFiles(t, dir, got, func(name string) bool { return covered[name] })
	if len(got) < 300 {
		t.Errorf("only %d findings", len(got))
	}

	// Neither the order of the analyzers nor that of a map shows.
	slices.Reverse(d.Analyzers)
	var some []*packages.Package
	for i := 0; i < len(roots); i += 4 {
		some = append(some, roots[i])
	}
	again, same, err := d.Run(some)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range again {
		if !slices.Contains(got, line) {
			t.Errorf("only the second time: %s", line)
		}
	}
	total := 0
	for pkg, data := range same {
		total += len(data)
		if data := facts[pkg]; !bytes.Equal(data, same[pkg]) {
			t.Errorf("the facts of %s differ: %d bytes, then %d", pkg, len(data), len(same[pkg]))
		}
		// A path of this machine in a fact would defeat shared caches.
		if bytes.Contains(data, []byte(filepath.ToSlash(dir))) || strings.Contains(string(data), os.TempDir()+"/") {
			t.Errorf("the facts of %s hold a path of this machine", pkg)
		}
	}
	if total == 0 {
		t.Error("there are no facts")
	}
}
