// This file assumes an answer, and tells what can be reached with it.

package stream

import (
	"go/token"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// An Answer is what a server may have said: an HTTP status, or the code of a
// JSON-RPC error. One of the two is 0.
type Answer struct {
	Status, Code int64
}

// A world assumes one answer, and tells which conditions can hold, and which
// blocks can be reached, if every request got it. What does not depend on
// the answer can be either way.
type world struct {
	*Room
	Answer
	// observed: the answer is that to a request in a session, and it has
	// come: what is done before the request is sent has not failed.
	observed     bool
	failed, fine map[ssa.Value]bool // errors known to be there, and known not to be
	ends         map[*ssa.Function]ends
	reached      map[*ssa.Function]map[*ssa.BasicBlock]bool
	on           map[*ssa.Function]bool
	answering    map[*ssa.Function]bool // predicates that are being asked
}

// world returns the world of an answer.
func (r *Room) world(a Answer) *world {
	w, ok := r.worlds[a]
	if !ok {
		w = r.newWorld(a)
		if r.worlds == nil {
			r.worlds = make(map[Answer]*world)
		}
		r.worlds[a] = w
	}
	return w
}

func (r *Room) newWorld(a Answer) *world {
	return &world{
		Room: r, Answer: a,
		reached: make(map[*ssa.Function]map[*ssa.BasicBlock]bool), on: make(map[*ssa.Function]bool), answering: make(map[*ssa.Function]bool),
	}
}

// reach returns the blocks of fn that can be reached.
func (w *world) reach(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	if set, ok := w.reached[fn]; ok {
		return set
	}
	if w.on[fn] || len(fn.Blocks) == 0 {
		return nil // it calls itself: the outer look tells
	}
	w.on[fn] = true
	set := w.reachFrom(fn.Blocks[0], nil)
	delete(w.on, fn)
	w.reached[fn] = set
	return set
}

// reachFrom returns the blocks that can be reached from the beginning of one,
// without entering those to avoid.
func (w *world) reachFrom(from *ssa.BasicBlock, avoid map[*ssa.BasicBlock]bool) map[*ssa.BasicBlock]bool {
	return flood([]*ssa.BasicBlock{from}, avoid, w.next)
}

// flood returns the blocks that are reached from some, without entering those
// to avoid. next tells where control can go from the end of a block.
func flood(from []*ssa.BasicBlock, avoid map[*ssa.BasicBlock]bool, next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	set := make(map[*ssa.BasicBlock]bool)
	stack := slices.Clone(from)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if set[b] || avoid[b] {
			continue
		}
		set[b] = true
		stack = append(stack, next(b)...)
	}
	return set
}

// returnsAt returns the return instructions of fn in the blocks that are
// reached, without that of a recovered panic.
func returnsAt(fn *ssa.Function, reached map[*ssa.BasicBlock]bool) iter.Seq[*ssa.Return] {
	return func(yield func(*ssa.Return) bool) {
		for ret := range ssaval.Returns(fn) {
			if b := ret.Block(); reached[b] && b != fn.Recover && !yield(ret) {
				return
			}
		}
	}
}

// next returns the blocks that control can go to from the end of b.
func (w *world) next(b *ssa.BasicBlock) []*ssa.BasicBlock {
	if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		switch yes, no := w.truth(br.Cond); {
		case yes && !no:
			return b.Succs[:1:1]
		case no && !yes:
			return b.Succs[1:2:2]
		}
	}
	return slices.Clip(b.Succs)
}

// may reports whether a block can be reached in its function.
func (w *world) may(b *ssa.BasicBlock) bool {
	set := w.reach(b.Parent())
	return set == nil || set[b]
}

// truth reports whether a condition can be true, and whether it can be false.
func (w *world) truth(v ssa.Value) (yes, no bool) {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil {
			t := x.Value.ExactString() == "true"
			return t, !t
		}
	case *ssa.UnOp:
		if x.Op == token.NOT {
			yes, no = w.truth(x.X)
			return no, yes
		}
	case *ssa.BinOp:
		return w.compare(x)
	case *ssa.Phi:
		if ssaval.IsBool(x.Type()) && !w.inLoop(x) {
			return w.merge(x)
		}
	case *ssa.Call:
		return w.certain(x, 0)
	case *ssa.Lookup:
		return w.lookup(x)
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Call:
			return w.certain(t, x.Index)
		case *ssa.Lookup:
			if x.Index == 1 {
				return w.lookup(t)
			}
		case *ssa.TypeAssert:
			if x.Index == 1 {
				return w.typed(t.AssertedType)
			}
		}
	}
	return true, true
}

// inLoop: one of the ways into the phi comes from below it.
func (w *world) inLoop(x *ssa.Phi) bool {
	return slices.ContainsFunc(x.Block().Preds, x.Block().Dominates)
}

// merge: a && b, a || b kept in a variable.
func (w *world) merge(x *ssa.Phi) (yes, no bool) {
	for i, e := range x.Edges {
		p := x.Block().Preds[i]
		if !slices.Contains(w.next(p), x.Block()) || !w.holds(p) {
			continue
		}
		y, n := w.truth(e)
		yes, no = yes || y, no || n
	}
	if !yes && !no {
		return true, true
	}
	return yes, no
}

// holds reports whether the conditions that lead to a block can all hold.
func (w *world) holds(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(Guards(b), func(g Guard) bool {
		if _, ok := g.Cond.(*ssa.Phi); ok {
			return false // what it is made of is among the guards
		}
		yes, no := w.truth(g.Cond)
		return g.True && !yes || !g.True && !no
	})
}

var flipped = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
}

func (w *world) compare(x *ssa.BinOp) (yes, no bool) {
	if _, ok := flipped[x.Op]; !ok {
		return true, true
	}
	for _, side := range []struct {
		v, with ssa.Value
		op      token.Token
	}{{x.X, x.Y, x.Op}, {x.Y, x.X, flipped[x.Op]}} {
		if nothing(side.with) && w.observed && w.ofSession(side.v) {
			return x.Op == token.NEQ, x.Op != token.NEQ
		}
		if n, ok := ssaval.Int(side.with); ok {
			if n == 0 && w.observed && w.ofSession(side.v) {
				t := holds(1, side.op, 0) // len(id)
				return t, !t
			}
			if is, ok := w.number(side.v, n); ok {
				t := holds(is, side.op, n)
				return t, !t
			}
			continue
		}
		if c, ok := side.with.(*ssa.Const); ok && c.Value == nil && ssaval.Fails(side.v.Type()) {
			ask := w.there
			if !ssaval.IsError(side.v.Type()) {
				ask = w.makesError
			}
			switch there, known := ask(side.v); {
			case known && there:
				return x.Op == token.NEQ, x.Op != token.NEQ
			case known:
				return x.Op == token.EQL, x.Op != token.EQL
			}
			continue
		}
		if g := sentinel(side.with); g != nil && (x.Op == token.EQL || x.Op == token.NEQ) {
			yes, no = w.is(g)
			if other, _ := w.world(Answer{Status: 500}).is(g); w.observed && yes && !other {
				no = false
			}
			if x.Op == token.NEQ {
				return no, yes
			}
			return yes, no
		}
	}
	return true, true
}

func holds(is int64, op token.Token, n int64) bool {
	switch op {
	case token.EQL:
		return is == n
	case token.NEQ:
		return is != n
	case token.LSS:
		return is < n
	case token.LEQ:
		return is <= n
	case token.GTR:
		return is > n
	}
	return is >= n
}
