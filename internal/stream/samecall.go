// This file tells whether two calls send the same request.

package stream

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// itself reports whether fn calls itself with what it was given, counters
// aside.
func itself(c ssa.CallInstruction, fn *ssa.Function) bool {
	if ssaval.Static(c.Common()) != fn {
		return false
	}
	for i, a := range ssaval.Operands(c.Common()) {
		if i < len(fn.Params) && a != ssa.Value(fn.Params[i]) && !isNumber(a.Type()) && knowledge.TypeName(a.Type()) != "context.Context" {
			return false
		}
	}
	return true
}

// like reports whether two calls send the same: they call the same function
// with the same arguments, requests aside, whose bodies cannot be compared.
func like(a, b ssa.CallInstruction) bool {
	x, y := a.Common(), b.Common()
	if x.IsInvoke() != y.IsInvoke() || x.IsInvoke() && x.Method != y.Method || !x.IsInvoke() && !sameValue(x.Value, y.Value, 3) {
		return false
	}
	args := ssaval.Operands(b.Common())
	for i, v := range ssaval.Operands(a.Common()) {
		if i >= len(args) || !sameValue(v, args[i], 3) {
			return false
		}
	}
	return true
}

// sameValue reports whether two values are the same by the way they are made.
func sameValue(a, b ssa.Value, depth int) bool {
	if a == b || Home(a) == Home(b) {
		return true
	}
	switch knowledge.TypeName(a.Type()) {
	case "*net/http.Request", "context.Context":
		return true
	}
	if mi, ok := a.(*ssa.MakeInterface); ok {
		a = mi.X
	}
	if mi, ok := b.(*ssa.MakeInterface); ok {
		b = mi.X
	}
	switch x := a.(type) {
	case *ssa.Const:
		y, ok := b.(*ssa.Const)
		return ok && x.String() == y.String()
	case *ssa.Extract:
		y, ok := b.(*ssa.Extract)
		return ok && x.Index == y.Index && depth > 0 && sameValue(x.Tuple, y.Tuple, depth-1)
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		return ok && depth > 0 && like(x, y)
	}
	return false
}

func overlap(a, b map[string]bool) bool {
	for m := range maps.Keys(a) {
		if b[m] {
			return true
		}
	}
	return false
}

// varies reports whether a loop around a call sends another request each
// time: its arguments are made of what the loop goes over.
func (s *replays) varies(c *ssa.Call) bool {
	for _, l := range loopsOf(c) {
		var items []Place
		for instr := range l.Instructions() {
			switch x := instr.(type) {
			case *ssa.Next, *ssa.Select:
				items = append(items, x.(ssa.Value))
			case *ssa.UnOp:
				_, elem := x.X.(*ssa.IndexAddr)
				if x.Op == token.ARROW || elem && overList(l) {
					items = append(items, x)
				}
			}
		}
		if len(items) == 0 {
			continue
		}
		from := make(Set)
		for _, i := range items {
			if isNumber(i.(ssa.Value).Type()) {
				continue // a delay
			}
			for p := range s.local(s.Flow.out, i, c.Parent(), Content|Whole|Loose) {
				from[p] = true
			}
		}
		if slices.ContainsFunc(ssaval.Operands(c.Common()), func(a ssa.Value) bool { return from[a] || from[Home(a)] }) {
			return true
		}
	}
	return false
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// another reports whether a call in a loop is given a session id that the loop
// sets.
func (s *replays) another(c *ssa.Call) bool {
	return slices.ContainsFunc(ssaval.Operands(c.Common()), func(a ssa.Value) bool {
		_, ok := a.(*ssa.Phi)
		return ok && s.isSession(a)
	})
}
