package fix

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// dropImports removes from next the imports that old used and next does not.
func dropImports(old, next []byte, names map[string]string) ([]byte, error) {
	before, err := parser.ParseFile(token.NewFileSet(), "", old, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	after, err := parser.ParseFile(fset, "", next, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	had, has := qualifiers(before), qualifiers(after)
	changed := false
	// DeleteNamedImport changes Imports.
	for _, spec := range append([]*ast.ImportSpec(nil), after.Imports...) {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		explicit, name := "", names[path]
		if spec.Name != nil {
			explicit, name = spec.Name.Name, spec.Name.Name
		}
		if had[name] && !has[name] {
			changed = astutil.DeleteNamedImport(fset, after, explicit, path) || changed
		}
	}
	if !changed {
		return next, nil
	}
	var out bytes.Buffer
	err = format.Node(&out, fset, after)
	return out.Bytes(), err
}

// qualifiers returns the names x that the file uses as in x.Name.
func qualifiers(f *ast.File) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				out[id.Name] = true
			}
		}
		return true
	})
	return out
}
