package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A File is a file to be edited.
type File struct {
	fset *token.FileSet
	pkg  *types.Package
	info *types.Info
	ast  *ast.File
}

// In returns the file of the pass that holds pos, or nil.
func In(pass *analysis.Pass, pos token.Pos) *File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return &File{pass.Fset, pass.Pkg, pass.TypesInfo, f}
		}
	}
	return nil
}

// FreshName returns base, or base with a number behind, such that a variable
// of that name can be declared at pos without hiding a name that the
// surrounding declaration uses, and without being hidden in it.
func (f *File) FreshName(pos token.Pos, base string) string {
	used := make(map[string]bool)
	for _, d := range f.ast.Decls {
		if d.Pos() <= pos && pos <= d.End() {
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					used[id.Name] = true
				}
				return true
			})
		}
	}
	return fresh(base, func(name string) bool { return !used[name] && f.lookup(name, pos) == nil })
}

// fresh returns the first of base, base2, base3, … that is free.
func fresh(base string, free func(string) bool) string {
	name := base
	for i := 2; !free(name); i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

// lookup returns what name means at pos.
func (f *File) lookup(name string, pos token.Pos) types.Object {
	scope := f.pkg.Scope()
	if s := f.info.Scopes[f.ast]; s != nil {
		scope = s
		if inner := s.Innermost(pos); inner != nil {
			scope = inner
		}
	}
	_, obj := scope.LookupParent(name, pos)
	return obj
}

// InsertBefore inserts statements before stmt, on lines of their own unless
// stmt itself shares its line with what is before it. It reports false if stmt
// is not in a list of statements, as the init statement of an if is not, so
// that nothing can be put before it.
func (f *File) InsertBefore(stmt ast.Stmt, lines ...string) (analysis.TextEdit, bool) {
	var before token.Pos // the end of what is before stmt
	found := false
	in := func(start token.Pos, list []ast.Stmt) {
		if i := slices.Index(list, stmt); i >= 0 {
			found, before = true, start
			if i > 0 {
				before = list[i-1].End()
			}
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			in(n.Lbrace, n.List)
		case *ast.CaseClause:
			in(n.Colon, n.Body)
		case *ast.CommClause:
			in(n.Colon, n.Body)
		}
		return !found
	})
	if !found {
		return analysis.TextEdit{}, false
	}
	at := f.fset.PositionFor(stmt.Pos(), false)
	if f.fset.PositionFor(before, false).Line == at.Line {
		return Insert(stmt.Pos(), strings.Join(lines, "; ")+"; "), true
	}
	// As gofmt indents: with tabs, and a label one to the left of its block.
	indent, more := strings.Repeat("\t", at.Column-1), ""
	if _, ok := stmt.(*ast.LabeledStmt); ok {
		more = "\t"
	}
	text := more + strings.Join(lines, "\n"+indent+more) + "\n" + indent
	return Insert(stmt.Pos(), text), true
}
