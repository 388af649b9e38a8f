// This file finds loops, as the parts of a function that are executed again.

package identity

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// A Region is a part of a function that is executed again: a loop, or the
// whole function for something that is invoked again.
type Region struct {
	Fn      *ssa.Function
	Blocks  map[*ssa.BasicBlock]bool // nil: the whole function
	Headers map[*ssa.BasicBlock]bool
	// Back, if not empty, holds the blocks from which the headers are entered
	// again on the ways round that are asked about.
	Back map[*ssa.BasicBlock]bool
}

// Invocation is the region of one call of fn.
func Invocation(fn *ssa.Function) *Region { return &Region{Fn: fn} }

// In reports whether instr is executed anew in each round. Function literals
// inside a whole-function region belong to it.
func (r *Region) In(instr ssa.Instruction) bool {
	if r == nil || instr == nil || instr.Block() == nil {
		return false
	}
	fn := instr.Parent()
	if fn == r.Fn {
		return r.Blocks == nil || r.Blocks[instr.Block()]
	}
	for p := fn; p != nil; p = p.Parent() {
		if p == r.Fn {
			if r.Blocks == nil {
				return true
			}
			return r.closureInside(fn)
		}
	}
	return false
}

// Instructions returns the instructions of the blocks of the region, in the
// order of the function; none for a whole function, which has no such list.
func (r *Region) Instructions() iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range r.Fn.Blocks {
			if !r.Blocks[b] {
				continue
			}
			for _, instr := range b.Instrs {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// closureInside reports whether the literal fn is made inside the region.
func (r *Region) closureInside(fn *ssa.Function) bool {
	for fn.Parent() != r.Fn {
		fn = fn.Parent()
		if fn == nil {
			return false
		}
	}
	for instr := range r.Instructions() {
		if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
			return true
		}
	}
	return false
}

// header reports whether b is a header of the region.
func (r *Region) header(b *ssa.BasicBlock) bool {
	return r != nil && r.Headers[b]
}

// Loops returns the cycles of fn that contain b, innermost first: natural
// loops, and strongly connected regions that goto made without one header.
func Loops(fn *ssa.Function, b *ssa.BasicBlock) []*Region {
	var out []*Region
	for _, l := range AllLoops(fn) {
		if l.Blocks[b] {
			out = append(out, l)
		}
	}
	// Innermost first: by size.
	for i := 1; i < len(out); i++ {
		for j := i; j > 0 && len(out[j].Blocks) < len(out[j-1].Blocks); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// AllLoops returns all cycles of fn.
func AllLoops(fn *ssa.Function) []*Region {
	byHeader := make(map[*ssa.BasicBlock]*Region)
	var order []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if !s.Dominates(b) {
				continue
			}
			r := byHeader[s]
			if r == nil {
				r = &Region{Fn: fn, Blocks: map[*ssa.BasicBlock]bool{s: true}, Headers: map[*ssa.BasicBlock]bool{s: true}}
				byHeader[s] = r
				order = append(order, s)
			}
			// All blocks that reach b without passing s.
			stack := []*ssa.BasicBlock{b}
			for len(stack) > 0 {
				x := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if r.Blocks[x] {
					continue
				}
				r.Blocks[x] = true
				stack = append(stack, x.Preds...)
			}
		}
	}
	var out []*Region
	for _, h := range order {
		out = append(out, byHeader[h])
	}
	return append(out, irreducible(fn, out)...)
}

// irreducible returns the strongly connected components that no natural loop
// covers.
func irreducible(fn *ssa.Function, natural []*Region) []*Region {
	index := make(map[*ssa.BasicBlock]int)
	low := make(map[*ssa.BasicBlock]int)
	on := make(map[*ssa.BasicBlock]bool)
	var stack []*ssa.BasicBlock
	var out []*Region
	next := 1
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		index[b], low[b] = next, next
		next++
		stack = append(stack, b)
		on[b] = true
		for _, s := range b.Succs {
			if index[s] == 0 {
				visit(s)
				low[b] = min(low[b], low[s])
			} else if on[s] {
				low[b] = min(low[b], index[s])
			}
		}
		if low[b] != index[b] {
			return
		}
		scc := make(map[*ssa.BasicBlock]bool)
		for {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			on[x] = false
			scc[x] = true
			if x == b {
				break
			}
		}
		if len(scc) < 2 {
			return
		}
		headers := make(map[*ssa.BasicBlock]bool)
		for x := range scc {
			for _, p := range x.Preds {
				if !scc[p] {
					headers[x] = true
				}
			}
		}
		if len(headers) < 2 {
			return // a natural loop
		}
		for _, n := range natural {
			if len(n.Blocks) >= len(scc) && n.Blocks[b] {
				return
			}
		}
		out = append(out, &Region{Fn: fn, Blocks: scc, Headers: headers})
	}
	// Very deep graphs come only from generated code; the recursion is
	// bounded by the number of blocks.
	if len(fn.Blocks) > 0 && len(fn.Blocks) < 5000 {
		visit(fn.Blocks[0])
	}
	return out
}
