// This file tells whether event ids are kept only for events that have data.

package stream

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// IgnoresEmpty reports whether the cursor is set only for events that have
// data, and nowhere else.
func (r *Room) IgnoresEmpty(k *Keep, all []*Keep) bool {
	data := r.Flow.From(Value&^Back, r.Parts(FieldData)...)
	if !r.dataGuarded(k, data) {
		return false
	}
	for _, other := range all {
		if other != k && other.cursor == k.cursor && r.beside(other, k) && !r.dataGuarded(other, data) {
			return false
		}
	}
	return true
}

// beside: one function, or one that runs the other.
func (r *Room) beside(a, b *Keep) bool {
	f, g := a.At.Parent(), b.At.Parent()
	return r.Under(f)[g] || r.Under(g)[f]
}

func (r *Room) dataGuarded(k *Keep, data Set) bool {
	if guardedBy(k.guards(), data, r.Flow) {
		return true
	}
	// An event comes from a function that returns none without data.
	for p := range r.local(r.Flow.in, k.Value, k.At.Parent(), Same|Out) {
		v, ok := p.(ssa.Value)
		if !ok {
			continue
		}
		if e, ok := v.(*ssa.Extract); ok {
			v = e.Tuple
		}
		if c, ok := v.(*ssa.Call); ok && r.returnsData(c, data) {
			return true
		}
	}
	// Or is handed over by a parser that hands none over without.
	calls := r.callers[k.At.Parent()]
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		return !guardedBy(Guards(c.Block()), data, r.Flow)
	})
}

func guardedBy(guards []Guard, data Set, flow *Flow) bool {
	for _, g := range guards {
		if b, ok := g.Cond.(*ssa.BinOp); ok && (b.Op == token.EQL || b.Op == token.NEQ || b.Op == token.GTR || b.Op == token.LSS) {
			for p := range flow.Into(Same|Derived, g.Cond) {
				if data[p] {
					return true
				}
			}
		}
	}
	return false
}

// returnsData reports whether a function that takes events apart returns one
// only if it has data.
func (r *Room) returnsData(c *ssa.Call, data Set) bool {
	for _, fn := range r.hooks.Callees(c) {
		if !slices.ContainsFunc(r.Parsers, func(p *Parser) bool { return p.Fn == fn }) {
			continue
		}
		some := false
		for ret := range ssaval.Returns(fn) {
			if fails(ret) {
				continue
			}
			if !guardedBy(Guards(ret.Block()), data, r.Flow) {
				return false
			}
			some = true
		}
		if some {
			return true
		}
	}
	return false
}

// fails reports whether a return hands an error on.
func fails(ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := lastResult(ret)
	if !ssaval.IsError(last.Type()) {
		return false
	}
	c, ok := last.(*ssa.Const)
	return !ok || c.Value != nil
}
