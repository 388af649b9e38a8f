// This file finds what a library or a helper runs again.

package stream

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// taken finds the transports of an SDK that are given a session which is gone.
func (s *replays) taken() {
	for _, t := range s.StatusTests(404, 200, 500) {
		for _, b := range t.Under {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok && knowledge.TakesSession(CalleeName(c)) && !nothing(c.Call.Args[0]) {
					s.add(c, c)
				}
			}
		}
	}
}

// trips reports whether a round tripper sends what it is given, and looks
// whether that has a session id, which others have set.
func (r *Room) trips(x *Exchange) bool {
	fn := x.Do().Parent()
	return fn.Name() == "RoundTrip" && r.parameterOf(x.Request, fn) >= 0 && slices.ContainsFunc(r.Headers, func(h *Header) bool {
		return h.Name == SessionID && !h.Write && h.Fn() == fn && r.parameterOf(h.Base, fn) >= 0
	})
}

// rerun reports whether a library runs the function again after the errors
// that it returns in the blocks.
func (s *replays) rerun(fn *ssa.Function, w *world, blocks map[*ssa.BasicBlock]bool) bool {
	if fn.Parent() == nil {
		return false
	}
	for c := range ssaval.All[ssa.CallInstruction](fn.Parent()) {
		if len(s.hooks.Callees(c)) > 0 {
			continue
		}
		v, ok := knowledge.VehicleOf(CalleeName(c))
		if !ok || v.Kind != knowledge.OnError || !slices.Contains(s.runs(c), fn) || switched(fn.Parent(), v) {
			continue
		}
		for b := range blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if ok && b != fn.Recover && fails(ret) && !s.permanent(ret, v) {
				return true
			}
		}
	}
	return false
}

// rerunHere reports whether a function of the package that is handed fn, a
// literal, calls it again after the error that it returns then.
func (s *replays) rerunHere(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	if e := s.gone.endsIn(fn); e.fine || !e.fails {
		return false // it may succeed: what the helper does then is unknown
	}
	for c := range ssaval.All[ssa.CallInstruction](fn.Parent()) {
		args := ssaval.Operands(c.Common())
		at := slices.IndexFunc(args, func(a ssa.Value) bool { return ssaval.Literal(a) == fn })
		for _, g := range s.hooks.Callees(c) {
			if at >= 0 && at < len(g.Params) && s.repeats(g, g.Params[at]) {
				return true
			}
		}
	}
	return false
}

// repeats reports whether a helper calls a func parameter again because it
// has returned an error.
func (s *replays) repeats(g *ssa.Function, p *ssa.Parameter) bool {
	var calls []*ssa.Call
	for c := range ssaval.All[*ssa.Call](g) {
		if ssaval.Plain(c.Call.Value) == ssa.Value(p) {
			calls = append(calls, c)
		}
	}
	for _, c := range calls {
		failed, _ := s.after(s.wary(404, errorsOf(c), nil), c, nil)
		fine, _ := s.after(s.wary(200, nil, errorsOf(c)), c, nil)
		for _, again := range calls {
			if failed[again.Block()] && !fine[again.Block()] {
				return true
			}
		}
	}
	return false
}

// switched reports whether the repetition is chosen by a predicate, or
// switched off.
func switched(fn *ssa.Function, v knowledge.Vehicle) bool {
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		name := CalleeName(c)
		if name == "" {
			continue
		}
		if slices.ContainsFunc(v.Filters, func(f knowledge.Filter) bool { return f.Func == name }) {
			return true
		}
		for _, off := range v.Off {
			if off.Func != name || off.Arg >= len(c.Common().Args) {
				continue
			}
			if n, ok := ssaval.Int(c.Common().Args[off.Arg]); !off.HasValue || ok && n == off.Equals {
				return true
			}
		}
	}
	return false
}

// permanent reports whether an error is wrapped so that the library stops.
func (s *replays) permanent(ret *ssa.Return, v knowledge.Vehicle) bool {
	near := s.local(s.Flow.in, lastResult(ret), ret.Parent(), Value|Loose)
	for p := range near {
		if c, ok := p.(*ssa.Call); ok && slices.Contains(v.Permanent, CalleeName(c)) {
			return true
		}
	}
	return false
}

// libraryRounds finds the calls that make a library run a function again that
// opens the stream and reads it.
func (r *Room) libraryRounds(x *Exchange, reading map[*ssa.Function]bool) []*Round {
	var out []*Round
	r.eachCall(func(c ssa.CallInstruction) {
		if len(r.hooks.Callees(c)) > 0 {
			return
		}
		v, ok := knowledge.VehicleOf(CalleeName(c))
		if !ok || v.Kind != knowledge.OnError || switched(c.Parent(), v) {
			return
		}
		for _, fn := range r.runs(c) {
			under := r.Sync(fn)
			reads := false
			for g := range under {
				reads = reads || reading[g]
			}
			if under[x.Fn()] && reads {
				out = append(out, &Round{Open: c, Exchange: x, Cycle: map[*ssa.Function]bool{fn: true}, Library: true})
			}
		}
	})
	return out
}
