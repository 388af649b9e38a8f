// This file answers small questions about types.

package outcome

import (
	"go/types"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// typeName names a defined type or a pointer to one: "*net.OpError".
func typeName(t types.Type) string {
	t = types.Unalias(t)
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	obj := n.Origin().Obj()
	if obj.Pkg() == nil {
		return star + obj.Name()
	}
	return star + obj.Pkg().Path() + "." + obj.Name()
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// hintField reports whether field name of struct type t is a tool annotation,
// and whether true in it permits repetition.
func hintField(t types.Type, name string) (hint, permissive bool) {
	tn := typeName(ssaval.Deref(t))
	if tn == "" {
		return false, false
	}
	h, ok := knowledge.IsHintField(tn + "." + name)
	if !ok {
		return false, false
	}
	return true, h != knowledge.DestructiveHint
}

// errorResult returns the index of the last result of sig if it is an error, or
// -1.
func errorResult(sig *types.Signature) int {
	n := sig.Results().Len()
	if n > 0 && ssaval.IsError(sig.Results().At(n-1).Type()) {
		return n - 1
	}
	return -1
}
