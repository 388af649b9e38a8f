// This file says which values are still of use at the beginning of a block.

package outcome

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// liveIn computes the values live at the entry of each block.
func liveIn(fn *ssa.Function) map[*ssa.BasicBlock]map[ssa.Value]bool {
	in := make(map[*ssa.BasicBlock]map[ssa.Value]bool, len(fn.Blocks))
	for _, b := range fn.Blocks {
		in[b] = make(map[ssa.Value]bool)
	}
	var ops [8]*ssa.Value
	changed := true
	for changed {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			live := make(map[ssa.Value]bool)
			for _, s := range b.Succs {
				edge := slices.Index(s.Preds, b)
				for v := range in[s] {
					live[v] = true
				}
				for _, instr := range s.Instrs {
					phi, ok := instr.(*ssa.Phi)
					if !ok {
						break
					}
					live[phi.Edges[edge]] = true
				}
			}
			for j := len(b.Instrs) - 1; j >= 0; j-- {
				instr := b.Instrs[j]
				if _, phi := instr.(*ssa.Phi); phi {
					continue // live in from the edge that is taken
				}
				if v, ok := instr.(ssa.Value); ok {
					delete(live, v)
				}
				for _, op := range instr.Operands(ops[:0]) {
					if *op != nil {
						live[*op] = true
					}
				}
			}
			// Phis are set on entry and live from then on.
			for _, instr := range b.Instrs {
				phi, ok := instr.(*ssa.Phi)
				if !ok {
					break
				}
				live[phi] = true
			}
			// A tuple stays while its components do, a conversion's operand
			// while the conversion does.
			for v := range live {
				for _, src := range sources(v) {
					live[src] = true
				}
			}
			if len(live) != len(in[b]) {
				in[b] = live
				changed = true
			}
		}
	}
	return in
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
