// This file asks a vehicle of the tables, such as a library for retries, the
// same: by its options, and the predicates that it is given.

package effect

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// vehicleOf returns the table row of the called function.
func (e *Engine) vehicleOf(c ssa.CallInstruction) (knowledge.Vehicle, bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return knowledge.Vehicle{}, false
	}
	return knowledge.VehicleOf(knowledge.Name(fn))
}

// toVehicle judges the operation that a library function is given.
func (e *Engine) toVehicle(c ssa.CallInstruction, v knowledge.Vehicle) []handover {
	if v.Kind == knowledge.Once || v.Kind == knowledge.Periodic || v.Kind == knowledge.Conflict {
		return nil
	}
	arg := ssaval.Argument(c.Common(), v.Op)
	if arg == nil {
		return nil
	}
	cfg := e.config(c, arg)
	if cfg.off(v.Off) {
		return nil
	}
	hedged := cfg.has(v.Hedges)
	switch v.Kind {
	case knowledge.ByPolicy, knowledge.OnMarker:
		if !hedged && !cfg.has(v.Markers) {
			return nil
		}
	}
	when, may := knowledge.All&^knowledge.Of(knowledge.Done), false
	hasFilter := false
	f, m, tags, ok := e.filtered(cfg, c, v)
	if ok {
		when, may, hasFilter = f, m, true
	}
	how := Library
	if v.Kind == knowledge.Workflow {
		how = Job
	}
	var out []handover
	for _, in := range e.resolve(arg, 0) {
		for _, op := range e.targetOps(in, c) {
			if in.param == nil {
				op = e.resolved(e.handedFrame(op, in, c), c)
			}
			vv := v
			h := handover{call: c, op: op, vehicle: &vv, via: shortVehicle(v.Func), fn: arg, how: how}
			alts := op.Alts
			if op.Func != nil || len(alts) == 0 {
				alts = []outcome.Alt{{When: knowledge.Failures, Results: []outcome.LocAbs{{Loc: "r9", A: outcome.AttemptError}}}}
			}
			for _, alt := range alts {
				ends, m := e.vehicleAgain(v, alt, when, hasFilter)
				if hedged {
					ends |= alt.When & knowledge.Of(knowledge.NetTimeout, knowledge.DeadlineExceeded, knowledge.Unclassified)
				}
				if ends != 0 {
					h.reach.Hits = append(h.reach.Hits, reexec.Hit{Ends: ends, May: may || m, Tags: alt.Tags | tags})
				}
			}
			out = append(out, h)
		}
	}
	return out
}

func shortVehicle(full string) string {
	if i := strings.LastIndexByte(full, '/'); i >= 0 {
		full = full[i+1:]
	}
	return strings.TrimRight(full, ")")
}

func (e *Engine) vehicleAgain(v knowledge.Vehicle, alt outcome.Alt, when knowledge.Endings, filtered bool) (knowledge.Endings, bool) {
	stops := func(a outcome.Abs) bool {
		if v.FilterFirst && filtered {
			return false
		}
		inner, wrapped := strings.CutSuffix(a.Perm, outcome.WrappedMark)
		if slices.Contains(v.Permanent, inner) && !(wrapped && v.Outermost) {
			return true
		}
		for _, p := range v.Permanent {
			if a.HasMark(p) {
				return true
			}
		}
		return false
	}
	switch v.Kind {
	case knowledge.Poll:
		last := lastResult(alt)
		if last.K != outcome.Nil && last.K != outcome.Bool && last.K != outcome.Top {
			return 0, false
		}
		ends, may := again(alt, when, true, stops)
		if ends.Has(knowledge.Done) && !may {
			return 0, false // polling for a state
		}
		return ends, may
	case knowledge.OptIn:
		last := lastResult(alt)
		if last.K == outcome.Err && slices.Contains(v.Retryable, strings.TrimSuffix(last.Perm, outcome.WrappedMark)) {
			return again(alt, when, false, nil)
		}
		return 0, false
	case knowledge.TryBool:
		first := alt.Result(0)
		ends, may := again(alt, when, false, stops)
		if first.K == outcome.Bool {
			ends &= first.T
		}
		return ends, may || first.May
	}
	return again(alt, when, false, stops)
}

// filtered returns the endings that the predicates among a vehicle's options
// let through, and what they rest on when they do.
func (e *Engine) filtered(cfg config, c ssa.CallInstruction, v knowledge.Vehicle) (when knowledge.Endings, may bool, tags outcome.Tag, found bool) {
	when = knowledge.All
	for _, f := range v.Filters {
		var preds []ssa.Value
		if f.Type != "" {
			t, ok := cfg.listed(f)
			if !ok {
				continue
			}
			found = true
			if f.Stops {
				when &^= t
			} else {
				when &= t
			}
			continue
		}
		if f.Func == "" {
			if a := ssaval.Argument(c.Common(), f.Arg); a != nil {
				preds = append(preds, a)
			}
		} else {
			for _, call := range cfg.callsOf(f.Func) {
				if a := ssaval.Argument(call.Common(), f.Arg); a != nil {
					preds = append(preds, a)
				}
			}
		}
		for _, p := range preds {
			tags |= e.restsOn(p, f.Stops)
			t, fl, m, ok := e.predicate(p)
			if !ok {
				may = true
				continue
			}
			found = true
			may = may || m
			if f.Stops {
				when &= fl
			} else {
				when &= t
			}
		}
	}
	return when, may, tags, found
}

// restsOn returns what a predicate rests on when it lets something be repeated:
// when it is true, or, if it stops, when it is false.
func (e *Engine) restsOn(pred ssa.Value, stops bool) outcome.Tag {
	tags := outcome.Hinted | outcome.Trusted
	found := false
	for _, t := range e.resolve(pred, 0) {
		var b *outcome.Behaviour
		switch {
		case t.fn != nil:
			b = e.Outcome.BehaviourOf(t.fn)
		case t.obj != nil:
			b = e.behaviour(t.obj)
		}
		switch {
		case b == nil:
			return 0 // rests on nothing that is known
		case stops:
			tags &= b.Off
		default:
			tags &= b.Tags
		}
		found = true
	}
	if !found {
		return 0
	}
	return tags
}

// predicate returns for which endings a func(error) bool can be true and
// false.
func (e *Engine) predicate(v ssa.Value) (canTrue, canFalse knowledge.Endings, may, ok bool) {
	for _, t := range e.resolve(v, 0) {
		var b *outcome.Behaviour
		switch {
		case t.fn != nil:
			b = e.Outcome.BehaviourOf(t.fn)
		case t.obj != nil:
			if m, known := knowledge.ErrorFunc(knowledge.Name(t.obj)); known {
				return m.CanTrue(), m.CanFalse(), false, true
			}
			b = e.behaviour(t.obj)
		}
		if b == nil {
			return 0, 0, false, false
		}
		for _, h := range b.Handles {
			if !slices.Contains(h.In, outcome.Err) {
				continue
			}
			ok = true
			for _, alt := range h.Alts {
				r := alt.Result(0)
				may = may || alt.May || r.May
				if r.K != outcome.Bool {
					canTrue |= alt.When
					canFalse |= alt.When
					continue
				}
				canTrue |= alt.When & r.T
				canFalse |= alt.When & r.F
			}
		}
	}
	return canTrue, canFalse, may, ok
}
