// This file tells whether a way round that opens a stream also reads it.

package stream

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// readsIn reports whether events of the stream are read in the loop: by the
// loop itself, by a call beside the one that opens it, or by that one after
// it has.
func (r *Room) readsIn(l *identity.Region, open ssa.CallInstruction, x *Exchange, reading map[*ssa.Function]bool) bool {
	for instr := range l.Instructions() {
		if instr != open && r.readsAt(instr, reading) {
			return true
		}
	}
	for _, p := range r.Parsers {
		if p.Fn == l.Fn && reading[p.Fn] && slices.ContainsFunc(p.Tests, func(t *FieldTest) bool { return l.Blocks[t.Instr.Block()] }) {
			return true
		}
	}
	return r.readsAfter(open, x, reading, make(map[*ssa.Function]bool))
}

// readsAt reports whether an instruction reads events, and goes on when they
// end.
func (r *Room) readsAt(instr ssa.Instruction, reading map[*ssa.Function]bool) bool {
	var below []*ssa.Function
	switch x := instr.(type) {
	case *ssa.MakeClosure:
		if onlyGo(x) && !joined(x) {
			return false
		}
		below = append(below, x.Fn.(*ssa.Function))
	case ssa.CallInstruction:
		if _, ok := knowledge.SSEClientOf(CalleeName(x)); ok || knowledge.EventMethod(CalleeName(x)) != knowledge.EventNone {
			return true
		}
		if g, ok := x.(*ssa.Go); ok && !r.awaited(g) {
			return false
		}
		below = r.hooks.Callees(x)
	case *ssa.FieldAddr:
		return r.fieldPart(x.X, x.Field) != knowledge.EventNone
	case *ssa.Field:
		return r.fieldPart(x.X, x.Field) != knowledge.EventNone
	}
	for _, g := range below {
		for h := range r.Sync(g) {
			if reading[h] {
				return true
			}
		}
	}
	return false
}

// readsAfter reports whether a call that opens the stream reads it then.
func (r *Room) readsAfter(c ssa.CallInstruction, x *Exchange, reading, on map[*ssa.Function]bool) bool {
	if c == x.Call() {
		_, ok := knowledge.SSEClientOf(CalleeName(c))
		return ok
	}
	for _, fn := range r.runs(c) {
		if on[fn] || !r.Sync(fn)[x.Fn()] {
			continue
		}
		on[fn] = true
		for _, open := range r.openings(fn, x) {
			if reading[fn] || r.readsBehind(open, reading) || r.readsAfter(open, x, reading, on) {
				return true
			}
		}
	}
	return false
}

// readsBehind reports whether the function of a call reads events after it.
func (r *Room) readsBehind(open ssa.CallInstruction, reading map[*ssa.Function]bool) bool {
	for instr := range ssaval.Instructions(open.Parent()) {
		if instr != open && ssaval.Reaches(open, instr, nil) && r.readsAt(instr, reading) {
			return true
		}
	}
	return false
}

// cycleRounds finds functions that call each other round: one opens the
// stream, one that reads it comes back to it.
func (r *Room) cycleRounds(x *Exchange, reading map[*ssa.Function]bool) []*Round {
	var out []*Round
	level := []*ssa.Function{x.Fn()}
	for range maxLift {
		var up []*ssa.Function
		for _, start := range level {
			o := r.cycleFrom(start, x, reading)
			if o != nil && !slices.ContainsFunc(out, func(p *Round) bool { return p.Cycle[start] }) {
				out = append(out, o)
			}
			for _, c := range r.callers[start] {
				if _, ok := c.(*ssa.Go); !ok && !slices.Contains(up, c.Parent()) {
					up = append(up, c.Parent())
				}
			}
		}
		level = up
	}
	return out
}

// cycleFrom finds the way round from a function that opens the stream back
// to it.
func (r *Room) cycleFrom(start *ssa.Function, x *Exchange, reading map[*ssa.Function]bool) *Round {
	cycle := make(map[*ssa.Function]bool)
	for fn := range r.Under(start) {
		if r.Under(fn)[start] && (fn != start || slices.Contains(r.Below(fn), start)) {
			cycle[fn] = true
		}
	}
	for _, fn := range r.Funcs { // in order, for the same answer every time
		if !cycle[fn] {
			continue
		}
		readsHere := reading[fn] || slices.ContainsFunc(r.Below(fn), func(g *ssa.Function) bool { return reading[g] })
		if !readsHere {
			continue
		}
		if c := r.callInto(fn, start, cycle); c != nil {
			return &Round{Open: c, Exchange: x, Cycle: cycle}
		}
	}
	return nil
}

// callInto returns the call of fn on the way round to start.
func (r *Room) callInto(fn, start *ssa.Function, cycle map[*ssa.Function]bool) ssa.CallInstruction {
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		for _, g := range r.runs(c) {
			if g == start || cycle[g] && r.Under(g)[start] && g != fn {
				return c
			}
		}
	}
	return nil
}

// overList reports whether the loop goes over the elements of a list or map.
func overList(l *identity.Region) bool {
	for h := range l.Headers {
		for _, instr := range h.Instrs {
			switch x := instr.(type) {
			case *ssa.Next:
				return true
			case *ssa.BinOp:
				// i < len(list)
				if x.Op != token.LSS {
					continue
				}
				if c, ok := x.Y.(*ssa.Call); ok {
					if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
						return true
					}
				}
			}
		}
	}
	return false
}
