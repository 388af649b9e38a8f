package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A handover is a call that hands a func over to something that may invoke it
// again.
type handover struct {
	call    ssa.CallInstruction
	op      Op // of the func, in terms of the function that hands it over
	reach   reexec.Reach
	vehicle *knowledge.Vehicle
	helper  *ssa.Function // of this package
	param   int
	via     string
	fn      ssa.Value
	mcp     bool
	how     How
	// For a param that is passed on: see Reinvoke.
	limit, gate int
	afterFalse  bool
	marks       []MarkRule
}

// handed adds to s the ops of funcs that a call of something unknown is given.
// They are taken to be invoked by it, and its error to be theirs.
func (e *Engine) handed(s *Site) {
	common := s.Instr.Common()
	callee := ssaval.Callee(common)
	if callee != nil && storesFunc(knowledge.Name(callee)) {
		return
	}
	if callee != nil {
		if s2 := e.Summary(callee); s2 != nil && callee.Pkg() == e.Pass.Pkg {
			return // its body says that it does not invoke it
		}
	}
	if _, isDefer := s.Instr.(*ssa.Defer); isDefer {
		return
	}
	for _, arg := range common.Args {
		if !funcLike(arg.Type()) && !isEmptyInterface(arg.Type()) {
			continue
		}
		for _, t := range e.resolve(arg, 0) {
			for _, op := range e.targetOps(t, s.Instr) {
				if t.param != nil {
					e.addOps(s, op)
					continue
				}
				op = e.handedFrame(op, t, s.Instr)
				inner := op.Alts
				op.Alts = nil
				if v, ok := e.vehicleOf(s.Instr); ok && v.Kind != knowledge.Once {
					op.Alts = nil
				} else if resultsAlike(common.Signature(), t) {
					op.Alts = inner
				}
				e.addOps(s, e.resolved(op, s.Instr))
			}
		}
	}
}

func funcLike(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

func isEmptyInterface(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// resultsAlike: the callee returns what the func returns.
func resultsAlike(sig *types.Signature, t target) bool {
	if t.fn == nil {
		return false
	}
	a, b := sig.Results(), t.fn.Signature.Results()
	return a.Len() == b.Len() && a.Len() > 0 && ssaval.IsError(a.At(a.Len()-1).Type()) && ssaval.IsError(b.At(b.Len()-1).Type())
}

// storesFunc: functions that keep a func for events rather than invoke it.
func storesFunc(name string) bool {
	short := name[strings.LastIndexByte(name, '.')+1:]
	for _, p := range []string{"Handle", "Register", "Add", "On", "Set", "With", "Use", "New", "Subscribe", "Cleanup"} {
		if strings.HasPrefix(short, p) {
			return true
		}
	}
	return false
}

// handed2 lists the hand-overs in fn.
func (e *Engine) handed2(fn *ssa.Function) []handover {
	var out []handover
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, builtin := c.Common().Value.(*ssa.Builtin); builtin {
				continue
			}
			out = append(out, e.handoversAt(c)...)
		}
	}
	return out
}

func (e *Engine) handoversAt(c ssa.CallInstruction) []handover {
	common := c.Common()
	if v, ok := e.vehicleOf(c); ok {
		return e.toVehicle(c, v)
	}
	var out []handover
	for _, t := range e.targets(common) {
		var s *Summary
		switch {
		case t.fn != nil:
			s = e.summaries[t.fn]
		case t.obj != nil:
			s = e.Summary(t.obj)
		}
		if s == nil {
			continue
		}
		args := common.Args
		if common.IsInvoke() {
			args = append([]ssa.Value{common.Value}, args...)
		}
		for _, r := range s.Reinvokes {
			if r.Param >= len(args) {
				continue
			}
			off, limit := limited(r, args)
			for _, o := range r.Offs {
				if k, ok := constArg(args, o.Param); ok && k == o.Value {
					off = true
				}
			}
			if off {
				continue // told to make one attempt
			}
			via := ""
			if t.fn != nil {
				via = t.fn.RelString(e.Pass.Pkg)
			} else {
				via = shortName(t.obj)
			}
			for _, in := range e.resolve(args[r.Param], 0) {
				for _, op := range e.targetOps(in, c) {
					if in.param == nil {
						op = e.handedFrame(op, in, c)
						op = e.resolved(op, c)
					}
					h := handover{call: c, op: op, helper: t.fn, param: r.Param, via: via, fn: args[r.Param], mcp: r.MCP, how: Helper, limit: limit, afterFalse: r.AfterFalse, marks: r.Marks}
					if r.Gate > 0 && r.Gate <= len(args) {
						if p, ok := args[r.Gate-1].(*ssa.Parameter); ok {
							h.gate = paramIndex(p) + 1
						}
					}
					h.reach = e.toHelper(c, t.fn, r, op, args)
					if len(h.reach.Hits) > 0 {
						out = append(out, h)
					}
				}
			}
		}
	}
	return out
}

// shortName names a function of another package in a message.
func shortName(fn *types.Func) string {
	name := knowledge.Name(fn)
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		prefix := ""
		if name[0] == '(' {
			prefix = "("
			if name[1] == '*' {
				prefix = "(*"
			}
		}
		return prefix + name[i+1:]
	}
	return name
}

