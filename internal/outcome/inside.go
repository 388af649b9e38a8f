// This file follows what is known of an attempt into a function that may make
// it again: what it is told decides whether it does.

package outcome

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Inside returns what is left of p where the call x, which is told of the
// attempt by its arguments, comes to one of the calls in its body that makes
// names: one path for each way there, none if it does not come there. It is p
// itself if x is told nothing, or its body is out of sight.
func (w *Walk) Inside(p *Path, x *ssa.Call, makes func(ssa.CallInstruction) bool) []*Path {
	same := []*Path{p}
	if w.Engine.Callees == nil || w.depth >= maxTransfers {
		return same
	}
	args := ssaval.Operands(&x.Call)
	abs := make([]Abs, len(args))
	told := false
	for i, a := range args {
		abs[i] = w.eval(p, a)
		switch abs[i].K {
		case Err, ErrIf, Text, Status, Code:
			told = true
		}
	}
	bodies := w.Engine.Callees(x)
	if !told || len(bodies) != 1 {
		return same // nothing is told, or it may be any of several
	}
	fn := bodies[0]
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxBodyBlocks || w.Engine.active[fn] || fn == w.Fn {
		return same
	}
	w.Engine.active[fn] = true
	defer delete(w.Engine.active, fn)
	var out []*Path
	found := false
	sub := &Walk{Engine: w.Engine, Fn: fn, depth: w.depth + 1, payer: w.payer}
	sub.Visit = func(instr ssa.Instruction, q *Path) Action {
		c, ok := instr.(ssa.CallInstruction)
		if !ok || !makes(c) {
			return Continue
		}
		found = true
		ways := []*Path{q}
		if call, ok := c.(*ssa.Call); ok {
			ways = sub.Inside(q, call, makes)
		}
		for _, way := range ways {
			on := p.clone()
			on.Ends, on.May, on.Tags = way.Ends, p.May || way.May, p.Tags|way.Tags
			if !slices.ContainsFunc(out, func(o *Path) bool { return o.Ends == on.Ends && o.May == on.May && o.Tags == on.Tags }) {
				out = append(out, on)
			}
		}
		return Stop
	}
	sub.enterWith(p, w.carry(p, fn, args, abs, closureOf(x.Call.Value)))
	if sub.Overflow {
		return same
	}
	if !found && !callsAny(fn, makes) {
		return same // it is made further down, in what is not followed here
	}
	return out
}

// callsAny reports whether a function makes one of the calls at all.
func callsAny(fn *ssa.Function, makes func(ssa.CallInstruction) bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && makes(c) {
				return true
			}
		}
	}
	return false
}
