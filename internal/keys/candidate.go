// This file tells which packages are worth a look although they have nothing to
// do with MCP.

package keys

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Candidate reports whether a package that has nothing to do with MCP may be
// about keys all the same: it names one in a text or a field, or it has an
// exported function that hands out fresh ids.
func Candidate(pass *analysis.Pass) bool {
	mints := slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return knowledge.MintPackage(p.Path()) })
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil || !fd.Name.IsExported() {
				continue
			}
			if namesKey(fd.Body) || mints && handsOutID(pass.TypesInfo, fd) {
				return true
			}
		}
	}
	return false
}

// namesKey reports whether the code mentions an idempotency key.
func namesKey(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			found = found || n.Kind == token.STRING && len(n.Value) < 512 && mentionsKey(n.Value)
		case *ast.SelectorExpr:
			found = found || mentionsKey(n.Sel.Name)
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				found = found || mentionsKey(id.Name)
			}
		}
		return !found
	})
	return found
}

func mentionsKey(s string) bool { return strings.Contains(s, "dempotency") }

// handsOutID: a function with a short result that calls a mint function.
func handsOutID(info *types.Info, fd *ast.FuncDecl) bool {
	if fd.Type.Results == nil || len(fd.Type.Results.List) == 0 || len(fd.Type.Results.List) > 2 || len(fd.Body.List) > 12 {
		return false
	}
	found := false
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && !found {
			if fn, ok := info.Uses[sel.Sel].(*types.Func); ok {
				_, found = knowledge.MintOf(knowledge.Name(fn))
			}
		}
		return !found
	})
	return found
}
