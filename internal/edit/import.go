package edit

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Import makes the package at pkgPath usable at pos. It returns the qualifier
// to write before a name of it ("errors.", or "" after a dot import) and the
// edit that adds the import; none if there is one that is visible at pos. The
// package is called base, which the caller tells if its path does not.
func (f *File) Import(pos token.Pos, pkgPath, base string) (qualifier string, edits []analysis.TextEdit) {
	for _, spec := range f.ast.Imports {
		if pathOf(spec) != pkgPath {
			continue
		}
		switch name := f.importName(spec); {
		case name == "_":
		case name == ".":
			return "", nil
		case isImportOf(f.lookup(name, pos), pkgPath):
			return name + ".", nil
			// Else it is hidden here: a second import under another name is legal.
		}
	}
	guess, certain := baseName(pkgPath)
	if base == "" {
		base = f.realName(pkgPath, guess)
	}
	// It must not collide in the file, in the package, or at pos.
	name := fresh(base, func(name string) bool {
		return f.lookup(name, pos) == nil && f.pkg.Scope().Lookup(name) == nil && !f.imports(name)
	})
	spec := strconv.Quote(pkgPath)
	if name != guess || !certain {
		spec = name + " " + spec
	}
	return name + ".", []analysis.TextEdit{f.addSpec(pkgPath, spec)}
}

// imports reports whether the file imports something under that name.
func (f *File) imports(name string) bool {
	return slices.ContainsFunc(f.ast.Imports, func(spec *ast.ImportSpec) bool { return f.importName(spec) == name })
}

func (f *File) importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	if obj := f.info.PkgNameOf(spec); obj != nil {
		return obj.Name()
	}
	name, _ := baseName(pathOf(spec))
	return name
}

// realName is the name of the package at pkgPath if the package of the file
// imports it anywhere, else the guess.
func (f *File) realName(pkgPath, guess string) string {
	for _, p := range f.pkg.Imports() {
		if p.Path() == pkgPath {
			return p.Name()
		}
	}
	return guess
}

func isImportOf(obj types.Object, pkgPath string) bool {
	name, ok := obj.(*types.PkgName)
	return ok && name.Imported().Path() == pkgPath
}

func pathOf(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value)
	return p
}

// baseName guesses the name of a package from its path: the last element that
// is not a major version. It is not certain if that is not a name as it
// stands.
func baseName(pkgPath string) (name string, certain bool) {
	base := path.Base(pkgPath)
	if isMajor(base) && path.Dir(pkgPath) != "." {
		base = path.Base(path.Dir(pkgPath))
	}
	if b, v, ok := strings.Cut(base, "."); ok && isMajor(v) { // gopkg.in
		base = b
	}
	if token.IsIdentifier(base) {
		return base, true
	}
	words := strings.FieldsFunc(base, func(r rune) bool { return r == '-' || r == '.' })
	for _, w := range slices.Backward(words) {
		if token.IsIdentifier(w) && w != "go" {
			return w, false
		}
	}
	return "pkg", false
}

func isMajor(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// addSpec returns the edit that adds an import.
func (f *File) addSpec(pkgPath, spec string) analysis.TextEdit {
	var single *ast.GenDecl
	for _, d := range f.ast.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			break // imports come first
		}
		if len(decl.Specs) == 1 && pathOf(decl.Specs[0].(*ast.ImportSpec)) == "C" {
			continue // the comment above belongs to cgo
		}
		if decl.Lparen.IsValid() {
			return addToGroup(decl, pkgPath, spec)
		}
		single = decl
	}
	if single != nil {
		return Insert(specEnd(single.Specs[0].(*ast.ImportSpec)), "\nimport "+spec)
	}
	return Insert(f.clauseEnd(), "\n\nimport "+spec)
}

// addToGroup adds the import where gofmt would sort it, in the block of the
// group (blocks are apart by blank lines) that holds paths of its kind; if
// there is none, as a block of its own, the standard library first.
func addToGroup(decl *ast.GenDecl, pkgPath, spec string) analysis.TextEdit {
	var before, last *ast.ImportSpec
	for _, s := range decl.Specs {
		s := s.(*ast.ImportSpec)
		if isStd(pathOf(s)) != isStd(pkgPath) {
			continue
		}
		last = s
		if before == nil && cmp.Less(pkgPath, pathOf(s)) {
			before = s
		}
	}
	switch {
	case before != nil && before.Doc != nil:
		return Insert(before.Doc.Pos(), spec+"\n\t")
	case before != nil:
		return Insert(before.Pos(), spec+"\n\t")
	case last != nil:
		return Insert(specEnd(last), "\n\t"+spec)
	case len(decl.Specs) == 0, isStd(pkgPath):
		return Insert(decl.Lparen+1, "\n\t"+spec+"\n")
	}
	return Insert(specEnd(decl.Specs[len(decl.Specs)-1].(*ast.ImportSpec)), "\n\n\t"+spec)
}

// isStd reports whether the path looks like one of the standard library.
func isStd(pkgPath string) bool {
	first, _, _ := strings.Cut(pkgPath, "/")
	return !strings.Contains(first, ".")
}

// specEnd is the end of the spec and of the comment behind it.
func specEnd(s *ast.ImportSpec) token.Pos {
	if s.Comment != nil {
		return s.Comment.End()
	}
	return s.End()
}

// clauseEnd is the end of the package clause and of the comment behind it.
func (f *File) clauseEnd() token.Pos {
	end := f.ast.Name.End()
	line := f.fset.PositionFor(end, false).Line
	for _, g := range f.ast.Comments {
		if g.Pos() > end && f.fset.PositionFor(g.Pos(), false).Line == line {
			end = g.End()
		}
	}
	return end
}
