// This file says what is known of one function when its sites are: the summary,
// and what it returns or exports as a func.

package effect

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// laterAttempts returns the other attempts of the same operation.
func laterAttempts(sites []*Site, first *Site, op Op) []ssa.Instruction {
	var later []ssa.Instruction
	for _, s := range sites {
		if s != first && sameOp(s, op) {
			later = append(later, s.Instr)
		}
	}
	return later
}

// turnsOut says how fn turns out after the attempt of op at a site, for its
// callers. It leaves a path where another attempt of the same operation follows:
// what the function returns then tells of that one, which is summarised by
// itself. The answer is remembered: in the next round most is as it was.
func (e *Engine) turnsOut(fn *ssa.Function, site *Site, op Op, later []ssa.Instruction) []outcome.Alt {
	entry := e.entry(site.Instr)
	if entry == nil {
		return op.Alts // not reached
	}
	key := turn{site.Instr, fmt.Sprint(op.Alts, op.Async, site.Shape)}
	for _, instr := range later {
		key.how += fmt.Sprintf(" %d.%d", instr.Block().Index, ssaval.Index(instr))
	}
	alts, ok := e.turns[key]
	if ok {
		return alts
	}
	var visit func(ssa.Instruction, *outcome.Path) outcome.Action
	if len(later) > 0 {
		visit = func(instr ssa.Instruction, _ *outcome.Path) outcome.Action {
			if slices.Contains(later, instr) {
				return outcome.Stop
			}
			return outcome.Continue
		}
	}
	alts = e.Outcome.Outcomes(fn, site.Instr, entry, e.Attempt(site, op).After, visit)
	e.turns[key] = alts
	return alts
}

// A turn is a question about what follows an attempt.
type turn struct {
	instr ssa.Instruction
	how   string
}

// summarise computes the summary of fn from its sites.
func (e *Engine) summarise(fn *ssa.Function, sites []*Site) *Summary {
	s := &Summary{}
	tmp := &Site{}
	for _, site := range sites {
		for _, op := range site.Ops {
			if slices.Contains(op.chain, fn) {
				continue // recursion
			}
			out := op
			out.chain = append(slices.Clone(op.chain), fn)
			out.Alts = e.turnsOut(fn, site, op, laterAttempts(sites, site, op))
			if len(op.Flow) < maxFlow {
				out.Flow = append([]Step{{Func: e.funcName(fn), Pos: e.Position(site.Instr.Pos())}}, op.Flow...)
			}
			e.addOps(tmp, out)
		}
	}
	s.Ops = tmp.Ops
	s.Reinvokes = e.reinvokes(fn)
	for i := range fn.Signature.Results().Len() {
		if funcLike(fn.Signature.Results().At(i).Type()) {
			if ops := e.returnedOps(fn, i); len(ops) > 0 {
				for len(s.Returned) <= i {
					s.Returned = append(s.Returned, nil)
				}
				s.Returned[i] = ops
			}
		}
	}
	return s
}

// returnedOps are the ops of a func that fn returns.
func (e *Engine) returnedOps(fn *ssa.Function, i int) []Op {
	var out []Op
	for ret := range ssaval.Returns(fn) {
		if i >= len(ret.Results) {
			continue
		}
		for _, t := range e.resolve(ret.Results[i], 0) {
			if t.fn == nil {
				continue
			}
			if s := e.summaries[t.fn]; s != nil {
				for _, op := range s.Ops {
					op = detached(op, t.fn)
					if op.Func == nil && !op.open() && len(out) < maxOps {
						out = append(out, op)
					}
				}
			}
		}
	}
	return out
}

// detached puts an op of a func value into terms of the func's own parameters;
// what it captured is out of the callers' sight.
func detached(op Op, fn *ssa.Function) Op {
	own := ""
	if fn.Parent() != nil {
		own = fn.Name()
	}
	away := func(t identity.Term) identity.Term {
		if own != "" {
			t = t.Subst("", func(i int, p string) identity.Term {
				return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("captured%d.%s", i, p)}
			})
		}
		return t.Subst(own, func(i int, p string) identity.Term {
			return identity.Term{Kind: identity.Param, Index: i, Path: p}
		})
	}
	return op.inTerms(away)
}

// exportVars exports facts on func variables that this package sets.
func (e *Engine) exportVars() {
	for key, vals := range e.stores {
		v := key.obj.(*types.Var)
		if v.Pkg() != e.Pass.Pkg || !v.Exported() || len(vals) != 1 {
			continue
		}
		var ops []Op
		for _, t := range e.resolve(vals[0], 0) {
			if t.fn == nil {
				continue
			}
			if s := e.summaries[t.fn]; s != nil {
				for _, op := range s.Ops {
					if op.Func == nil && !op.open() {
						ops = append(ops, detached(op, t.fn))
					}
				}
			}
		}
		if len(ops) > 0 {
			e.Pass.ExportObjectFact(v, &FuncVar{Ops: ops})
		}
	}
}

// funcName names a function in messages.
func (e *Engine) funcName(fn *ssa.Function) string {
	return ssaval.Root(fn).RelString(e.Pass.Pkg)
}
