// This file tells which packages are worth a look although they have nothing to
// do with MCP.

package httpclient

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/astpath"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Candidate reports whether a package that has nothing to do with MCP may make
// HTTP clients that send requests again: it imports a library that does, or
// has a round tripper that sends more than once or sets the header that makes
// net/http do so.
func Candidate(pass *analysis.Pass) bool {
	http := false
	for _, imp := range pass.Pkg.Imports() {
		if imp.Path() == "net/http" {
			http = true
		}
		if knowledge.HTTPProducerPackage(imp.Path()) {
			return true
		}
	}
	return http && slices.ContainsFunc(pass.Files, repeatsRequests)
}

// repeatsRequests: a method RoundTrip or Do, and a loop around, or two of, the calls
// of another, or a loop in it.
func repeatsRequests(f *ast.File) bool {
	declares, loops, sends, header := false, false, 0, false
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil && (fd.Name.Name == "RoundTrip" || fd.Name.Name == "Do") && fd.Body != nil {
			declares = true
			ast.Inspect(fd.Body, func(n ast.Node) bool {
				// A helper may send what is repeated here.
				switch n.(type) {
				case *ast.ForStmt, *ast.RangeStmt:
					loops = true
				}
				return !loops
			})
		}
	}
	if !declares {
		return false
	}
	astpath.Loops(f, func(m ast.Node, loop bool) bool {
		switch m := m.(type) {
		case *ast.CallExpr:
			if sel, ok := m.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "RoundTrip" || sel.Sel.Name == "Do") {
				if sends++; loop {
					sends++
				}
			}
		case *ast.BasicLit:
			header = header || knowledge.ReplayHeader(strings.Trim(m.Value, "`\""))
		}
		return true
	})
	return sends > 1 || loops && sends > 0 || header
}
