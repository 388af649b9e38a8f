// This file asks a helper that is handed an operation, and whose body or fact is
// known, after which outcomes it runs it again.

package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// toHelper tells after which endings a helper invokes a func again that turns
// out as op says.
func (e *Engine) toHelper(c ssa.CallInstruction, helper *ssa.Function, r Reinvoke, op Op, args []ssa.Value) reexec.Reach {
	var reach reexec.Reach
	when := r.When
	var rests outcome.Tag
	if r.Gate > 0 && r.Gate <= len(args) {
		rests = e.restsOn(args[r.Gate-1], false)
		if t, _, may, ok := e.predicate(args[r.Gate-1]); ok {
			when &= t
			r.May = may
		}
	}
	if op.Func != nil || len(op.Alts) == 0 {
		if when != 0 {
			reach.Hits = []reexec.Hit{{Ends: when, May: r.May, Tags: rests}}
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
			reach.Hits = append(reach.Hits, reexec.Hit{Ends: ends, May: may || r.May, Tags: alt.Tags | rests})
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
						rep, found := reexec.Sequence(e.Outcome, e.Attempt(s, with), e.Attempt(t, with), nil)
						if found {
							reach.Hits = append(reach.Hits, rep.Reach.Hits...)
						}
						// Of two ways to what repeats it, neither is the repetition.
						ok = ok || found || !e.repeatedBelow(s, param)
					}
				}
			}
		}
	}
	return reach, ok
}

// repeatedBelow reports whether what a site calls invokes a func again that is
// a parameter of the site's function.
func (e *Engine) repeatedBelow(s *Site, param int) bool {
	common := s.Instr.Common()
	args := ssaval.Operands(common)
	for _, t := range e.targets(common) {
		sum := e.summaries[t.fn]
		if t.fn == nil || sum == nil {
			continue
		}
		for _, r := range sum.Reinvokes {
			if r.Param >= len(args) {
				continue
			}
			for _, in := range e.resolve(args[r.Param], 0) {
				if in.param != nil && paramIndex(in.param) == param {
					return true
				}
			}
		}
	}
	return false
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
