// This file finds calls that are made several times on purpose, each time with other
// arguments.

package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A FanOut is a tools/call that one stretch of code makes several times, each
// time with other arguments, and not because the one before went wrong.
type FanOut struct {
	Op     Op // relative to Region
	Region *identity.Region
}

// FanOuts returns the fan-outs that the call of a site is part of: loops that
// go on after success, loops that start goroutines or hand over the function
// literal that makes the call, and helpers that are given the elements and a
// literal for each.
func (e *Engine) FanOuts(site *Site) []FanOut {
	var out []FanOut
	for i, op := range site.Ops {
		if op.Func != nil || op.open() {
			continue
		}
		for _, r := range e.roundsOf(site, op) {
			rel := e.inRegion(site, i, r.region)
			v := keyless(rel.Args).Varies()
			each := v.Data || r.literal != "" && hasParamOf(keyless(rel.Args), r.literal)
			if !each && !(v.Counter && !r.strays) {
				continue
			}
			if s := rel.Server.Varies(); s.Data || s.Carried || s.Unknown || s.Fresh {
				continue // each is sent to another server
			}
			out = append(out, FanOut{rel, r.region})
		}
	}
	return out
}

// A round is a region whose rounds may be different operations.
type round struct {
	region  *identity.Region
	strays  bool   // success may also leave it early
	literal string // the literal whose parameters are the elements
}

func (e *Engine) roundsOf(site *Site, op Op) []round {
	fn := site.Instr.Parent()
	var out []round
	for _, r := range identity.Loops(fn, site.Instr.Block()) {
		if again, strays := e.goesRound(site, op, r); again {
			out = append(out, round{region: r, strays: strays})
		}
	}
	if strings.HasPrefix(fn.Synthetic, "range-over-func") {
		out = append(out, round{region: identity.Invocation(fn), strays: true})
	}
	for lit := fn; lit.Parent() != nil; lit = lit.Parent() {
		mc := e.madeAt(lit)
		if mc == nil {
			continue
		}
		run := e.runBy(mc)
		for _, r := range identity.Loops(lit.Parent(), mc.Block()) {
			strays := true
			if run != nil {
				again, out := e.goesRound(run, run.Ops[0], r)
				if !again {
					continue
				}
				strays = out
			}
			out = append(out, round{region: r, strays: strays})
		}
		if forEach(mc, lit) {
			out = append(out, round{region: identity.Invocation(lit), strays: true, literal: lit.Name()})
		}
	}
	return out
}

// goesRound reports whether a loop makes the call again after it succeeded,
// and whether success may also leave the loop before its end.
func (e *Engine) goesRound(site *Site, op Op, r *identity.Region) (again, strays bool) {
	fn := site.Instr.Parent()
	// Of what is not waited for, no outcome matters.
	blind := op.Async || site.Instr.Common().Signature().Results().Len() == 0
	counts := func(p *outcome.Path) bool { return blind || p.Ends.Has(knowledge.Done) }
	w := &outcome.Walk{Engine: e.Outcome, Fn: fn, Region: r.Blocks, Headers: r.Headers}
	w.Visit = func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
		if instr == site.Instr && p.Crossed {
			again = again || counts(p) && !p.May
			return outcome.Stop
		}
		return outcome.Continue
	}
	w.Leave = func(p *outcome.Path) { strays = strays || counts(p) && !p.Crossed && !countsOut(p.Block()) }
	w.Return = func(_ *ssa.Return, p *outcome.Path) { strays = strays || counts(p) && !p.Crossed }
	w.After(site.Instr, e.Attempt(site, op).Paths(e.Outcome))
	return again, strays
}

// countsOut reports whether a block leaves a loop because it has counted up or
// down to a bound.
func countsOut(b *ssa.BasicBlock) bool {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	test, ok := cond.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, v := range []ssa.Value{test.X, test.Y} {
		if add, ok := v.(*ssa.BinOp); ok {
			v = add.X
		}
		phi, ok := v.(*ssa.Phi)
		if !ok {
			continue
		}
		for _, edge := range phi.Edges {
			if add, ok := edge.(*ssa.BinOp); ok && add.X == phi {
				return true
			}
		}
	}
	return false
}

// madeAt returns the instruction that makes a function literal.
func (e *Engine) madeAt(lit *ssa.Function) *ssa.MakeClosure {
	for mc := range ssaval.All[*ssa.MakeClosure](lit.Parent()) {
		if mc.Fn == lit {
			return mc
		}
	}
	return nil
}

// runBy returns the site that calls a literal, or hands it to something that
// runs it.
func (e *Engine) runBy(mc *ssa.MakeClosure) *Site {
	for _, s := range e.sites[mc.Parent()] {
		common := s.Instr.Common()
		if common.Value == mc || slices.Contains(common.Args, ssa.Value(mc)) {
			return s
		}
	}
	return nil
}

// forEach reports whether a literal is handed to a function together with
// elements of the type of its parameter.
func forEach(mc *ssa.MakeClosure, lit *ssa.Function) bool {
	if mc.Referrers() == nil || len(lit.Params) == 0 {
		return false
	}
	for _, r := range *mc.Referrers() {
		c, ok := r.(*ssa.Call)
		if !ok || c.Call.Value == mc {
			continue
		}
		for _, a := range c.Call.Args {
			for _, t := range elements(a.Type()) {
				for _, p := range lit.Params {
					if types.Identical(p.Type(), t) {
						return true
					}
				}
			}
		}
	}
	return false
}

func elements(t types.Type) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return []types.Type{u.Elem()}
	case *types.Array:
		return []types.Type{u.Elem()}
	case *types.Map:
		return []types.Type{u.Key(), u.Elem()}
	case *types.Chan:
		return []types.Type{u.Elem()}
	}
	return nil
}

func hasParamOf(t identity.Term, fn string) bool {
	found := false
	t.Walk(func(s identity.Term) bool {
		found = found || s.Kind == identity.Param && s.Fn == fn
		return !found
	})
	return found
}
