// This file lets a visitor read what a path knows of a value.

package outcome

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// At returns a walk that explores nothing: with it a visitor reads what a path
// knows of the values of fn.
func (e *Engine) At(fn *ssa.Function) *Walk {
	w := &Walk{Engine: e, Fn: fn}
	w.init()
	return w
}

// Contents returns what p knows of v and of what v holds, sorted: Loc is "" for
// v itself, ".2" for its field 2, "[1]" for an element, `["k"]` for an entry of
// a map. A pointer stands for what it points to.
func (w *Walk) Contents(p *Path, v ssa.Value) []LocAbs {
	found := make(map[string]Abs)
	add := func(prefix string) {
		if prefix == "" {
			return
		}
		for rest, a := range p.env.below(prefix) {
			if len(rest) < 48 {
				found[strings.TrimPrefix(rest, "*")] = a
			}
		}
	}
	v = ssaval.Inside(v)
	if sl, ok := v.(*ssa.Slice); ok {
		v = sl.X
	}
	add(w.names.loc(v))
	if isRef(v.Type()) {
		if m := w.names.mem(p.env, v); m != "" && m[0] != '@' {
			add(m)
		}
	}
	if a := w.eval(p, v); a != (Abs{}) && a.K != NonNil {
		found[""] = a
	}
	out := make([]LocAbs, 0, len(found))
	for l, a := range found {
		out = append(out, LocAbs{l, a})
	}
	slices.SortFunc(out, func(a, b LocAbs) int { return strings.Compare(a.Loc, b.Loc) })
	return out
}
