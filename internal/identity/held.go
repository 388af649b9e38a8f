// This file tells what a struct holds that the function was given, where a loop
// changes it.

package identity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// held marks what a field of a parameter holds as carried from round to round
// if the region sets the field to something that may differ in each: an agent
// keeps what its model wants in a field of its own, and sets it in each turn.
func (w *slicing) held(t Term, p *ssa.Parameter, path []string, depth int) Term {
	if len(path) == 0 || w.region == nil || w.region.Blocks == nil || t.Kind != Param {
		return t
	}
	key := visit{p, "held " + path[0]}
	if w.active[key] {
		return t // what is set is made of what was there
	}
	w.active[key] = true
	defer delete(w.active, key)
	of := ssaval.Deref(p.Type())
	for instr := range w.region.Instructions() {
		st, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || !types.Identical(ssaval.Deref(fa.X.Type()), of) || !sameName(path[0], fieldName(fa.X.Type(), fa.Field)) {
			continue
		}
		if _, local := fa.X.(*ssa.Alloc); local {
			continue // a struct of its own
		}
		if w.obtained(st.Val) {
			return Term{Kind: Carried, Sub: []Term{t}}
		}
		set := w.value(st.Val, path[1:], depth+1)
		if set.Kind == Compose && slices.Contains([]string{"+", "-"}, set.Name) {
			continue // a counter
		}
		if v := set.Varies(); v.Unknown || v.Data || v.Carried {
			return Term{Kind: Carried, Sub: []Term{t}}
		}
	}
	return t
}

// obtained reports whether v is what a call returns in each round.
func (w *slicing) obtained(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok || !w.region.In(c) {
		return false
	}
	_, builtin := c.Call.Value.(*ssa.Builtin)
	return !builtin
}
