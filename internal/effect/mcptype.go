package effect

import (
	"go/types"

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
