package resumegap

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/stream"
)

// A place is where the fix can stand.
type place struct {
	pass  *analysis.Pass
	fn    *types.Func // the declared function
	recv  *types.Var  // its receiver, named
	ctx   string      // a context in scope
	after ast.Stmt    // behind this statement, or
	ret   *ast.ReturnStmt
	// zeros are the results before the error; nil if there is no error
	// result.
	zeros []string
}

func findPlace(pass *analysis.Pass, o *stream.Reopen) *place {
	i := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= o.Site.Pos() && o.Site.Pos() < f.FileEnd })
	if i < 0 {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(pass.Files[i], o.Site.Pos(), o.Site.Pos())
	p := &place{pass: pass}
	var typ *ast.FuncType
	for k, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			if typ == nil {
				typ = n.Type
			}
			p.context(n.Type)
		case *ast.FuncDecl:
			if typ == nil {
				typ = n.Type
			}
			p.context(n.Type)
			p.fn, _ = pass.TypesInfo.Defs[n.Name].(*types.Func)
			if n.Recv != nil && len(n.Recv.List[0].Names) == 1 {
				p.recv, _ = pass.TypesInfo.Defs[n.Recv.List[0].Names[0]].(*types.Var)
			}
		case ast.Stmt:
			if p.after == nil && p.ret == nil && typ == nil && !p.statement(n, path[k+1]) {
				return nil
			}
		}
	}
	if p.fn == nil || p.recv == nil || p.recv.Name() == "_" || p.after == nil && p.ret == nil {
		return nil
	}
	p.results(typ)
	if p.ret != nil && (p.zeros == nil || len(p.zeros) > 0 || o.Site.Common().Signature().Results().Len() != 1) {
		return nil
	}
	return p
}

// context looks for a parameter that is a context.
func (p *place) context(t *ast.FuncType) {
	for _, f := range t.Params.List {
		if tv := p.pass.TypesInfo.TypeOf(f.Type); p.ctx == "" && tv != nil && tv.String() == "context.Context" {
			for _, n := range f.Names {
				if n.Name != "_" {
					p.ctx = n.Name
				}
			}
		}
	}
}

// statement decides where the fix goes, for the innermost statement around
// the call. It reports whether there is such a place.
func (p *place) statement(s ast.Stmt, parent ast.Node) bool {
	if s, ok := s.(*ast.ReturnStmt); ok {
		p.ret = s
		return len(s.Results) == 1
	}
	assign, ok := s.(*ast.AssignStmt)
	if !ok {
		return false
	}
	if ifs, ok := parent.(*ast.IfStmt); ok && ifs.Init == s {
		p.after = ifs
		return failing(ifs) && local(assign) == ""
	}
	block, ok := parent.(*ast.BlockStmt)
	if !ok {
		return false
	}
	i := slices.Index(block.List, s)
	if i < 0 || i+1 >= len(block.List) {
		return false
	}
	ifs, ok := block.List[i+1].(*ast.IfStmt)
	if !ok || ifs.Init != nil || !failing(ifs) {
		return false
	}
	p.after = ifs
	if session := local(assign); session != "" {
		// c.session = s: only then is it the one that is asked.
		if i+2 >= len(block.List) {
			return false
		}
		keep, ok := block.List[i+2].(*ast.AssignStmt)
		if !ok || len(keep.Rhs) != 1 || len(keep.Lhs) != 1 {
			return false
		}
		if id, ok := keep.Rhs[0].(*ast.Ident); !ok || id.Name != session {
			return false
		}
		p.after = keep
	}
	return true
}

// local returns the local variable, other than the error, that a reconnect
// is assigned to.
func local(s *ast.AssignStmt) string {
	for _, e := range s.Lhs[:len(s.Lhs)-1] {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
			return id.Name
		}
	}
	return ""
}

// failing: if err != nil { …; return }
func failing(s *ast.IfStmt) bool {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op.String() != "!=" || s.Else != nil || len(s.Body.List) == 0 {
		return false
	}
	if id, ok := cond.Y.(*ast.Ident); !ok || id.Name != "nil" {
		return false
	}
	switch last := s.Body.List[len(s.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok.String() != "fallthrough"
	}
	return false
}

// results writes down what is returned beside an error.
func (p *place) results(t *ast.FuncType) {
	if t.Results == nil {
		return
	}
	var all []types.Type
	for _, f := range t.Results.List {
		for range max(1, len(f.Names)) {
			all = append(all, p.pass.TypesInfo.TypeOf(f.Type))
		}
	}
	if !ssaval.IsError(all[len(all)-1]) {
		return
	}
	zeros := []string{}
	for _, typ := range all[:len(all)-1] {
		switch u := typ.Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Signature, *types.Chan:
			zeros = append(zeros, "nil")
		case *types.Basic:
			switch {
			case u.Info()&types.IsString != 0:
				zeros = append(zeros, `""`)
			case u.Info()&types.IsBoolean != 0:
				zeros = append(zeros, "false")
			default:
				zeros = append(zeros, "0")
			}
		default:
			return
		}
	}
	p.zeros = zeros
}
