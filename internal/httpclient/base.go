// This file finds the struct that a value leads to.

package httpclient

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// base finds the struct that a pointer leads to, if it is made in sight.
func (w *walker) base(v ssa.Value, fr *frame) (ssa.Value, *frame) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Alloc:
			// A copy leads to what it was copied from.
			from := w.copied(x)
			if from == nil {
				return x, fr
			}
			v = from
		case *ssa.Call, *ssa.Extract:
			return x, fr
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FreeVar:
			v = identity.Binding(x)
		case *ssa.UnOp:
			// A variable that is assigned once.
			a, ok := x.X.(*ssa.Alloc)
			if fv, isFree := x.X.(*ssa.FreeVar); isFree {
				a, ok = identity.Binding(fv).(*ssa.Alloc)
			}
			if !ok {
				return nil, nil
			}
			if _, isStruct := ssaval.Deref(a.Type()).Underlying().(*types.Struct); isStruct {
				v = a
				continue
			}
			if v = w.single(a); v == nil {
				return nil, nil
			}
		case *ssa.Parameter:
			up := fr.of(x.Parent())
			if up == nil {
				return nil, nil
			}
			i := slices.Index(x.Parent().Params, x)
			if i < 0 || i >= len(up.args) {
				return nil, nil
			}
			v, fr = up.args[i], up.up
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// copied returns the struct that a local was made as a copy of, if nothing else
// is stored into it.
func (w *walker) copied(a *ssa.Alloc) ssa.Value {
	if _, ok := ssaval.Deref(a.Type()).Underlying().(*types.Struct); !ok {
		return nil
	}
	if len(w.writes(a)) != 1 {
		return nil
	}
	switch x := w.single(a).(type) {
	case *ssa.Parameter, *ssa.UnOp:
		return x
	}
	return nil
}

// single returns the one value that is stored into a local.
func (w *walker) single(a *ssa.Alloc) ssa.Value {
	var only ssa.Value
	for _, st := range w.writes(a) {
		if st.Addr != a {
			continue
		}
		if only != nil {
			return nil
		}
		only = st.Val
	}
	return only
}
