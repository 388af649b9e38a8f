package freshkey

import (
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/astpath"
	"github.com/mcprecovery/mcplint/internal/edit"
	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// hoist moves a mint in front of what is executed again: the loop, or the
// statement that hands the func literal over.
func hoist(pass *analysis.Pass, k key, rep effect.Repetition) *analysis.SuggestedFix {
	if k.mint == nil {
		return nil
	}
	f := edit.In(pass, k.mint.Pos())
	path := astpath.At(pass.Files, k.mint.Pos())
	call, i := path.Call(k.mint.Pos())
	if f == nil || call == nil {
		return nil
	}
	expr, i := whole(pass.TypesInfo, path, i)
	if _, tuple := pass.TypesInfo.TypeOf(expr).(*types.Tuple); tuple || !constantArgs(pass.TypesInfo, expr) {
		return nil
	}
	var before ast.Stmt
	switch rep.How {
	case effect.Loop:
		before = loopAround(path, i, rep)
	case effect.Library, effect.Helper:
		before = handOver(path, i, rep)
	}
	if before == nil {
		return nil
	}
	var text strings.Builder
	if err := format.Node(&text, pass.Fset, expr); err != nil {
		return nil
	}
	name := f.FreshName(before.Pos(), "operationKey")
	insert, ok := f.InsertBefore(before, name+" := "+text.String())
	if !ok {
		return nil
	}
	return edit.Fix("mint the key once, before the first attempt", insert, edit.Replace(expr.Pos(), expr.End(), name))
}

// whole returns the expression that turns a mint into an id: uuid.New() of
// uuid.New().String(), uuid.Must(uuid.NewV7()).
func whole(info *types.Info, path astpath.Path, i int) (ast.Expr, int) {
	expr := path[i].(ast.Expr)
	for i+1 < len(path) {
		switch up := path[i+1].(type) {
		case *ast.ParenExpr:
			expr, i = up, i+1
			continue
		case *ast.SelectorExpr:
			if i+2 < len(path) {
				if c, ok := path[i+2].(*ast.CallExpr); ok && c.Fun == up && len(c.Args) == 0 {
					expr, i = c, i+2
					continue
				}
			}
		case *ast.CallExpr:
			if len(up.Args) == 1 && up.Args[0] == expr {
				if fn := calleeOf(info, up); fn != nil {
					if _, ok := knowledge.Transparent(knowledge.Name(fn)); ok {
						expr, i = up, i+1
						continue
					}
				}
			}
		}
		break
	}
	return expr, i
}

func calleeOf(info *types.Info, c *ast.CallExpr) *types.Func {
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		fn, _ := info.Uses[fun].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := info.Uses[fun.Sel].(*types.Func)
		return fn
	}
	return nil
}

// constantArgs reports whether an expression uses nothing but functions,
// package-level names and constants, so that it means the same elsewhere.
func constantArgs(info *types.Info, e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			if v, isVar := info.Uses[n].(*types.Var); isVar && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// loopAround returns the statement of the loop that repeats, if the mint
// stands in its body and in the same function.
func loopAround(path astpath.Path, i int, rep effect.Repetition) ast.Stmt {
	for ; i < len(path); i++ {
		var body *ast.BlockStmt
		switch n := path[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		case *ast.ForStmt:
			body = n.Body
		case *ast.RangeStmt:
			body = n.Body
		default:
			continue
		}
		if path[i-1] != body || !within(rep.At.Pos(), body) {
			return nil // in the header, or of another loop
		}
		stmt := path[i].(ast.Stmt)
		if i+1 < len(path) {
			if l, ok := path[i+1].(*ast.LabeledStmt); ok {
				stmt = l
			}
		}
		return stmt
	}
	return nil
}

func within(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos <= n.End() }

// handOver returns the statement that hands the literal over in which the mint
// stands.
func handOver(path astpath.Path, i int, rep effect.Repetition) ast.Stmt {
	for ; i < len(path); i++ {
		switch path[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncDecl:
			return nil
		case *ast.FuncLit:
			lit := path[i]
			for _, n := range path[i+1:] {
				switch n := n.(type) {
				case *ast.FuncLit, *ast.FuncDecl:
					return nil
				case ast.Stmt:
					if c, _ := astpath.Path(path).Call(rep.At.Pos()); c != nil && within(lit.Pos(), c) {
						return statementIn(path, n)
					}
					return nil
				}
			}
			return nil
		}
	}
	return nil
}

// statementIn returns the statement on the path that stands in a list and holds
// n: not the init statement of an if.
func statementIn(path astpath.Path, n ast.Stmt) ast.Stmt {
	var found ast.Stmt
	path.Lists(func(_ []ast.Stmt, on ast.Stmt) {
		if found == nil && on != nil && within(n.Pos(), on) {
			if on.Pos() <= n.Pos() && n.End() <= on.End() {
				found = on
			}
		}
	})
	return found
}
