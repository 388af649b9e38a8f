package casetest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/mcprecovery/mcplint"

// Root returns the directory of the repository: the nearest one upwards whose
// go.mod is that of mcplint.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && slices.Contains(strings.Split(string(text), "\n"), "module "+module) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("no directory upwards has the go.mod of %s", module)
		}
		dir = filepath.Dir(dir)
	}
}

func corpus(t testing.TB) string {
	t.Helper()
	return filepath.Join(Root(t), "testdata", "src")
}

// load loads the packages of the module in dir. It fails the test if a
// pattern or a directory of Go files yields no package, or if a package does
// not compile.
func load(t testing.TB, dir string, patterns []string, overlay map[string][]byte) []*packages.Package {
	t.Helper()
	pkgs := query(t, dir, patterns, overlay, "off")
	if lacksModules(pkgs) {
		// The go command locks the module cache: tests that get here at the
		// same time download every module once.
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go mod download in %s: %v\n%s", dir, err, out)
		}
		pkgs = query(t, dir, patterns, overlay, "off")
	}
	failed := false
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			failed = true
			t.Errorf("loading %s: %v", p.ID, err)
		}
	})
	if failed {
		t.FailNow()
	}
	checkComplete(t, dir, patterns, pkgs)
	return pkgs
}

func query(t testing.TB, dir string, patterns []string, overlay map[string][]byte, proxy string) []*packages.Package {
	t.Helper()
	var rel []string
	for _, p := range patterns {
		rel = append(rel, "./"+p)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule,
		Dir:  dir,
		Env: append(os.Environ(), "GO111MODULE=on", "GOWORK=off", "GOPROXY="+proxy,
			"GOFLAGS="), // those of the outer build do not concern the corpus
		Tests:   true,
		Overlay: overlay,
	}, rel...)
	if err != nil {
		t.Fatalf("loading %s: %v", strings.Join(patterns, " "), err)
	}
	// The main functions that go test generates are no cases.
	return slices.DeleteFunc(pkgs, func(p *packages.Package) bool {
		return strings.HasSuffix(p.ID, ".test")
	})
}

// lacksModules reports whether the go command could not list a package, which
// is what a module that is not in the cache looks like.
func lacksModules(pkgs []*packages.Package) bool {
	lacks := false
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			lacks = lacks || err.Kind == packages.ListError
		}
	})
	return lacks
}

// checkComplete fails the test if a directory that holds Go files yields no
// package: a nested module, or files that are all excluded.
func checkComplete(t testing.TB, dir string, patterns []string, pkgs []*packages.Package) {
	t.Helper()
	have := make(map[string]bool)
	for _, p := range pkgs {
		for _, f := range p.GoFiles {
			have[filepath.Dir(f)] = true
		}
	}
	for _, pattern := range patterns {
		base, below := strings.CutSuffix(pattern, "...")
		base = filepath.Join(dir, filepath.FromSlash(base))
		found := false
		err := filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && path != base && (!below || hidden(d.Name())):
				return fs.SkipDir
			case d.IsDir() && have[path]:
				found = true
			case !d.IsDir() && d.Name() == "go.mod" && filepath.Dir(path) != dir:
				t.Errorf("%s: a nested module is not part of %s", path, pattern)
			case !d.IsDir() && filepath.Ext(path) == ".go" && !have[filepath.Dir(path)]:
				t.Errorf("%s: its directory yields no package", path)
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if !found {
			t.Errorf("pattern %s yields no package in %s", pattern, dir)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

func hidden(name string) bool {
	return name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")
}
