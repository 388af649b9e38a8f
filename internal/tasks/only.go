// This file tells what happens only because of an evidence.

package tasks

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Only returns the evidence that leads to the instruction to, if nothing but
// evidence does: on every way from the instruction from (nil for the entry of
// the function), something is learned that proves nothing.
func Only(list []Evidence, from, to ssa.Instruction) (Evidence, bool) {
	if reaches(list, from, to) {
		return Evidence{}, false // it happens anyway
	}
	best, found := Evidence{}, false
	for _, e := range list {
		if !e.leads(from, to) {
			continue
		}
		if e.Kind != Ended {
			return e, true
		}
		best, found = e, true // something may say more
	}
	return best, found
}

// leads reports whether e is learned after from, and to can follow it.
func (e Evidence) leads(from, to ssa.Instruction) bool {
	at := ssa.Instruction(e.Call)
	if e.If != nil {
		at = e.If
	}
	if from != nil && !ssaval.Reaches(from, at, nil) {
		return false
	}
	if e.If == nil {
		return ssaval.Precedes(e.Call, to) || from != nil && ssaval.Reaches(e.Call, to, nil)
	}
	succ := e.If.Block().Succs[e.Succ]
	return ssaval.Leads([]*ssa.BasicBlock{succ}, to.Block(), nil)
}

// reaches reports whether to can be reached from from without any evidence.
func reaches(list []Evidence, from, to ssa.Instruction) bool {
	cut := func(b *ssa.BasicBlock, succ int) bool {
		return slices.ContainsFunc(list, func(e Evidence) bool {
			return e.If != nil && e.If.Block() == b && e.Succ == succ || e.Call != nil && e.Call.Block() == b
		})
	}
	asked := func(b *ssa.BasicBlock, after, before int) bool {
		return slices.ContainsFunc(list, func(e Evidence) bool {
			if e.Call == nil || e.Call.Block() != b {
				return false
			}
			i := slices.Index(b.Instrs, ssa.Instruction(e.Call))
			return i > after && i < before
		})
	}
	start, after := to.Parent().Blocks[0], -1
	if from != nil {
		start, after = from.Block(), slices.Index(from.Block().Instrs, from)
	}
	at := slices.Index(to.Block().Instrs, to)
	if start == to.Block() && after < at && !asked(start, after, at) {
		return true
	}
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		for i, s := range b.Succs {
			if cut(b, i) {
				continue
			}
			if s == to.Block() && !asked(s, -1, at) {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if visit(s) {
					return true
				}
			}
		}
		return false
	}
	return visit(start)
}
