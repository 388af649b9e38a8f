// This file puts an operation that is repeated into the terms of what is executed
// again.

package effect

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Again returns the operation of a repetition as the attempt that comes again
// makes it, with its terms relative to what is executed anew for it, and that
// region.
func (e *Engine) Again(r Repetition) (Op, *identity.Region) {
	switch r.How {
	case Second:
		at, ok := r.At.(ssa.CallInstruction)
		if !ok || r.Site == nil || r.Site.Instr.Parent() != at.Parent() {
			return r.Op, nil
		}
		return e.againAt(e.siteAt(at), r, betweenCalls(r.Site.Instr, at))
	case Recurse, Job, Registry:
		if r.Site == nil {
			return r.Op, nil
		}
		if r.How != Recurse && r.Site.Instr == r.At && e.siteAt(r.Site.Instr) == nil {
			// Only the registration is in sight: all that the handler mints,
			// it mints anew.
			op := r.Op
			op.Args, op.Meta = op.Args.Made(true), op.Meta.Made(true)
			return op, nil
		}
		return e.againAt(r.Site, r, identity.Invocation(ssaval.Root(r.Site.Instr.Parent())))
	}
	region := r.Region
	if region == nil && r.Func != nil {
		for _, t := range e.resolve(r.Func, 0) {
			if t.fn != nil {
				region = identity.Invocation(t.fn)
			}
		}
	}
	return e.Relative(r), region
}

func (e *Engine) againAt(site *Site, r Repetition, region *identity.Region) (Op, *identity.Region) {
	if site == nil {
		return r.Op, region
	}
	for i, op := range site.Ops {
		if opKey(op) == opKey(r.Op) || len(site.Ops) == 1 {
			return e.inRegion(site, i, region), region
		}
	}
	return r.Op, region
}

func (e *Engine) siteAt(c ssa.CallInstruction) *Site {
	for _, s := range e.sites[c.Parent()] {
		if s.Instr == c {
			return s
		}
	}
	return nil
}

// betweenCalls is what is executed after call a on the way to call b.
func betweenCalls(a, b ssa.CallInstruction) *identity.Region {
	after := reachable(a.Block().Succs, func(x *ssa.BasicBlock) []*ssa.BasicBlock { return x.Succs })
	before := reachable([]*ssa.BasicBlock{b.Block()}, func(x *ssa.BasicBlock) []*ssa.BasicBlock { return x.Preds })
	r := &identity.Region{Fn: a.Parent(), Blocks: make(map[*ssa.BasicBlock]bool), Headers: make(map[*ssa.BasicBlock]bool)}
	for x := range after {
		if before[x] && x != a.Block() {
			r.Blocks[x] = true
		}
	}
	return r
}

func reachable(from []*ssa.BasicBlock, next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := make(map[*ssa.BasicBlock]bool)
	from = slices.Clone(from) // the edges of a block are the function's own
	for len(from) > 0 {
		x := from[len(from)-1]
		from = from[:len(from)-1]
		if !seen[x] {
			seen[x] = true
			from = append(from, next(x)...)
		}
	}
	return seen
}
