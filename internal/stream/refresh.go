// This file finds where a state is used, and where it is read anew.

package stream

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// loads returns the instructions that use what the state holds.
func (r *Room) loads(s *State) []ssa.Instruction {
	var out []ssa.Instruction
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.UnOp:
			if Home(x.X) == Place(s.Place) && read(x) {
				out = append(out, x)
			}
		case *ssa.Call:
			// s.cache.Load(key), with the address of the field
			if len(x.Call.Args) > 0 && Home(x.Call.Args[0]) == Place(s.Place) && !list(s.Place.Type()) {
				if fn := ssaval.Callee(x.Common()); fn != nil && (strings.HasPrefix(fn.Name(), "Load") || fn.Name() == "Range") {
					out = append(out, x)
				}
			}
		}
	})
	return out
}

// read reports whether a loaded list or map is looked at, rather than only
// tested for nil, changed or appended to.
func read(x *ssa.UnOp) bool {
	for _, ref := range *x.Referrers() {
		switch u := ref.(type) {
		case *ssa.MapUpdate, *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Call:
			if b, ok := u.Call.Value.(*ssa.Builtin); ok && (b.Name() == "append" || b.Name() == "delete" || b.Name() == "clear" || b.Name() == "len") {
				continue
			}
			return true
		default:
			return true
		}
	}
	return false
}

// goesOn reports whether the state is used where it was not just read anew.
func (r *Room) goesOn(s *State) bool {
	return slices.ContainsFunc(r.loads(s), func(use ssa.Instruction) bool {
		for _, list := range r.listsIn(use.Parent(), s) {
			if ssaval.Precedes(list, use) {
				return false
			}
		}
		return true
	})
}

// listsIn returns the calls of fn that read the state anew, or anything if s
// is nil.
func (r *Room) listsIn(fn *ssa.Function, s *State) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		if r.relists(c, s) {
			out = append(out, c)
		}
	}
	return out
}

func (r *Room) relists(c ssa.CallInstruction, s *State) bool {
	if fn := ssaval.Callee(c.Common()); fn != nil && r.hooks.Rederives(fn) {
		return true
	}
	for m := range r.SendsBelow(c) {
		if IsList(m) && (s == nil || Family(m) == Family(s.Method)) {
			return true
		}
	}
	for _, fn := range r.runs(c) {
		for g := range r.Under(fn) {
			if obj, ok := g.Object().(*types.Func); ok && r.hooks.Rederives(obj) {
				return true
			}
		}
	}
	return false
}

// refreshed reports whether the state is read anew as time goes by: when it
// is too old, or by a loop that waits.
func (r *Room) refreshed(s *State) bool {
	for _, fn := range r.Funcs {
		for _, l := range r.listsIn(fn, s) {
			if !r.fills(l, s) {
				continue
			}
			for _, g := range Guards(l.Block()) {
				if r.timed(g.Cond) {
					return true
				}
			}
			for _, loop := range identity.Loops(fn, l.Block()) {
				if r.waitsIn(loop) && !r.opensIn(loop) {
					return true
				}
			}
		}
	}
	return false
}

// fills reports whether a call that reads anew fills the state.
func (r *Room) fills(c ssa.CallInstruction, s *State) bool {
	return slices.ContainsFunc(s.From, func(send *Send) bool {
		return send.Instr == c || slices.ContainsFunc(r.runs(c), func(fn *ssa.Function) bool { return r.Under(fn)[send.Fn()] })
	})
}

// timed reports whether a condition depends on the time.
func (r *Room) timed(cond ssa.Value) bool {
	for p := range r.Flow.Into(Value|Loose, cond) {
		if c, ok := p.(*ssa.Call); ok && strings.HasPrefix(strings.TrimPrefix(CalleeName(c), "("), "time.") {
			return true
		}
	}
	return false
}

// waitsIn reports whether a round of the loop takes a while.
func (r *Room) waitsIn(l *identity.Region) bool {
	for instr := range l.Instructions() {
		if len(r.delaysOf(instr, 3)) > 0 {
			return true
		}
		if sel, ok := instr.(*ssa.Select); ok {
			for _, st := range sel.States {
				if c, ok := st.Chan.Type().Underlying().(*types.Chan); ok && knowledge.TypeName(c.Elem()) == "time.Time" {
					return true
				}
			}
		}
		if u, ok := instr.(*ssa.UnOp); ok {
			if c, ok := u.X.Type().Underlying().(*types.Chan); ok && knowledge.TypeName(c.Elem()) == "time.Time" {
				return true
			}
		}
	}
	return false
}

// opensIn reports whether the loop opens a session, a subscription or a
// stream.
func (r *Room) opensIn(l *identity.Region) bool {
	for instr := range l.Instructions() {
		c, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if sends := r.SendsBelow(c); sends["initialize"] || sends["subscriptions/listen"] {
			return true
		}
		for _, x := range r.Streams() {
			if r.makes(c, x) {
				return true
			}
		}
	}
	return false
}
