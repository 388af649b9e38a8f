// Package astpath finds the syntax around a position: fixes start from an
// instruction, which knows only where it stands.
package astpath

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

// A Path is the nodes around a position, innermost first.
type Path []ast.Node

// At returns the nodes around pos in the file that holds it, or nil.
func At(files []*ast.File, pos token.Pos) Path {
	for _, f := range files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos)
			return path
		}
	}
	return nil
}

// File returns the file.
func (p Path) File() *ast.File {
	if len(p) == 0 {
		return nil
	}
	f, _ := p[len(p)-1].(*ast.File)
	return f
}

// Call returns the call whose opening parenthesis stands at pos, which is
// where the instruction of a call stands, and its place in the path.
func (p Path) Call(pos token.Pos) (*ast.CallExpr, int) {
	for i, n := range p {
		if c, ok := n.(*ast.CallExpr); ok && (c.Lparen == pos || c.Pos() == pos) {
			return c, i
		}
	}
	return nil, -1
}

// Func returns the innermost function, declared or literal, from place i on.
func (p Path) Func(i int) (ast.Node, int) {
	for ; i >= 0 && i < len(p); i++ {
		switch p[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return p[i], i
		}
	}
	return nil, -1
}

// Lists calls f for the lists of statements that enclose the position, from
// the innermost on, and with the statement of it that is on the path.
func (p Path) Lists(f func(list []ast.Stmt, on ast.Stmt)) {
	for i, n := range p {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		default:
			continue
		}
		var on ast.Stmt
		if i > 0 {
			on, _ = p[i-1].(ast.Stmt)
		}
		f(list, on)
	}
}

// Indexed returns the last name of what is indexed at pos: "seen" of
// c.seen[key].
func (p Path) Indexed(pos token.Pos) string {
	for _, n := range p {
		if x, ok := n.(*ast.IndexExpr); ok && x.Lbrack == pos {
			return lastName(x.X)
		}
	}
	return ""
}

// lastName returns the last name of an expression: "ID" of a.b.ID.
func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return lastName(e.X)
	case *ast.CallExpr:
		return lastName(e.Fun)
	case *ast.IndexExpr:
		return lastName(e.X)
	}
	return ""
}
