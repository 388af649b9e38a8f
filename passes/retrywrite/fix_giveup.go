package retrywrite

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/edit"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// giveUp replaces "return f(…)", the second call, by returning the error of
// the first.
func (f fixer) giveUp() *analysis.SuggestedFix {
	second, around := f.call(f.rep.At.Pos())
	first, outside := f.call(f.rep.Site.Instr.Pos())
	if second == nil || first == nil || len(around) == 0 || len(outside) == 0 {
		return nil
	}
	ret, ok := around[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil // something is done with its results
	}
	as, ok := outside[0].(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) == 0 {
		return nil
	}
	obj := f.object(as.Lhs[len(as.Lhs)-1])
	if obj == nil || obj.Name() == "_" || !ssaval.IsError(obj.Type()) || !f.same(obj, as, ret) {
		return nil
	}
	sig := f.signature(around)
	if sig == nil || !ssaval.CanFail(sig) {
		return nil
	}
	if f.lastUse(second) {
		return nil // a variable would be left without a use
	}
	var results []string
	for i := range sig.Results().Len() - 1 {
		z, ok := zero(sig.Results().At(i).Type())
		if !ok {
			return nil
		}
		results = append(results, z)
	}
	results = append(results, obj.Name())
	return edit.Fix("Return the error instead of calling again",
		edit.Replace(second.Pos(), second.End(), strings.Join(results, ", ")))
}

// same reports whether obj, which the first call sets, is what its name means
// at the return, and is not set in between.
func (f fixer) same(obj types.Object, as *ast.AssignStmt, ret *ast.ReturnStmt) bool {
	scope := f.pass.Pkg.Scope().Innermost(ret.Pos())
	if scope == nil {
		return false
	}
	if _, found := scope.LookupParent(obj.Name(), ret.Pos()); found != obj {
		return false
	}
	set := false
	for _, file := range f.pass.Files {
		if file.FileStart > ret.Pos() || file.FileEnd < ret.Pos() {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && a.Pos() > as.End() && a.Pos() < ret.Pos() {
				for _, l := range a.Lhs {
					set = set || f.object(l) == obj
				}
			}
			return !set
		})
	}
	return !set
}

func (f fixer) signature(path []ast.Node) *types.Signature {
	for _, n := range path {
		var t types.Type
		switch n := n.(type) {
		case *ast.FuncLit:
			t = f.pass.TypesInfo.TypeOf(n)
		case *ast.FuncDecl:
			t = f.pass.TypesInfo.TypeOf(n.Name)
		default:
			continue
		}
		sig, _ := t.(*types.Signature)
		return sig
	}
	return nil
}

// lastUse reports whether a local variable is used in e only.
func (f fixer) lastUse(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := f.pass.TypesInfo.Uses[id].(*types.Var); ok && v.Kind() == types.LocalVar && f.uses(v) == 1 {
				found = true
			}
		}
		return !found
	})
	return found
}

// zero writes the zero value of a type, if it can be written without naming
// the type.
func zero(t types.Type) (string, bool) {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return "nil", true
	case *types.Interface:
		if _, param := t.(*types.TypeParam); param {
			return "", false
		}
		return "nil", true
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`, true
		case u.Info()&types.IsBoolean != 0:
			return "false", true
		case u.Info()&types.IsNumeric != 0:
			return "0", true
		}
	}
	return "", false
}
