// This file tells which constant strings a value may be.

package stream

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Texts returns the constant strings that v may be, and whether it can be
// nothing else, as far as the package shows.
func (r *Room) Texts(v ssa.Value) (texts []string, all bool) {
	all = true
	for p := range r.Flow.Into(Same, v) {
		c, ok := p.(*ssa.Const)
		if !ok {
			if leaf(r.Flow, p) {
				all = false
			}
			continue
		}
		if c.Value != nil && c.Value.Kind() == constant.String {
			if s := constant.StringVal(c.Value); !slices.Contains(texts, s) {
				texts = append(texts, s)
			}
		}
	}
	slices.Sort(texts)
	return texts, all
}

// leaf reports whether nothing that stays the same leads to p.
func leaf(f *Flow, p Place) bool {
	for _, w := range f.in[p] {
		if w.kind == Same {
			return false
		}
	}
	return true
}

// One returns the only constant string that v can be.
func (r *Room) One(v ssa.Value) (string, bool) {
	if s, ok := ssaval.Text(v); ok {
		return s, true
	}
	texts, all := r.Texts(v)
	if all && len(texts) == 1 {
		return texts[0], true
	}
	return "", false
}
