// This file reads what is stored where it can be seen at once.

package ssaval

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Stores returns the stores to an address, and to the fields and elements of
// what is there.
func Stores(addr ssa.Value) []*ssa.Store {
	var out []*ssa.Store
	refs := addr.Referrers()
	if refs == nil {
		return nil // a global: it is not known who uses it
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				out = append(out, r)
			}
		case *ssa.FieldAddr:
			out = append(out, Stores(r)...)
		case *ssa.IndexAddr:
			out = append(out, Stores(r)...)
		}
	}
	return out
}

// maxElements bounds the lists that [Elements] reads: a longer array is a
// buffer.
const maxElements = 4096

// Elements returns the elements of a slice that is written out where it is
// used, as variadic arguments are, in order and with nil for those that are
// left out. It reports false for any other slice.
func Elements(v ssa.Value) ([]ssa.Value, bool) {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Referrers() == nil {
		return nil, false
	}
	arr, ok := Deref(a.Type()).Underlying().(*types.Array)
	if !ok || arr.Len() > maxElements {
		return nil, false
	}
	out := make([]ssa.Value, arr.Len())
	for _, r := range *a.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
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
	return out, true
}

// Strings returns the elements of a list, or the keys of a set, of constant
// strings that is written out where v stands. A key with the value false is
// not in the set.
func Strings(v ssa.Value) ([]string, bool) {
	var out []string
	add := func(v ssa.Value) bool {
		s, ok := String(v)
		out = append(out, s)
		return ok
	}
	switch x := v.(type) {
	case *ssa.Slice:
		a, ok := x.X.(*ssa.Alloc)
		if !ok {
			return nil, false
		}
		for _, st := range Stores(a) {
			if !add(st.Val) {
				return nil, false
			}
		}
	case *ssa.MakeMap:
		for _, r := range *x.Referrers() {
			u, ok := r.(*ssa.MapUpdate)
			if !ok {
				continue
			}
			if n, known := Number(u.Value); known && n == 0 && IsBool(u.Value.Type()) {
				continue
			}
			if !add(u.Key) {
				return nil, false
			}
		}
	default:
		return nil, false
	}
	return out, true
}
