// Package lazyssa builds the SSA form of the package under analysis on
// demand.
//
// The buildssa analyzer of x/tools is not used because it requires ctrlflow,
// which produces facts: every analyzer that requires buildssa is then run, SSA
// construction included, on every dependency and on the standard library.
package lazyssa

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Package is the SSA form of one package.
type Package struct {
	SSA *ssa.Package
	// Funcs are the source functions, function literals included, in source
	// order. Generic functions appear once, uninstantiated.
	Funcs []*ssa.Function
}

// Build builds the SSA form of pass.Pkg. Only the package itself has bodies;
// its imports are known by their types.
func Build(pass *analysis.Pass) *Package {
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(func(fn *types.Func) bool { return knowledge.NeverReturns(knowledge.Name(fn)) })
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()

	out := &Package{SSA: pkg}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			if fn := prog.FuncValue(obj); fn != nil {
				out.add(fn)
			}
		}
	}
	// Package-level variables initialised with function literals put those
	// below the synthetic initialiser.
	if init := pkg.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			out.add(anon)
		}
	}
	return out
}

// WithInit returns the functions of a package and its initialiser, which sets
// its variables.
func WithInit(pkg *ssa.Package, funcs []*ssa.Function) []*ssa.Function {
	if init := pkg.Func("init"); init != nil {
		return append(funcs[:len(funcs):len(funcs)], init)
	}
	return funcs
}

func (p *Package) add(fn *ssa.Function) {
	p.Funcs = append(p.Funcs, fn)
	for _, anon := range fn.AnonFuncs {
		p.add(anon)
	}
}
