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

// laterAttempts returns a visitor that leaves a path where another attempt of
// the same operation follows: what the function returns then tells of that
// one, which is summarised by itself.
func laterAttempts(sites []*Site, first *Site, op Op) func(ssa.Instruction, *outcome.Path) outcome.Action {
	var later []ssa.Instruction
	for _, s := range sites {
		if s != first && sameOp(s, op) {
			later = append(later, s.Instr)
		}
	}
	if len(later) == 0 {
		return nil
	}
	return func(instr ssa.Instruction, _ *outcome.Path) outcome.Action {
		if slices.Contains(later, instr) {
			return outcome.Stop
		}
		return outcome.Continue
	}
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
			a := e.Attempt(site, op)
			if entry := e.entry(site.Instr); entry != nil {
				out.Alts = e.Outcome.Outcomes(fn, site.Instr, a.After(entry), laterAttempts(sites, site, op))
			}
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
