// This file tells which conditions hold where a block is reached.

package stream

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Guard is a condition that holds wherever a block is reached.
type Guard struct {
	Cond ssa.Value
	// True: the condition is true, else it is false.
	True bool
	If   *ssa.If
}

// Guards returns the conditions that hold in b, those nearest to it first.
func Guards(b *ssa.BasicBlock) []Guard {
	var out []Guard
	for d := b; d != nil; d = d.Idom() {
		if d == b || len(d.Instrs) == 0 {
			continue
		}
		br, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		yes, no := edgeDominates(d, d.Succs[0], b), edgeDominates(d, d.Succs[1], b)
		if yes != no {
			out = addGuard(out, Guard{br.Cond, yes, br}, 0)
		}
	}
	return out
}

// edgeDominates reports whether every way to b takes the edge from d to s.
func edgeDominates(d, s, b *ssa.BasicBlock) bool {
	if !s.Dominates(b) || d.Succs[0] == d.Succs[1] {
		return false
	}
	for _, p := range s.Preds {
		// Another way into s is no way if it comes from below s: a loop.
		if p != d && !s.Dominates(p) {
			return false
		}
	}
	return true
}

// addGuard adds g, and what follows from it: !c, and a && b kept in a
// variable.
func addGuard(out []Guard, g Guard, depth int) []Guard {
	switch x := g.Cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return addGuard(out, Guard{x.X, !g.True, g.If}, depth)
		}
	case *ssa.Phi:
		if depth > 4 {
			break
		}
		if i, ok := onlyEdge(x, !g.True); ok {
			out = append(out, g)
			out = addGuard(out, Guard{x.Edges[i], g.True, g.If}, depth+1)
			return append(out, Guards(x.Block().Preds[i])...)
		}
	}
	return append(out, g)
}

// onlyEdge returns the one edge of a boolean phi that is not the constant
// other.
func onlyEdge(x *ssa.Phi, other bool) (int, bool) {
	at := -1
	for i, e := range x.Edges {
		if c, ok := e.(*ssa.Const); ok && c.Value != nil && (c.Value.ExactString() == "true") == other {
			continue
		}
		if at >= 0 {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}

// Guarded reports whether cond is known to be true in b.
func Guarded(b *ssa.BasicBlock, cond ssa.Value) bool {
	for _, g := range Guards(b) {
		if g.Cond == cond && g.True {
			return true
		}
	}
	return false
}
