// This file finds where a cursor is set to an event id.

package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

func loopsOf(instr ssa.Instruction) []*identity.Region {
	return identity.Loops(instr.Parent(), instr.Block())
}

// A Keep is a place that sets a cursor to an event id.
type Keep struct {
	At    ssa.Instruction
	Value ssa.Value
	// Block is where it is decided, and Edge, if not nil, the block that
	// control goes to from there.
	Block, Edge *ssa.BasicBlock
	cursor      Place
}

// Keeps returns the places that set what is presented as Last-Event-ID to an
// event id.
func (r *Room) Keeps() []*Keep {
	ids := r.ids()
	var heads []Place
	for _, h := range r.Written(LastEventID) {
		heads = append(heads, h.Value, Home(h.Value))
	}
	if len(heads) == 0 {
		return nil
	}
	presented := r.Flow.Into(Value, heads...)
	var out []*Keep
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.Store:
			home := Home(x.Addr)
			if made(x.Addr) || isResult(x.Addr) || Home(x.Val) == home || begins(x) {
				return // the cursor of something new, or the one that it was
			}
			if presented[home] && (ids[x.Val] || r.partAt(FieldID, x.Val, x.Block())) && ssaval.IsString(x.Val.Type()) && !r.isPart(home) {
				out = append(out, &Keep{At: x, Value: x.Val, Block: x.Block(), cursor: home})
			}
		case *ssa.MapUpdate:
			// A cursor for each stream; a constant key is a part of an event,
			// or a header.
			_, named := ssaval.Text(x.Key)
			home := Home(x.Map)
			if !named && presented[home] && ids[x.Value] && ssaval.IsString(x.Value.Type()) && !r.isPart(home) {
				out = append(out, &Keep{At: x, Value: x.Value, Block: x.Block(), cursor: home})
			}
		case *ssa.Call:
			if v, home := atomically(x); v != nil && presented[home] && ids[v] && ssaval.IsString(v.Type()) {
				out = append(out, &Keep{At: x, Value: v, Block: x.Block(), cursor: home})
			}
		case *ssa.Phi:
			if !presented[x] || !ssaval.IsString(x.Type()) || len(identity.Loops(x.Parent(), x.Block())) == 0 || !r.reachesHeader(x, heads) {
				return
			}
			for i, e := range x.Edges {
				if ids[e] && e != x {
					out = append(out, &Keep{At: x, Value: e, Block: x.Block().Preds[i], Edge: x.Block(), cursor: x})
				}
			}
		}
	})
	return out
}

// atomically returns what a call stores in an atomic variable, and where that
// is.
func atomically(c *ssa.Call) (ssa.Value, Place) {
	switch CalleeName(c) {
	case "(*sync/atomic.Value).Store", "(*sync/atomic.Value).Swap":
	default:
		return nil, nil
	}
	v := c.Call.Args[1]
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return v, Home(c.Call.Args[0])
}

// made reports whether an address is that of a field of a struct that the
// function has just made.
func made(addr ssa.Value) bool {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	a, ok := fa.X.(*ssa.Alloc)
	return ok && a.Heap
}

// begins reports whether a store gives a parameter, which a closure changes,
// what the caller has given for it: that takes the place of no other cursor.
func begins(x *ssa.Store) bool {
	p, ok := x.Val.(*ssa.Parameter)
	if !ok {
		return false
	}
	a, ok := x.Addr.(*ssa.Alloc)
	return ok && a.Pos() == p.Pos() && x.Block().Index == 0
}

// isResult reports whether an address is that of a result: functions with
// deferred calls keep theirs in variables.
func isResult(addr ssa.Value) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, use := range *load.Referrers() {
			if _, ok := use.(*ssa.Return); ok {
				return true
			}
		}
	}
	return false
}

// isPart: the field of an event, and not a cursor: where the parser puts what
// it has found.
func (r *Room) isPart(p Place) bool {
	v, ok := p.(*types.Var)
	if !ok {
		return false
	}
	for _, parser := range r.Parsers {
		for _, t := range parser.Tests {
			if t.Field == FieldID && slices.Contains(t.Seeds, p) {
				return len(r.owners()[v]) > 0 && r.besideData(v)
			}
		}
	}
	return r.besideData(v)
}

