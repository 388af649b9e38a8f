// This file tells types that are those of an SDK, or are made of them.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// mcpType reports whether t is a type of an SDK, or is made of one: a func
// with one among its parameters, a struct of this package with one among its
// fields.
func (e *Engine) mcpType(t types.Type, depth int) bool {
	if depth > 3 {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return e.mcpType(u.Elem(), depth)
	case *types.Slice:
		return e.mcpType(u.Elem(), depth)
	case *types.Map:
		return e.mcpType(u.Elem(), depth+1)
	case *types.Named:
		pkg := u.Obj().Pkg()
		if pkg == nil {
			return false
		}
		if knowledge.IsSDK(pkg.Path()) {
			return true
		}
		if pkg != e.Pass.Pkg {
			return false
		}
		switch v := u.Underlying().(type) {
		case *types.Struct:
			for i := range v.NumFields() {
				if e.mcpType(v.Field(i).Type(), depth+1) {
					return true
				}
			}
		case *types.Signature:
			return e.mcpType(v, depth)
		case *types.Interface:
			for m := range v.Methods() {
				if toolMethodShape(m) || e.mcpType(m.Signature(), depth+1) {
					return true
				}
			}
		}
	case *types.Signature:
		for i := range u.Params().Len() {
			if e.mcpType(u.Params().At(i).Type(), depth+1) {
				return true
			}
		}
		for i := range u.Results().Len() {
			if e.mcpType(u.Results().At(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// hasMCPType reports whether fn's signature shows a type of an SDK or is a
// method of a type of this package that holds one: it is a part of the
// client, not a helper for anything.
func (e *Engine) hasMCPType(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if e.mcpType(p.Type(), 0) {
			return true
		}
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		if e.mcpType(res.At(i).Type(), 1) {
			return true
		}
	}
	return false
}
