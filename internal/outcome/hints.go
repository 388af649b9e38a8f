// This file tells predicates that rest on tool annotations.

package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// restsOn returns what a predicate over tool annotations rests on where it is
// true and where it is false: what all ways to that answer have in common.
func (e *Engine) restsOn(fn *ssa.Function) (on, off Tag) {
	e.namesOf(fn)
	if e.active[fn] {
		return Hinted, 0
	}
	e.active[fn] = true
	defer delete(e.active, fn)
	const all = Hinted | Trusted
	on, off = all, all
	canTrue, canFalse := false, false
	c := newCollector(e, fn)
	w := &Walk{Engine: e, Fn: fn, Return: c.ret, depth: 1}
	w.FromEntry(knowledge.Failures, nil)
	for _, alt := range c.alts() {
		r := alt.Result(0)
		if r.K != Bool {
			r = Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: r.On, Off: r.On}
		}
		if r.T != 0 {
			canTrue = true
			on &= alt.Tags | r.On
		}
		if r.F != 0 {
			canFalse = true
			off &= alt.Tags | r.Off
		}
	}
	if !canTrue {
		on = 0
	}
	if !canFalse {
		off = 0
	}
	return on, off
}

// readsHints reports whether fn is a short function that reads tool
// annotations, or asks one that does.
func (e *Engine) readsHints(fn *ssa.Function) bool { return e.readsHintsBelow(fn, 0) }

func (e *Engine) readsHintsBelow(fn *ssa.Function, depth int) bool {
	if depth > 2 || len(fn.Blocks) == 0 || len(fn.Blocks) > 30 {
		return false
	}
	res := fn.Signature.Results()
	if res.Len() == 0 || !ssaval.IsBool(res.At(0).Type()) {
		return false
	}
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.FieldAddr:
			if isHintAccess(ssaval.Deref(x.X.Type()), x.Field) {
				return true
			}
		case *ssa.Field:
			if isHintAccess(x.X.Type(), x.Field) {
				return true
			}
		case *ssa.Call:
			if e.asksHints(x, depth) {
				return true
			}
		}
	}
	return false
}

// asksHints reports whether a call asks a predicate that reads annotations.
func (e *Engine) asksHints(c *ssa.Call, depth int) bool {
	res := c.Call.Signature().Results()
	if res.Len() != 1 || !ssaval.IsBool(res.At(0).Type()) {
		return false
	}
	if body := ssaval.Static(&c.Call); body != nil && len(body.Blocks) > 0 {
		return e.readsHintsBelow(body, depth+1)
	}
	fn := ssaval.Callee(&c.Call)
	if fn == nil || e.Behaviour == nil {
		return false // not known
	}
	b := e.Behaviour(fn)
	return b != nil && (b.Tags|b.Off)&Hinted != 0
}

func isHintAccess(t types.Type, i int) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return false
	}
	h, _ := hintField(t, st.Field(i).Name())
	return h
}
