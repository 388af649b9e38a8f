// This file walks the body of a call for a question of its own.

package outcome

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Enter walks fn, a body that call runs, from what p knows of the arguments,
// and visits its instructions: a question about what a call does, apart from
// what it returns. It reports whether the body was walked to its end.
func (w *Walk) Enter(p *Path, call ssa.CallInstruction, fn *ssa.Function, visit func(ssa.Instruction, *Path) Action) bool {
	e := w.Engine
	if len(fn.Blocks) == 0 || len(fn.Blocks) > 400 || e.active[fn] || fn == w.Fn {
		return false
	}
	e.namesOf(fn)
	e.active[fn] = true
	defer delete(e.active, fn)
	sub := &Walk{Engine: e, Fn: fn, Visit: visit, depth: w.depth + 1, payer: w.payer}
	sub.FromEntry(p.Ends, func(q *Path) {
		q.May, q.Tags, q.reading, q.handed = p.May, p.Tags, p.reading, p.handed
		c := call.Common()
		mc := closureOf(c.Value)
		args := ssaval.Operands(c)
		if mc != nil && fn.Parent() == nil {
			args = append(append([]ssa.Value(nil), mc.Bindings...), args...) // a method value
		}
		for i := range min(len(args), len(fn.Params)) {
			w.seed(p, args[i], &q.env, "p"+itoa(i))
		}
		if mc != nil && fn.Parent() != nil {
			for i, b := range mc.Bindings {
				w.seed(p, b, &q.env, "f"+itoa(i))
			}
		}
	})
	return !sub.Overflow
}

// seed copies what p knows of v, and of what it leads to, to the location to.
func (w *Walk) seed(p *Path, v ssa.Value, into *env, to string) {
	if a := portable(w.eval(p, v)); a != (Abs{}) {
		into.put(to, a)
	}
	put := func(from, to string) {
		for rest, a := range p.env.below(from) {
			if rest != "" && len(rest) < 48 {
				into.put(to+rest, portable(a))
			}
		}
	}
	if l := w.names.loc(v); l != "" {
		put(l, to)
	}
	if sl, ok := v.(*ssa.Slice); ok {
		// The elements of a variadic call.
		if m := w.names.mem(p.env, sl.X); m != "" {
			put(m, to)
		}
		return
	}
	if m := w.names.mem(p.env, v); m != "" && m[0] != '@' && !strings.HasPrefix(m, w.names.loc(v)+"*") {
		// The pointer is known to lead elsewhere.
		for rest, a := range p.env.below(m) {
			if len(rest) < 48 {
				into.put(to+"*"+rest, portable(a))
			}
		}
	}
}

// Join returns what a and b agree on, for another walk that starts with either:
// after one round of a loop, its counter is not known any more.
func Join(a, b *Path) *Path {
	j := a.clone()
	j.env = meet(a.env, b.env)
	j.Ends |= b.Ends
	j.May, j.Tags = a.May || b.May, a.Tags&b.Tags
	return j
}

// Copy returns a copy of p that a walk does not change.
func (p *Path) Copy() *Path { return p.clone() }
