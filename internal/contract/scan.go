package contract

import (
	"go/ast"
	"go/token"
	"go/types"
)

type parser struct {
	fset *token.FileSet
	info *types.Info
	pkg  *types.Package
	out  *Directives
}

func (p *parser) file(f *ast.File) {}
