// This file says which values are still of use at the beginning of a block.

package outcome

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// liveIn computes the registers that are live at the entry of each block, its
// phis included, by their names.
func liveIn(fn *ssa.Function, names *names) map[*ssa.BasicBlock]map[string]bool {
	in := make(map[*ssa.BasicBlock]map[ssa.Value]bool, len(fn.Blocks))
	var ops [8]*ssa.Value
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(fn.Blocks) {
			live := liveOut(b, in)
			for _, instr := range slices.Backward(b.Instrs) {
				if _, phi := instr.(*ssa.Phi); phi {
					continue // live in from the edge that is taken
				}
				if v, ok := instr.(ssa.Value); ok {
					delete(live, v)
				}
				for _, op := range instr.Operands(ops[:0]) {
					if *op != nil {
						keep(live, *op)
					}
				}
			}
			// Phis are set on entry and live from then on.
			for phi := range phisOf(b) {
				live[phi] = true
			}
			if len(live) != len(in[b]) {
				in[b] = live
				changed = true
			}
		}
	}
	out := make(map[*ssa.BasicBlock]map[string]bool, len(in))
	for b, live := range in {
		ids := make(map[string]bool, len(live))
		for v := range live {
			ids[names.ids[v]] = true
		}
		out[b] = ids
	}
	return out
}

// liveOut computes what is live at the end of a block from what is at the entry
// of those that follow. Their phis are not: each is set on the edge.
func liveOut(b *ssa.BasicBlock, in map[*ssa.BasicBlock]map[ssa.Value]bool) map[ssa.Value]bool {
	live := make(map[ssa.Value]bool)
	for _, s := range b.Succs {
		for v := range in[s] {
			if phi, ok := v.(*ssa.Phi); !ok || phi.Block() != s {
				live[v] = true
			}
		}
		edge := slices.Index(s.Preds, b)
		for phi := range phisOf(s) {
			keep(live, phi.Edges[edge])
		}
	}
	return live
}

// keep makes v live, and the tuple of a component or the operand of a
// conversion with it. Of all but registers there is no end.
func keep(live map[ssa.Value]bool, v ssa.Value) {
	for _, x := range append(sources(v), v) {
		if _, ok := x.(ssa.Instruction); ok {
			live[x] = true
		}
	}
}

// phisOf yields the phis of a block.
func phisOf(b *ssa.BasicBlock) iter.Seq[*ssa.Phi] {
	return func(yield func(*ssa.Phi) bool) {
		for _, instr := range b.Instrs {
			if phi, ok := instr.(*ssa.Phi); !ok || !yield(phi) {
				return
			}
		}
	}
}

// sources returns the values under whose location v is known.
func sources(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.MultiConvert:
			v = x.X
		default:
			return out
		}
		out = append(out, v)
	}
}
