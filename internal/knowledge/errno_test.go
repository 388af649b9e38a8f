package knowledge

import (
	"errors"
	"go/ast"
	"go/build"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestErrno compares the values of the table with those of package syscall on
// every system, where each name must have a value of its own in the table.
func TestErrno(t *testing.T) {
	for _, system := range []string{
		"linux/amd64", "linux/arm64", "linux/mips64", "linux/mipsle", "linux/ppc64le", "linux/riscv64", "linux/s390x",
		"darwin/arm64", "freebsd/amd64", "netbsd/amd64", "openbsd/amd64", "dragonfly/amd64",
		"solaris/amd64", "illumos/amd64", "windows/amd64", "js/wasm",
	} {
		pkg := syscallOf(t, system)
		for name, want := range errnoMatches() {
			c, ok := pkg.Scope().Lookup(name).(*types.Const)
			if !ok {
				t.Errorf("%s: package syscall has no %s", system, name)
				continue
			}
			v, _ := constant.Int64Val(constant.ToInt(c.Val()))
			if !slices.Contains(errnoValues()[name], int(v)) {
				t.Errorf("%s: %s is %d, which is not in the table", system, name, v)
			}
			if got, _ := Errno(int(v)); got != want {
				t.Errorf("%s: Errno(%d) does not read as %s", system, v, name)
			}
		}
	}
	if _, ok := Errno(2); ok {
		t.Error("ENOENT is known")
	}
}

// syscallOf type-checks the declarations of package syscall for a system.
func syscallOf(t *testing.T, system string) *types.Package {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, _ = strings.Cut(system, "/")
	ctx.CgoEnabled = false
	bp, err := ctx.ImportDir(filepath.Join(strings.TrimSpace(string(out)), "src", "syscall"), 0)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range bp.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(bp.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	conf := types.Config{
		IgnoreFuncBodies: true,
		Importer:         noImports{}, // the constants need none
		Error:            func(error) {},
	}
	pkg, _ := conf.Check("syscall", fset, files, nil)
	return pkg
}

type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not imported") }
