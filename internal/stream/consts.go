// This file tells which constant strings a value may be.

package stream

import (
	"go/constant"
	"go/types"
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
	for _, w := range f.in.at(p) {
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
	switch v.Type().Underlying().(type) {
	case *types.Slice, *types.Interface:
	default:
		if !ssaval.IsString(v.Type()) {
			return "", false // numbers and pointers are compared everywhere
		}
	}
	only, seen, found := "", 0, false
	one := r.Flow.eachInto(Same, v, func(p Place) bool {
		c, ok := p.(*ssa.Const)
		if !ok {
			seen++
			return seen < maxPlaces && !leaf(r.Flow, p)
		}
		s, ok := ssaval.Text(c)
		if !ok {
			return true // nil
		}
		if found && s != only {
			return false // one of two
		}
		only, found = s, true
		return true
	})
	if !one || !found {
		return "", false
	}
	return only, true
}

// maxPlaces bounds the places that one constant may go through. In a package
// whose variables all lead to each other, each comparison would visit them all.
const maxPlaces = 2000
