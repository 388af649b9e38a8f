// This file executes what a function deferred.

package outcome

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// deferred is the location that says that a defer statement was executed.
func deferred(d *ssa.Defer) string { return "!d" + itoa(int(d.Pos())) }

// runDefers executes the function literals that the path deferred, last first:
// they may rewrite named results, and act again themselves.
func (w *Walk) runDefers(p *Path) []*Path {
	var defers []*ssa.Defer
	for d := range ssaval.All[*ssa.Defer](w.Fn) {
		if _, ran := p.env.at(deferred(d)); ran && closureOf(d.Call.Value) != nil {
			defers = append(defers, d)
		}
	}
	if len(defers) == 0 {
		return nil
	}
	paths := []*Path{p}
	for _, d := range slices.Backward(defers) {
		var next []*Path
		for _, q := range paths {
			next = append(next, w.runDeferred(q, d)...)
		}
		paths = next
		if len(paths) > maxPerBlock {
			break // the rest is left as it is
		}
	}
	if paths == nil {
		paths = []*Path{}
	}
	return paths
}

func (w *Walk) runDeferred(p *Path, d *ssa.Defer) []*Path {
	mc := closureOf(d.Call.Value)
	fn := mc.Fn.(*ssa.Function)
	if len(fn.Blocks) == 0 || len(fn.Blocks) > 60 || w.Engine.active[fn] || w.depth >= maxTransfers {
		return []*Path{p}
	}
	w.Engine.namesOf(fn)
	w.Engine.active[fn] = true
	defer delete(w.Engine.active, fn)
	c := newCollector(w.Engine, fn)
	sub := &Walk{Engine: w.Engine, Fn: fn, Visit: w.Visit, Return: c.ret, depth: w.depth + 1, payer: w.payer}
	sub.FromEntry(p.Ends, func(q *Path) {
		q.May, q.Tags, q.Crossed = p.May, p.Tags, p.Crossed
		for i, b := range mc.Bindings {
			if m := w.names.mem(p.env, b); m != "" && m[0] != '@' {
				for rest, a := range p.env.below(m) {
					if len(rest) < 24 {
						q.env.put("f"+itoa(i)+"*"+rest, portable(a))
					}
				}
			}
		}
	})
	if sub.Overflow {
		return []*Path{p}
	}
	out := w.Engine.Apply(p, d, c.alts())
	p.env.drop(deferred(d))
	return out
}
