package retrywrite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/mcprecovery/mcplint/internal/effect"
)

// fix returns the fix of a finding, if there is one that takes away the
// repetition and changes nothing else.
func (c checker) fix(pass *analysis.Pass, rep effect.Repetition) *analysis.SuggestedFix {
	f := fixer{checker: c, pass: pass, rep: rep}
	switch rep.How {
	case effect.Library:
		return f.permanent()
	case effect.Second:
		return f.giveUp()
	case effect.Job:
		return f.oneAttempt()
	}
	return nil
}

type fixer struct {
	checker
	pass *analysis.Pass
	rep  effect.Repetition
}

// path returns the syntax that encloses pos, innermost first.
func (f fixer) path(pos token.Pos) []ast.Node {
	for _, file := range f.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			path, _ := astutil.PathEnclosingInterval(file, pos, pos+1)
			return path
		}
	}
	return nil
}

// call returns the call expression that an SSA call at pos was made from.
func (f fixer) call(pos token.Pos) (*ast.CallExpr, []ast.Node) {
	path := f.path(pos)
	for i, n := range path {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == pos {
			return call, path[i+1:]
		}
	}
	return nil, nil
}

// uses counts the uses of obj in this package.
func (f fixer) uses(obj types.Object) int {
	n := 0
	for _, used := range f.pass.TypesInfo.Uses {
		if used == obj {
			n++
		}
	}
	return n
}

// object returns the variable that an identifier defines or uses.
func (f fixer) object(e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	return f.pass.TypesInfo.ObjectOf(id)
}