// besideData reports whether the struct that has the field has one for the
// data of the event, too.
func (r *Room) besideData(v *types.Var) bool {
	data := r.Flow.From(Value, r.Parts(FieldData)...)
	for _, n := range r.owners()[v] {
		st := n.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			f := st.Field(i).Origin()
			if _, isChan := f.Type().Underlying().(*types.Chan); f != v && data[f] && !isChan {
				return true
			}
		}
	}
	return false
}

// reachesHeader: the variable itself is presented, by its own function.
func (r *Room) reachesHeader(x *ssa.Phi, heads []Place) bool {
	to := r.local(r.Flow.out, x, x.Parent(), Same|Derived)
	for p := range to {
		v, ok := p.(ssa.Value)
		if !ok || v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			c, ok := ref.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, fn := range r.hooks.Callees(c) {
				for i, a := range ssaval.Operands(c.Common()) {
					if a == v && i < len(fn.Params) && slices.ContainsFunc(heads, func(h Place) bool { return r.Flow.From(Value, fn.Params[i])[h] }) {
						return true
					}
				}
			}
		}
		if slices.Contains(heads, p) {
			return true
		}
	}
	return false
}

// Pos returns the position of what the cursor is set to, for a variable that
// has none of its own.
func (k *Keep) Pos() token.Pos {
	if v, ok := k.Value.(ssa.Instruction); ok && k.Edge != nil {
		if e, ok := v.(*ssa.Extract); ok {
			v = e.Tuple.(ssa.Instruction)
		}
		return PosOf(v)
	}
	return PosOf(k.At)
}

// guards are the conditions under which the cursor is set.
func (k *Keep) guards() []Guard {
	out := Guards(k.Block)
	if k.Edge != nil {
		if br, ok := k.Block.Instrs[len(k.Block.Instrs)-1].(*ssa.If); ok && k.Block.Succs[0] != k.Block.Succs[1] {
			out = append(out, addGuard(nil, Guard{br.Cond, k.Block.Succs[0] == k.Edge, br}, 0)...)
		}
	}
	return out
}

// Lost reports whether an event without an id, or a stream without events,
// empties the cursor.
func (r *Room) Lost(k *Keep) bool {
	if r.tested(k.guards(), k.Value) {
		return false
	}
	if k.Edge != nil && len(identity.Loops(k.Block.Parent(), k.Block)) == 0 {
		return false // before the first round there is no cursor to lose
	}
	e := emptiness{r, k.cursor, webOf(k.cursor), make(map[ssa.Value]bool)}
	return e.may(k.Value, nil, 0)
}

// tested reports whether one of the conditions is a test of the id, or says
// that there was one.
func (r *Room) tested(guards []Guard, v ssa.Value) bool {
	same := r.Flow.Into(Same, v)
	for _, g := range guards {
		if r.idTest(g.Cond) {
			return true
		}
		for p := range r.Flow.Into(Value, g.Cond) {
			if _, isConst := p.(*ssa.Const); !isConst && same[p] {
				return true
			}
		}
		if r.flag(g.Cond) {
			return true
		}
	}
	return false
}

// idTest: the line has an id.
func (r *Room) idTest(cond ssa.Value) bool {
	for _, p := range r.Parsers {
		for _, t := range p.Tests {
			if t.Field == FieldID && t.Cond == cond {
				return true
			}
		}
	}
	return false
}

// flag reports whether a condition is a variable that is set where an id is
// found.
func (r *Room) flag(cond ssa.Value) bool {
	for p := range r.Flow.Into(Same, cond) {
		switch x := p.(type) {
		case *ssa.Phi:
			for i, e := range x.Edges {
				if isTrue(e) && r.underIDTest(x.Block().Preds[i]) {
					return true
				}
			}
		case *ssa.Alloc:
			for _, ref := range *x.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && isTrue(st.Val) && r.underIDTest(st.Block()) {
					return true
				}
			}
		case *types.Var:
			found := false
			r.each(func(instr ssa.Instruction) {
				if st, ok := instr.(*ssa.Store); ok && Home(st.Addr) == p && isTrue(st.Val) && r.underIDTest(st.Block()) {
					found = true
				}
			})
			if found {
				return true
			}
		}
	}
	return false
}

func isTrue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.ExactString() == "true"
}

func (r *Room) underIDTest(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(Guards(b), func(g Guard) bool { return g.True && r.idTest(g.Cond) })
}
