package retrywrite

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/edit"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
)

// permanent wraps the errors that the operation returns after the call, so
// that the library stops: backoff.Permanent(err).
func (f fixer) permanent() *analysis.SuggestedFix {
	v := f.rep.Vehicle
	call, _ := f.call(f.rep.At.Pos())
	if v == nil || len(v.Permanent) == 0 || call == nil {
		return nil
	}
	marker := v.Permanent[0]
	var edits []analysis.TextEdit
	qualifier, ok := qualifierOf(call, v.Func, marker)
	if ok {
		qualifier += "."
	} else if strings.HasPrefix(v.Func, "(") {
		// A method: the package may not be imported in this file.
		qualifier, edits = edit.In(f.pass, call.Pos()).Import(call.Pos(), marker[:strings.LastIndexByte(marker, '.')], "retry")
	} else {
		return nil // the marker is not in the vehicle's package
	}
	if v.FilterFirst && f.Filtered(f.rep) {
		return nil // a predicate takes the place of the marker
	}
	lit := f.literal(call, v.Op)
	if lit == nil {
		return nil // the operation has other users
	}
	fn := f.Literal(lit)
	if fn == nil {
		return nil
	}
	returns, ok := f.errorReturns(fn, v)
	if !ok {
		return nil
	}
	name := marker[strings.LastIndexByte(marker, '.')+1:]
	for _, e := range returns {
		edits = append(edits, edit.Wrap(e, qualifier+name+"(", ")")...)
	}
	if len(returns) == 0 {
		return nil
	}
	return edit.Fix("Make the error of the call permanent", edits...)
}

// qualifierOf returns the name under which the vehicle's package is written.
func qualifierOf(call *ast.CallExpr, vehicle, marker string) (string, bool) {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok || vehicle[:strings.LastIndexByte(vehicle, '.')] != marker[:strings.LastIndexByte(marker, '.')] {
		return "", false
	}
	return id.Name, true
}

// literal returns the function literal that is argument i of call, written
// there or held by a variable that has no other use.
func (f fixer) literal(call *ast.CallExpr, i int) *ast.FuncLit {
	if i >= len(call.Args) {
		return nil
	}
	switch arg := ast.Unparen(call.Args[i]).(type) {
	case *ast.FuncLit:
		return arg
	case *ast.Ident:
		obj := f.object(arg)
		if obj == nil || f.uses(obj) != 1 {
			return nil
		}
		for _, n := range f.path(obj.Pos()) {
			if as, ok := n.(*ast.AssignStmt); ok && as.Tok == token.DEFINE && len(as.Lhs) == 1 {
				lit, _ := ast.Unparen(as.Rhs[0]).(*ast.FuncLit)
				return lit
			}
		}
	}
	return nil
}

// errorReturns returns the expressions of the errors that fn returns after the
// call. It fails if one of them can be the error of something else, or nil
// where the library does not stand that.
func (f fixer) errorReturns(fn *ssa.Function, v *knowledge.Vehicle) ([]ast.Expr, bool) {
	after := make(map[*ssa.Return]bool)
	for _, site := range f.Sites(fn) {
		for _, op := range site.Ops {
			w := &outcome.Walk{Engine: f.Outcome, Fn: fn}
			maybeNil := false
			w.Return = func(ret *ssa.Return, p *outcome.Path) {
				last := w.Value(p, ret.Results[len(ret.Results)-1])
				if last.K == outcome.Nil {
					maybeNil = maybeNil || after[ret]
					return
				}
				if slices.Contains(v.Permanent, last.Perm) {
					return
				}
				if p.Ends&knowledge.Failures != 0 {
					after[ret] = true
				}
			}
			var paths []*outcome.Path
			for _, entry := range f.Outcome.Entries(fn, site.Instr) {
				paths = append(paths, f.Attempt(site, op).After(entry)...)
			}
			// Twice: a return that is taken after a success, too, is noticed
			// whatever the order.
			w.After(site.Instr, paths)
			again := &outcome.Walk{Engine: f.Outcome, Fn: fn, Return: w.Return}
			again.After(site.Instr, paths)
			if maybeNil && !v.NilSafe {
				return nil, false
			}
		}
	}
	// Errors from before the call stay what they are.
	shared := false
	before := &outcome.Walk{Engine: f.Outcome, Fn: fn}
	before.Visit = func(instr ssa.Instruction, _ *outcome.Path) outcome.Action {
		for _, site := range f.Sites(fn) {
			if instr == site.Instr {
				return outcome.Stop
			}
		}
		return outcome.Continue
	}
	before.Return = func(ret *ssa.Return, p *outcome.Path) {
		last := before.Value(p, ret.Results[len(ret.Results)-1])
		shared = shared || after[ret] && last.K != outcome.Nil
	}
	before.FromEntry(knowledge.All, nil)
	if shared || len(after) == 0 {
		return nil, false
	}
	var out []ast.Expr
	for ret := range after {
		stmt := f.returnStmt(ret.Pos())
		if stmt == nil || len(stmt.Results) != fn.Signature.Results().Len() {
			return nil, false // the results of a call, or named ones
		}
		out = append(out, stmt.Results[len(stmt.Results)-1])
	}
	slices.SortFunc(out, func(a, b ast.Expr) int { return int(a.Pos() - b.Pos()) })
	return out, true
}

func (f fixer) returnStmt(pos token.Pos) *ast.ReturnStmt {
	for _, n := range f.path(pos) {
		if r, ok := n.(*ast.ReturnStmt); ok && r.Return == pos {
			return r
		}
	}
	return nil
}
