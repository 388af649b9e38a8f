// This file finds the declarations that directives stand on.

package contract

import (
	"go/ast"
	"go/token"
)

// A place is what a directive stands on.
type place struct {
	target target
	pos    token.Pos    // of the declaration
	names  []*ast.Ident // what it declares
}

// places finds what every comment of the file stands on. Comments that stand
// on nothing have no entry.
func places(fset *token.FileSet, f *ast.File) map[*ast.Comment]place {
	m := make(map[*ast.Comment]place)
	put := func(t target, at token.Pos, names []*ast.Ident, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g == nil {
				continue
			}
			for _, c := range g.List {
				m[c] = place{t, at, names}
			}
		}
	}
	put(onPackage, f.Package, nil, f.Doc, behind(fset, f))
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			put(declTarget(n.Tok), n.TokPos, declNames(n), n.Doc)
		case *ast.FuncDecl:
			put(onFunc, n.Name.Pos(), []*ast.Ident{n.Name}, n.Doc)
		case *ast.TypeSpec:
			put(onType, n.Pos(), nil, n.Doc, n.Comment)
		case *ast.ImportSpec:
			put(onImport, n.Pos(), nil, n.Doc, n.Comment)
		case *ast.StructType:
			for _, field := range n.Fields.List {
				put(onField, field.Pos(), nil, field.Doc, field.Comment)
			}
		case *ast.InterfaceType:
			for _, field := range n.Methods.List {
				t := onMethod
				if len(field.Names) == 0 {
					t = onEmbedded
				}
				put(t, field.Pos(), field.Names, field.Doc, field.Comment)
			}
		}
		return true
	})
	// Specs come last: the comment behind a spec that stands alone belongs to
	// the spec only, and the one above it to its GenDecl, with its names.
	ast.Inspect(f, func(n ast.Node) bool {
		d, ok := n.(*ast.GenDecl)
		if !ok {
			return true
		}
		for _, spec := range d.Specs {
			if vs, ok := spec.(*ast.ValueSpec); ok {
				put(declTarget(d.Tok), vs.Pos(), vs.Names, vs.Doc, vs.Comment)
			}
		}
		return true
	})
	return m
}

// behind returns the comment behind the package clause, on its line.
func behind(fset *token.FileSet, f *ast.File) *ast.CommentGroup {
	line := physical(fset, f.Name.End()).Line
	for _, g := range f.Comments {
		if g.Pos() > f.Name.End() {
			if physical(fset, g.Pos()).Line == line {
				return g
			}
			return nil
		}
	}
	return nil
}

func declTarget(tok token.Token) target {
	switch tok {
	case token.CONST:
		return onConst
	case token.VAR:
		return onVar
	case token.TYPE:
		return onType
	}
	return onImport
}

func declNames(d *ast.GenDecl) []*ast.Ident {
	var names []*ast.Ident
	for _, spec := range d.Specs {
		if vs, ok := spec.(*ast.ValueSpec); ok {
			names = append(names, vs.Names...)
		}
	}
	return names
}

// physical is a position without regard to //line comments: what stands
// beside what is a question of the text.
func physical(fset *token.FileSet, pos token.Pos) token.Position {
	return fset.PositionFor(pos, false)
}