// toHelper tells after which endings a helper invokes a func again that turns
// out as op says.
func (e *Engine) toHelper(c ssa.CallInstruction, helper *ssa.Function, r Reinvoke, op Op, args []ssa.Value) reexec.Reach {
	var reach reexec.Reach
	when := r.When
	if r.Gate > 0 && r.Gate <= len(args) {
		if t, _, may, ok := e.predicate(args[r.Gate-1]); ok {
			when &= t
			r.May = may
		}
	}
	if op.Func != nil || len(op.Alts) == 0 {
		if when != 0 {
			reach.Hits = []reexec.Hit{{Ends: when, May: r.May}}
		}
		return reach
	}
	if helper != nil {
		// Its body is here: walk it with what the func returns.
		var got reexec.Reach
		ok := false
		var flags given
		if c != nil {
			flags, _ = constants(helper, c)
		}
		e.Outcome.Fresh(flags, func() { got, ok = e.walkHelper(helper, r.Param, op, args) })
		if ok {
			return got
		}
	}
	for _, alt := range op.Alts {
		ends, may := again(alt, marked(r, alt, when), r.AfterFalse, nil)
		if ends != 0 {
			reach.Hits = append(reach.Hits, reexec.Hit{Ends: ends, May: may || r.May, Tags: alt.Tags})
		}
	}
	return reach
}

// walkHelper repeats the analysis of a helper's repetition with the outcomes
// of the func that it is given in this case.
func (e *Engine) walkHelper(helper *ssa.Function, param int, op Op, args []ssa.Value) (reexec.Reach, bool) {
	var reach reexec.Reach
	ok := false
	old := e.bound
	e.bound = e.bind(helper, param, args)
	defer func() { e.bound = old }()
	for _, g := range withLiterals(helper) {
		sites := e.sites[g]
		for _, s := range sites {
			for _, p := range s.Ops {
				if p.Func == nil || p.Func.Fn != "" || p.Func.Index != param || p.Func.Path != "" {
					continue
				}
				with := p
				with.Alts = op.Alts
				if len(p.Flow) > 0 {
					continue // invoked further down: the general answer holds
				}
				for _, rep := range reexec.Cycles(e.Outcome, e.Attempt(s, with)) {
					ok = true
					if !rep.Polls {
						reach.Hits = append(reach.Hits, rep.Reach.Hits...)
					}
				}
				for _, t := range sites {
					if t != s && sameOp(t, p) {
						rep, found := reexec.Sequence(e.Outcome, e.Attempt(s, with), e.Attempt(t, with))
						ok = true
						if found {
							reach.Hits = append(reach.Hits, rep.Reach.Hits...)
						}
					}
				}
			}
		}
	}
	return reach, ok
}

// bind says what the other func parameters of a helper are in one call.
func (e *Engine) bind(helper *ssa.Function, param int, args []ssa.Value) map[*ssa.Parameter][]target {
	out := make(map[*ssa.Parameter][]target)
	for i, p := range helper.Params {
		if i == param || i >= len(args) || !funcLike(p.Type()) {
			continue
		}
		if ts := e.resolve(args[i], 0); len(ts) > 0 {
			out[p] = ts
		}
	}
	return out
}

// marked returns the endings that count for an outcome whose error carries a
// mark of the helper.
func marked(r Reinvoke, alt outcome.Alt, when knowledge.Endings) knowledge.Endings {
	last := lastResult(alt)
	for _, m := range r.Marks {
		if last.HasMark(m.Mark) {
			return m.When
		}
	}
	return when
}

// again tells after which endings of an outcome alt of a func it is invoked
// again by something that does so for the endings when of the attempt's own
// error.
func again(alt outcome.Alt, when knowledge.Endings, afterFalse bool, stops func(outcome.Abs) bool) (ends knowledge.Endings, may bool) {
	last := lastResult(alt)
	ends = alt.When
	switch last.K {
	case outcome.Nil, outcome.Bool:
		if !afterFalse {
			return 0, false
		}
		first := alt.Result(0)
		if first.K == outcome.Bool {
			ends &= first.F
		}
		if ends.Has(knowledge.Done) && first.K == outcome.Bool {
			return 0, false // polling for a state
		}
		return ends, alt.May || first.May
	case outcome.ErrIf:
		ends &= last.T
	case outcome.Err:
		if stops != nil && stops(last) {
			return 0, false
		}
		if !last.Chain {
			if !when.Has(knowledge.Unclassified) {
				return 0, false
			}
			return ends, alt.May
		}
	case outcome.Top:
		ends &^= knowledge.Of(knowledge.Done)
	}
	return ends & when, alt.May
}

// handovers reports the funcs that fn hands to something that runs them again.
func (e *Engine) handovers(fn *ssa.Function) {
	for _, h := range e.handed2(fn) {
		if h.op.Func != nil || len(h.reach.Hits) == 0 {
			continue
		}
		if h.op.open() {
			gs, named := e.circumstances(fn, h.op)
			if len(gs) == 0 {
				continue
			}
			h.op = named
		}
		if h.reach.Ends(0)|h.reach.With(outcome.Hinted)|h.reach.With(outcome.LookedUp) == 0 {
			continue
		}
		e.restOn(&h.reach, h.call)
		r := Repetition{How: h.how, Op: h.op, Site: &Site{Instr: h.call}, At: h.call, Reach: h.reach, Vehicle: h.vehicle, Via: h.via, Func: h.fn}
		if h.helper != nil && h.mcp {
			if at := e.again[againKey{h.helper, h.param}]; at != nil {
				r.At, r.Pos = at, at.Pos()
				r.First = h.call.Pos()
			}
		}
		e.add(r)
	}
}

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
	if f, m, ok := e.filtered(cfg, c, v); ok {
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
					h.reach.Hits = append(h.reach.Hits, reexec.Hit{Ends: ends, May: may || m, Tags: alt.Tags})
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
// let through.
func (e *Engine) filtered(cfg config, c ssa.CallInstruction, v knowledge.Vehicle) (knowledge.Endings, bool, bool) {
	found, may := false, false
	when := knowledge.All
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
	return when, may, found
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
