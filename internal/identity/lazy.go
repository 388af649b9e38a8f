// This file recognises mints that a test guards, so that an id is minted once.

package identity

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// once reports whether a mint is guarded by a test that there is no id yet:
//
//	if key == "" {
//		key = uuid.NewString()
//	}
//
// Executed again, it does not mint again.
func (w *slicing) once(c *ssa.Call) bool {
	b := c.Block()
	if len(b.Preds) != 1 {
		return false
	}
	cond, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	test, ok := cond.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	tested, isZero := test.X, ssaval.IsEmpty(test.Y)
	if !isZero {
		tested, isZero = test.Y, ssaval.IsEmpty(test.X)
	}
	taken := b.Preds[0].Succs[0] == b
	if !isZero || !(test.Op == token.EQL && taken || test.Op == token.NEQ && !taken) {
		return false
	}
	if ld, ok := tested.(*ssa.UnOp); ok {
		if a := localOf(ld.X); a != nil && w.inside(a) {
			return false // another variable in each round
		}
	}
	return becomes(c, tested, 0)
}

// becomes reports whether v becomes what was tested: it is merged with it, or
// stored where it was loaded from.
func becomes(v, tested ssa.Value, depth int) bool {
	if depth > 5 || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi:
			for _, e := range r.Edges {
				if e == tested {
					return true
				}
			}
			if ssa.Value(r) == tested {
				return true
			}
		case *ssa.Store:
			if ld, ok := tested.(*ssa.UnOp); ok && r.Val == v && sameAddr(ld.X, r.Addr) {
				return true
			}
		case *ssa.MapUpdate:
			if l, ok := lookupOf(tested); ok && r.Value == v && sameAddr(l.X, r.Map) {
				return true
			}
		case *ssa.Call, *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.Extract, *ssa.BinOp:
			if becomes(r.(ssa.Value), tested, depth+1) {
				return true
			}
		}
	}
	return false
}

func lookupOf(v ssa.Value) (*ssa.Lookup, bool) {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	l, ok := v.(*ssa.Lookup)
	return l, ok
}

// sameAddr reports whether two addresses are the same by how they are formed.
func sameAddr(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && sameAddr(x.X, y.X)
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == y.Op && sameAddr(x.X, y.X)
	}
	return false
}

// localOf returns the local variable that an address is part of.
func localOf(addr ssa.Value) *ssa.Alloc {
	for {
		switch x := addr.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FieldAddr:
			addr = x.X
		default:
			return nil
		}
	}
}

// lazily returns what a loop variable x becomes on the way round that keeps it
// or gives it a value which is minted once.
func (w *slicing) lazily(e ssa.Value, x *ssa.Phi, path []string, depth int) ([]Term, bool) {
	p, ok := e.(*ssa.Phi)
	if !ok {
		return nil, false
	}
	var out []Term
	for _, y := range p.Edges {
		if y == x {
			continue
		}
		t := w.value(y, path, depth+1)
		v := t.Varies()
		if !t.Has(Mint) || v.Fresh || v.Data || v.Carried || v.Counter {
			return nil, false
		}
		out = append(out, t)
	}
	return out, len(out) > 0
}
