package knowledge

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// loaded returns the packages of the module of an older version, or of
// testdata/src, in which the tables have names.
func loaded(t *testing.T, dir string) map[string]*types.Package {
	t.Helper()
	loading.Lock()
	defer loading.Unlock()
	if pkgs, ok := cache[dir]; ok {
		return pkgs
	}
	paths := make(map[string]bool)
	for _, u := range uses() {
		if unloadedReason(u.name) == "" && older[u.name] == dir {
			paths[packagePath(u.name)] = true
		}
	}
	for _, p := range Probes {
		for _, sdk := range []string{"go-sdk", "mcp-go"} {
			if strings.HasPrefix(dir, sdk+"@") && strings.Contains(p.Package, "/"+sdk+"/") {
				paths[p.Package] = true
			}
		}
	}
	cache[dir] = loadPackages(t, dir, keys(paths))
	return cache[dir]
}

var (
	// loading keeps the loads apart: each needs a gigabyte while it lasts.
	loading sync.Mutex
	cache   = make(map[string]map[string]*types.Package)
)

// loadPackages type-checks packages in the module of an older version, or in
// testdata/src. It goes by the sources, without the bodies of functions:
// compiling all of these modules for their export data takes many minutes.
func loadPackages(t *testing.T, dir string, paths []string) map[string]*types.Package {
	t.Helper()
	root := filepath.Join("..", "..", "testdata", "src")
	if dir != "" {
		root = filepath.Join("..", "..", "testdata", "sdk", dir)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
		Dir: root,
		// The go command downloads what is missing.
		Env: append(os.Environ(), "GOFLAGS=-mod=readonly", "GOWORK=off", "CGO_ENABLED=0"),
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if f != nil {
				dropBodies(f)
			}
			return f, err
		},
	}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]*types.Package)
	for _, p := range pkgs {
		for _, err := range p.Errors {
			if err.Kind == packages.ListError || p.Types == nil {
				t.Errorf("loading %s: %v", p.ID, err)
			}
		}
		out[p.PkgPath] = p.Types
	}
	return out
}

// dropBodies empties the bodies of functions, so that nothing has to be
// checked there; imports that are then unused do not hurt.
func dropBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}
		}
	}
}
