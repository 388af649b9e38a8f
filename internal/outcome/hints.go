package outcome

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// restsOn returns what a predicate over tool annotations rests on where it is
// true and where it is false: what all ways to that answer have in common.
func (e *Engine) restsOn(fn *ssa.Function) (on, off Tag) {
	e.namesOf(fn)
	if e.active[fn] {
		return Hinted, 0
	}
	e.active[fn] = true
	defer delete(e.active, fn)
	const all = Hinted | Trusted
	on, off = all, all
	canTrue, canFalse := false, false
	c := newCollector(e, fn)
	w := &Walk{Engine: e, Fn: fn, Return: c.ret, depth: 1}
	w.FromEntry(knowledge.Failures, nil)
	for _, alt := range c.alts() {
		r := alt.Result(0)
		if r.K != Bool {
			r = Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: r.On, Off: r.On}
		}
		if r.T != 0 {
			canTrue = true
			on &= alt.Tags | r.On
		}
		if r.F != 0 {
			canFalse = true
			off &= alt.Tags | r.Off
		}
	}
	if !canTrue {
		on = 0
	}
	if !canFalse {
		off = 0
	}
	return on, off
}
