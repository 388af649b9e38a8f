// This file tells whether a state is emptied before what it came from is opened
// again.

package stream

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// emptiedBefore reports whether the state is always emptied before it is
// opened again, each time.
func (r *Room) emptiedBefore(o *Reopen, s *State) bool {
	for b := o.Site.Block(); b != nil && (o.Loop == nil || o.Loop.Blocks[b]); b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(o.Site) {
				break
			}
			if empties(instr, s) {
				return true
			}
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, fn := range r.hooks.Callees(c) {
				for _, in := range fn.Blocks {
					if len(Guards(in)) == 0 && slices.ContainsFunc(in.Instrs, func(i ssa.Instruction) bool { return empties(i, s) }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// empties: it invalidates the whole state, and puts nothing else in.
func empties(instr ssa.Instruction, s *State) bool {
	if !Invalidates(instr, s) {
		return false
	}
	switch x := instr.(type) {
	case *ssa.Store:
		return !made(x.Addr)
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "clear"
		}
		return ssaval.Callee(x.Common()).Name() == "Clear" || nothing(x.Call.Args[len(x.Call.Args)-1])
	}
	return false
}
