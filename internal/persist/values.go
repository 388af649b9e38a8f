package persist

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// peel removes conversions.
func peel(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return v
		}
	}
}

// elements returns the elements of a slice that is built where it is used, in
// order.
func elements(s *ssa.Slice) []ssa.Value {
	alloc, ok := s.X.(*ssa.Alloc)
	if !ok || alloc.Referrers() == nil {
		return nil
	}
	arr, ok := deref(alloc.Type()).Underlying().(*types.Array)
	if !ok || arr.Len() > 64 {
		return nil
	}
	out := make([]ssa.Value, arr.Len())
	for _, ref := range *alloc.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		k, ok := ia.Index.(*ssa.Const)
		if !ok || k.Int64() < 0 || k.Int64() >= arr.Len() {
			continue
		}
		for _, use := range *ia.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ia {
				out[k.Int64()] = st.Val
			}
		}
	}
	for _, v := range out {
		if v == nil {
			return nil
		}
	}
	return out
}

func deref(t types.Type) types.Type {
	if p, ok := under(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func under(t types.Type) types.Type { return orInvalid(t).Underlying() }

func orInvalid(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t
}

func calleeOf(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	s := c.StaticCallee()
	if s == nil {
		return nil
	}
	if o := s.Origin(); o != nil {
		s = o
	}
	fn, _ := s.Object().(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}
