// This file tells what comes before what.

package ssaval

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Index returns the place of an instruction in its block.
func Index(instr ssa.Instruction) int { return slices.Index(instr.Block().Instrs, instr) }

// Precedes reports whether a is executed before b whenever b is.
func Precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return Index(a) < Index(b)
}

// Reaches reports whether control can come from after a to b, an instruction
// of the same function, without entering a block of avoid.
func Reaches(a, b ssa.Instruction, avoid map[*ssa.BasicBlock]bool) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	if a.Block() == b.Block() && Index(a) < Index(b) {
		return true
	}
	return Leads(a.Block().Succs, b.Block(), avoid)
}

// Leads reports whether control can come from the beginning of one of the
// blocks to another, or is there already, without entering a block of avoid.
func Leads(from []*ssa.BasicBlock, to *ssa.BasicBlock, avoid map[*ssa.BasicBlock]bool) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	stack := slices.Clone(from)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] || avoid[b] {
			continue
		}
		if b == to {
			return true
		}
		seen[b] = true
		stack = append(stack, b.Succs...)
	}
	return false
}
