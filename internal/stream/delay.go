// This file finds how long code waits before it opens a stream again.

package stream

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Delay is a value that says how long code waits.
type Delay struct {
	Value ssa.Value
	// told are the parameters that it is made of, in whose place other
	// delays stand: what the callers give.
	told []Place
}

// maxHelpers bounds how deep a delay is looked for below a call.
const maxHelpers = 5

// Delays returns how long code waits on a way round before it opens the
// stream: what is handed to timers, and to functions out of sight that take a
// duration.
func (r *Room) Delays(o *Round) []Delay {
	var out []Delay
	if o.Loop == nil {
		for _, fn := range r.Funcs {
			if o.Cycle[fn] {
				out = append(out, r.delaysUnder(fn, 0)...)
			}
		}
		return out
	}
	for instr := range o.Loop.Instructions() {
		if instr != o.Open {
			out = append(out, r.delaysOf(instr, 0)...)
		}
	}
	return append(out, r.before(o.Open, o.Exchange, make(map[*ssa.Function]bool))...)
}

// before returns the delays below a call that come before it opens the
// stream.
func (r *Room) before(c ssa.CallInstruction, x *Exchange, on map[*ssa.Function]bool) []Delay {
	var out []Delay
	for _, fn := range r.runs(c) {
		if on[fn] || c == x.Call() || !r.Sync(fn)[x.Fn()] {
			continue
		}
		on[fn] = true
		for _, open := range r.openings(fn, x) {
			for instr := range ssaval.Instructions(fn) {
				if instr != open && ssaval.Reaches(instr, open, nil) {
					out = append(out, r.delaysOf(instr, 0)...)
				}
			}
			out = append(out, r.before(open, x, on)...)
		}
	}
	return out
}

// openings are the calls of fn that make the exchange, or lead to it.
func (r *Room) openings(fn *ssa.Function, x *Exchange) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		if r.makes(c, x) {
			out = append(out, c)
		}
	}
	return out
}

func (r *Room) delaysUnder(fn *ssa.Function, depth int) []Delay {
	if depth > maxHelpers {
		return nil
	}
	var out []Delay
	for instr := range ssaval.Instructions(fn) {
		out = append(out, r.delaysOf(instr, depth)...)
	}
	return out
}

// delaysOf returns the delays of one instruction, and of what it may run.
func (r *Room) delaysOf(instr ssa.Instruction, depth int) []Delay {
	switch x := instr.(type) {
	case *ssa.MakeClosure:
		return r.delaysUnder(x.Fn.(*ssa.Function), depth+1)
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return r.delaysOn(x.X)
		}
	case *ssa.Select:
		var out []Delay
		for _, st := range x.States {
			if st.Dir == types.RecvOnly {
				out = append(out, r.delaysOn(st.Chan)...)
			}
		}
		return out
	case ssa.CallInstruction:
		var out []Delay
		bodies := r.hooks.Callees(x)
		for _, fn := range bodies {
			for _, d := range r.delaysUnder(fn, depth+1) {
				out = append(out, r.toldBy(d, fn, x)...)
			}
		}
		if len(bodies) > 0 || notDelays[CalleeName(x)] {
			return out
		}
		for _, a := range ssaval.Operands(x.Common()) {
			if knowledge.TypeName(a.Type()) == "time.Duration" {
				out = append(out, Delay{Value: a})
			}
		}
		return out
	}
	return nil
}

// delaysOn returns how long a receive from a channel waits that a ticker or a
// timer sends on, or the end of a context with a time limit.
func (r *Room) delaysOn(ch ssa.Value) []Delay {
	from := ch
	if load, ok := ch.(*ssa.UnOp); ok {
		if of, _, ok := ssaval.Selected(load.X); ok && strings.HasPrefix(types.TypeString(ssaval.Deref(of), nil), "time.T") {
			from = load.X.(*ssa.FieldAddr).X // t.C
		}
	}
	if c, ok := ch.(*ssa.Call); ok && c.Call.IsInvoke() && c.Call.Method.Name() == "Done" {
		from = c.Call.Value
	}
	var out []Delay
	for p := range r.local(r.Flow.in, from, ch.Parent(), Same) {
		c, _ := called(p)
		if c == nil {
			continue
		}
		switch CalleeName(c) {
		case "time.NewTicker", "time.Tick", "time.NewTimer", "context.WithTimeout":
			out = append(out, Delay{Value: c.Call.Args[len(c.Call.Args)-1]})
		}
	}
	return out
}

// toldBy adds to a delay of fn what the call c gives for the parameters that
// it is made of.
func (r *Room) toldBy(d Delay, fn *ssa.Function, c ssa.CallInstruction) []Delay {
	if d.Value.Parent() != fn {
		return []Delay{d}
	}
	out := []Delay{d}
	args := ssaval.Operands(c.Common())
	for p := range r.local(r.Flow.in, d.Value, fn, Value) {
		param, ok := p.(*ssa.Parameter)
		if !ok || reference(param.Type()) {
			continue
		}
		if i := slices.Index(fn.Params, param); i >= 0 && i < len(args) {
			out[0].told = append(slices.Clone(out[0].told), param)
			out = append(out, Delay{Value: args[i]})
		}
	}
	return out
}

// notDelays take a duration and do not wait for it.
var notDelays = map[string]bool{
	"context.WithTimeout": true, "context.WithTimeoutCause": true,
	"(time.Time).Add": true, "(time.Duration).String": true, "(time.Duration).Seconds": true,
	"(time.Duration).Milliseconds": true, "(time.Duration).Truncate": true, "(time.Duration).Round": true,
	"(time.Duration).Minutes": true, "(time.Duration).Hours": true,
}

// Honours reports whether one of the delays is made of what the server asked
// for with the retry field.
func (r *Room) Honours(delays []Delay) bool {
	asked := make(Set)
	for _, p := range r.Parts(FieldRetry) {
		asked[p] = true
	}
	for _, d := range delays {
		if meets(r.Flow.in, Value|Loose, d.Value, d.told, asked) {
			return true
		}
	}
	return false
}

// meets reports whether the ways from a place lead to one of the goals
// without passing the places to avoid.
func meets(ways ways, kinds Kind, from Place, avoid []Place, goals Set) bool {
	seen := make(Set)
	for _, p := range avoid {
		seen[p] = true
	}
	if seen[from] {
		return false
	}
	stack := []Place{from}
	seen[from] = true
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if goals[p] {
			return true
		}
		for _, w := range ways.at(p) {
			if w.kind&kinds != 0 && !seen[w.to] {
				seen[w.to] = true
				stack = append(stack, w.to)
			}
		}
	}
	return false
}
