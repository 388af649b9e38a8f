// This file finds the call that mints a value.

package identity

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// MintOf returns the call that mints v afresh, if it is in the same function:
// unlike a [Slicer] it looks into no other.
func MintOf(v ssa.Value) *ssa.Call { return mintOf(v, 0) }

func mintOf(v ssa.Value, depth int) *ssa.Call {
	if depth > 8 || v == nil {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		if fn == nil {
			return nil
		}
		if obj := ssaval.Object(fn); obj != nil {
			if m, ok := knowledge.MintOf(knowledge.Name(obj)); ok {
				if m == knowledge.MintFresh {
					return x
				}
				return nil
			}
		}
		var only *ssa.Call
		for _, a := range x.Call.Args {
			if m := mintOf(a, depth+1); m != nil {
				only = m
			}
		}
		return only
	case *ssa.MakeInterface:
		return mintOf(x.X, depth+1)
	case *ssa.ChangeType:
		return mintOf(x.X, depth+1)
	case *ssa.Convert:
		return mintOf(x.X, depth+1)
	case *ssa.Extract:
		return mintOf(x.Tuple, depth+1)
	case *ssa.BinOp:
		if m := mintOf(x.X, depth+1); m != nil {
			return m
		}
		return mintOf(x.Y, depth+1)
	case *ssa.UnOp:
		// A variable that is assigned once.
		a, ok := x.X.(*ssa.Alloc)
		if !ok {
			return nil
		}
		var only *ssa.Call
		for _, r := range *a.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == a {
				if only != nil {
					return nil
				}
				only = mintOf(st.Val, depth+1)
			}
		}
		return only
	case *ssa.Slice:
		return mintOf(x.X, depth+1)
	case *ssa.Alloc:
		// The variadic arguments of fmt.Sprintf.
		var only *ssa.Call
		for _, r := range *x.Referrers() {
			if ia, ok := r.(*ssa.IndexAddr); ok {
				for _, s := range *ia.Referrers() {
					if st, ok := s.(*ssa.Store); ok {
						if m := mintOf(st.Val, depth+1); m != nil {
							only = m
						}
					}
				}
			}
		}
		return only
	}
	return nil
}
