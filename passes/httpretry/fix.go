package httpretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/astpath"
	"github.com/mcprecovery/mcplint/internal/edit"
	"github.com/mcprecovery/mcplint/internal/httpclient"
)

const retryablehttp = "github.com/hashicorp/go-retryablehttp"

// refusePOST gives a client of go-retryablehttp that is made in sight a policy
// that leaves POST out. Without a response, only the error tells the method.
func refusePOST(pass *analysis.Pass, replay httpclient.Replay) *analysis.SuggestedFix {
	if replay.Func != "(*"+retryablehttp+".Client).StandardClient" || !replay.Pos.IsValid() {
		return nil
	}
	f := edit.In(pass, replay.Pos)
	if f == nil {
		return nil
	}
	path := astpath.At(pass.Files, replay.Pos)
	call, _ := path.Call(replay.Pos)
	if call == nil {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok || pass.TypesInfo.Uses[id] == nil {
		return nil
	}
	client := pass.TypesInfo.Uses[id]
	next := afterDefinition(pass.TypesInfo, path, client)
	if next == nil || setsPolicy(pass.TypesInfo, path, client) {
		return nil
	}
	var edits []analysis.TextEdit
	qualify := func(pkg string) string {
		q, more := f.Import(next.Pos(), pkg, "")
		edits = append(edits, more...)
		return q
	}
	ctx, http, url, errors := qualify("context"), qualify("net/http"), qualify("net/url"), qualify("errors")
	lib, more := f.Import(next.Pos(), retryablehttp, "retryablehttp")
	edits = append(edits, more...)
	insert, ok := f.InsertBefore(next,
		id.Name+".CheckRetry = func(ctx "+ctx+"Context, resp *"+http+"Response, err error) (bool, error) {",
		"\tvar ue *"+url+"Error",
		"\tif resp != nil && resp.Request.Method == "+http+"MethodPost || "+errors+"As(err, &ue) && ue.Op == \"Post\" {",
		"\t\treturn false, nil",
		"\t}",
		"\treturn "+lib+"DefaultRetryPolicy(ctx, resp, err)",
		"}")
	if !ok {
		return nil
	}
	return edit.Fix("refuse POST in CheckRetry", append(edits, insert)...)
}

// afterDefinition returns the statement that follows client := NewClient().
func afterDefinition(info *types.Info, path astpath.Path, client types.Object) ast.Stmt {
	var next ast.Stmt
	path.Lists(func(list []ast.Stmt, _ ast.Stmt) {
		for i, s := range list {
			as, ok := s.(*ast.AssignStmt)
			if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || len(as.Rhs) != 1 || i+1 >= len(list) {
				continue
			}
			lhs, ok := as.Lhs[0].(*ast.Ident)
			if !ok || info.Defs[lhs] != client {
				continue
			}
			if c, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && isFunc(info, c.Fun, retryablehttp, "NewClient") {
				next = list[i+1]
			}
		}
	})
	return next
}

func isFunc(info *types.Info, e ast.Expr, pkg, name string) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == pkg && fn.Name() == name
}

// setsPolicy reports whether the function itself sets the policy.
func setsPolicy(info *types.Info, path astpath.Path, client types.Object) bool {
	fn, _ := path.Func(0)
	if fn == nil {
		return true
	}
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "CheckRetry" {
			if id, ok := sel.X.(*ast.Ident); ok && info.Uses[id] == client {
				found = true
			}
		}
		return !found
	})
	return found
}

// withoutOption removes the option that a call makes from the arguments of the
// call around it, if nothing else is lost with it.
func withoutOption(pass *analysis.Pass, pos token.Pos) *analysis.SuggestedFix {
	f := edit.In(pass, pos)
	if f == nil {
		return nil
	}
	path := astpath.At(pass.Files, pos)
	option, i := path.Call(pos)
	if option == nil || i+1 >= len(path) {
		return nil
	}
	outer, ok := path[i+1].(*ast.CallExpr)
	if !ok || outer.Ellipsis.IsValid() {
		return nil
	}
	at := slices.IndexFunc(outer.Args, func(a ast.Expr) bool { return a == option })
	sig, ok := pass.TypesInfo.TypeOf(outer.Fun).(*types.Signature)
	if !ok || !sig.Variadic() || at < sig.Params().Len()-1 || at == 0 {
		return nil
	}
	if !usedElsewhere(pass, path.File(), option) {
		return nil
	}
	return edit.Fix("remove the option", edit.Replace(outer.Args[at-1].End(), option.End(), ""))
}

// usedElsewhere reports whether everything that n names is used outside of it
// too, so that nothing is left unused.
func usedElsewhere(pass *analysis.Pass, file *ast.File, n ast.Node) bool {
	needed := make(map[types.Object]bool)
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			switch obj := pass.TypesInfo.Uses[id].(type) {
			case *types.PkgName:
				needed[obj] = true
			case *types.Var:
				if obj.Parent() != nil && obj.Parent() != pass.Pkg.Scope() && !obj.IsField() {
					needed[obj] = true
				}
			}
		}
		return true
	})
	ast.Inspect(file, func(m ast.Node) bool {
		if m == n {
			return false
		}
		if id, ok := m.(*ast.Ident); ok {
			delete(needed, pass.TypesInfo.Uses[id])
		}
		return true
	})
	for obj := range needed {
		if v, ok := obj.(*types.Var); ok && isParam(pass, file, v) {
			delete(needed, obj)
		}
	}
	return len(needed) == 0
}

// isParam: an unused parameter is no error.
func isParam(pass *analysis.Pass, file *ast.File, v *types.Var) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		ft, ok := n.(*ast.FuncType)
		if !ok {
			return !found
		}
		for _, p := range ft.Params.List {
			for _, name := range p.Names {
				found = found || pass.TypesInfo.Defs[name] == v
			}
		}
		return !found
	})
	return found
}
