// This file finds the sites of a function: the calls that issue operations, and
// what each of them may issue.

package effect

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Site is a call that issues, or hands over, operations.
type Site struct {
	Instr ssa.CallInstruction
	Shape outcome.Shape
	Ops   []Op // in terms of the function that contains Instr
}

// findSites lists the attempts that fn makes.
func (e *Engine) findSites(fn *ssa.Function) []*Site {
	var out []*Site
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		if s := e.siteOf(c); s != nil {
			out = append(out, s)
		}
	}
	return out
}

func (e *Engine) siteOf(c ssa.CallInstruction) *Site {
	if _, ok := c.Common().Value.(*ssa.Builtin); ok {
		return nil
	}
	if e.probe != nil {
		if op, shape, ok := e.probe(c); ok {
			return &Site{c, shape, []Op{op}}
		}
	} else {
		if op, shape, ok := e.sink(c); ok && e.Relevant {
			op.Licensed = e.licensed(c) != nil
			return &Site{c, shape, []Op{e.resolved(op, c)}}
		}
		if op, shape, ok := e.rawSend(c); ok {
			op.Licensed = e.licensed(c) != nil
			return &Site{c, shape, []Op{e.resolved(op, c)}}
		}
	}
	s := &Site{Instr: c}
	for _, t := range e.targets(c.Common()) {
		for _, op := range e.targetOps(t, c) {
			e.addOps(s, e.inFrame(op, t, c)...)
		}
	}
	if len(s.Ops) == 0 {
		e.handed(s)
	}
	if len(s.Ops) == 0 {
		return nil
	}
	_, isGo := c.(*ssa.Go)
	licensed := e.licensed(c) != nil
	for i := range s.Ops {
		s.Ops[i].Licensed = s.Ops[i].Licensed || licensed
		s.Ops[i].Async = s.Ops[i].Async || isGo
	}
	if c.Common().Signature().Results().Len() > 0 && isCondition(c.Common().Signature()) && s.Ops[0].Func != nil {
		s.Shape = outcome.Condition
	}
	return s
}

// isCondition: func(…) bool or (bool, error), of a func with results.
func isCondition(sig *types.Signature) bool {
	res := sig.Results()
	b, ok := res.At(0).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0 && (res.Len() == 1 || res.Len() == 2 && ssaval.IsError(res.At(1).Type()))
}

func (e *Engine) addOps(s *Site, ops ...Op) {
	for _, op := range ops {
		k := opKey(op)
		dup := false
		for i := range s.Ops {
			if opKey(s.Ops[i]) == k {
				dup = true
				s.Ops[i].Alts = mergeAlts(s.Ops[i].Alts, op.Alts)
				s.Ops[i].Given = mergeGiven(s.Ops[i].Given, op.Given)
			}
		}
		if !dup && len(s.Ops) < maxOps {
			s.Ops = append(s.Ops, op)
		}
	}
}

func mergeAlts(a, b []outcome.Alt) []outcome.Alt {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.ContainsFunc(out, func(y outcome.Alt) bool { return fmt.Sprint(x) == fmt.Sprint(y) }) {
			out = append(out, x)
		}
	}
	if len(out) > 12 {
		out = out[:12]
	}
	return out
}

// targetOps returns the ops of a target in the target's own terms.
func (e *Engine) targetOps(t target, c ssa.CallInstruction) []Op {
	switch {
	case t.param != nil:
		term := e.term(t.param)
		if term.Kind != identity.Param || !fallible(t.param.Type()) {
			return nil
		}
		return []Op{{Sink: "func parameter", Func: &term, Given: e.given(t.param, c)}}
	case t.fn != nil:
		if s := e.summaries[t.fn]; s != nil {
			return s.Ops
		}
		return nil
	case t.obj != nil:
		if t.obj.Pkg() == e.Pass.Pkg {
			if s := e.methods[t.obj]; s != nil {
				return s.Ops
			}
			return nil
		}
		if s := e.imported(t.obj); s != nil {
			return s.Ops
		}
		return nil
	}
	return t.ops
}

// fallible: a func whose results tell how it went. One that only says true or
// false is a condition to be waited for, unless it is given something to judge.
func fallible(t types.Type) bool {
	sig := ssaval.Func(t)
	if sig == nil {
		return false
	}
	return ssaval.CanFail(sig) || sig.Results().Len() > 0 && isCondition(sig) && judgesNothing(sig)
}

// judgesNothing: the parameters are a context and numbers, if any.
func judgesNothing(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if knowledge.TypeName(p.Type()) == "context.Context" {
			continue
		}
		if b, ok := p.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
			return false
		}
	}
	return true
}
