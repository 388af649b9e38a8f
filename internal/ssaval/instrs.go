// This file goes over the instructions of a function.

package ssaval

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Instructions returns the instructions of a function, block after block; none
// for a function without a body.
func Instructions(fn *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// All returns the instructions of a function that are of one type, a kind of
// instruction or an interface, in the order of [Instructions].
func All[T any](fn *ssa.Function) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if x, ok := any(instr).(T); ok && !yield(x) {
					return
				}
			}
		}
	}
}

// Before returns the instructions that are executed before at whenever at is,
// in the order of [Instructions].
func Before(at ssa.Instruction) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range at.Parent().Blocks {
			if !b.Dominates(at.Block()) {
				continue
			}
			for _, instr := range b.Instrs {
				if instr == at {
					break
				}
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// Returns returns the return instructions of a function: each is the last of
// its block.
func Returns(fn *ssa.Function) iter.Seq[*ssa.Return] {
	return func(yield func(*ssa.Return) bool) {
		for _, b := range fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !yield(ret) {
				return
			}
		}
	}
}
