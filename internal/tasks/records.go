// This file finds what is recorded only because of an evidence.

package tasks

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/persist"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Record is something that is written down only because of an evidence.
type Record struct {
	At       ssa.Instruction // the call in the function that has the evidence
	Evidence Evidence
	Hit      persist.Hit
}

// Records returns what fn records because of its evidence alone.
func (r *Reader) Records(fn *ssa.Function, list []Evidence) []Record {
	if r.finder == nil {
		r.finder = &persist.Finder{
			Outcome: r.Engine.Outcome, Callees: r.Engine.Bodies,
			Interesting: func(*outcome.Path) bool { return true },
		}
	}
	if !r.finder.MayRecord(fn) {
		return nil
	}
	// Before anything is walked: most functions do nothing because of a task.
	because := make(map[ssa.Instruction]Evidence)
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		if ev, ok := Only(list, nil, c); ok {
			because[c] = ev
		}
	}
	if len(because) == 0 {
		return nil
	}
	var out []Record
	visit := r.finder.Visit(nil, func(h persist.Hit) {
		at := h.Frames[0].Call
		if ev, ok := because[at]; ok {
			out = append(out, Record{at, ev, h})
		}
	})
	var at []*ssa.BasicBlock
	for instr := range because {
		at = append(at, instr.Block())
	}
	w := &outcome.Walk{Engine: r.Engine.Outcome, Fn: fn, Region: outcome.Leading(at...)}
	w.Visit = func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
		// Nor are the bodies of calls that do not depend on it.
		if _, ok := because[instr]; !ok {
			return outcome.Continue
		}
		return visit(instr, p)
	}
	w.FromEntry(knowledge.All, nil)
	return out
}
