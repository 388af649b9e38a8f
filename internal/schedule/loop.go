// This file tells how long a loop goes on that waits between its rounds.

package schedule

import (
	"fmt"
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Loop returns how long a loop goes on that waits between its rounds, if its
// bound and its delays are constant.
func Loop(r *identity.Region) (Span, bool) {
	if r == nil || r.Blocks == nil {
		return Span{}, false
	}
	n, counter, ok := rounds(r)
	if !ok || n < 2 {
		return Span{}, false
	}
	var sum time.Duration
	waits := false
	for instr := range r.Instructions() {
		d := delay(instr)
		if d == nil {
			continue
		}
		s, ok := series(d, counter, r, n-1)
		if !ok {
			return Span{}, false
		}
		sum, waits = sum+s, true
	}
	if !waits {
		return Span{}, false
	}
	return Span{D: sum, By: fmt.Sprintf("a loop of %d rounds", n)}, true
}

// delay returns how long instr waits, or nil if it does not.
func delay(instr ssa.Instruction) ssa.Value {
	c, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := ssaval.Callee(&c.Call)
	if fn == nil {
		return nil // not known
	}
	switch knowledge.Name(fn) {
	case "time.Sleep", "time.After", "time.NewTimer", "time.Tick":
		return c.Call.Args[0]
	case "(*time.Timer).Reset":
		return c.Call.Args[1]
	}
	return nil
}

// rounds returns how often the loop goes round at most, and its counter.
func rounds(r *identity.Region) (n int64, counter *ssa.Phi, ok bool) {
	for h := range r.Headers {
		for _, instr := range h.Instrs {
			phi, isPhi := instr.(*ssa.Phi)
			if !isPhi {
				break
			}
			from, ok := countsUp(phi, r)
			if !ok {
				continue
			}
			for _, use := range *phi.Referrers() {
				if n, ok := bound(use, phi, r); ok {
					return n - from, phi, true
				}
			}
			// "for range n" compares the next value: after the round, or
			// before it with a counter that begins one lower.
			for _, e := range phi.Edges {
				next, isNext := e.(*ssa.BinOp)
				if !isNext || next.X != phi {
					continue
				}
				for _, use := range *next.Referrers() {
					n, ok := bound(use, next, r)
					if ok && use.Block() == phi.Block() {
						n--
					}
					if ok {
						return n - from, phi, true
					}
				}
			}
		}
	}
	return 0, nil, false
}

// countsUp reports whether phi begins with a constant and grows by one.
func countsUp(phi *ssa.Phi, r *identity.Region) (from int64, ok bool) {
	found := false
	for i, e := range phi.Edges {
		if !r.Blocks[phi.Block().Preds[i]] {
			n, isConst := integer(e)
			if !isConst || found && n != from {
				return 0, false
			}
			from, found = n, true
			continue
		}
		add, isAdd := e.(*ssa.BinOp)
		if !isAdd || add.Op != token.ADD || add.X != phi {
			return 0, false
		}
		if k, isConst := integer(add.Y); !isConst || k != 1 {
			return 0, false
		}
	}
	return from, found
}

// bound returns the first value of v with which the loop is left.
func bound(use ssa.Instruction, v ssa.Value, r *identity.Region) (int64, bool) {
	cmp, ok := use.(*ssa.BinOp)
	if !ok || cmp.X != v || !r.Blocks[cmp.Block()] || cmp.Referrers() == nil {
		return 0, false
	}
	k, ok := integer(cmp.Y)
	if !ok {
		return 0, false
	}
	for _, ref := range *cmp.Referrers() {
		branch, ok := ref.(*ssa.If)
		if !ok {
			continue
		}
		in, out := r.Blocks[branch.Block().Succs[0]], r.Blocks[branch.Block().Succs[1]]
		switch {
		case in && !out && cmp.Op == token.LSS, !in && out && cmp.Op == token.GEQ, in && !out && cmp.Op == token.NEQ, !in && out && cmp.Op == token.EQL:
			return k, true
		case in && !out && cmp.Op == token.LEQ, !in && out && cmp.Op == token.GTR:
			return k + 1, true
		}
	}
	return 0, false
}

// series adds up n delays of the value d: a constant, a multiple of the
// counter, or one that is multiplied in each round.
func series(d ssa.Value, counter *ssa.Phi, r *identity.Region, n int64) (time.Duration, bool) {
	if k, ok := duration(d); ok {
		return growing(k, 1, n, 0), true
	}
	switch x := d.(type) {
	case *ssa.Convert:
		return series(x.X, counter, r, n)
	case *ssa.BinOp:
		if unit, ok := duration(x.X); ok && x.Op == token.SHL && isCounter(x.Y, counter) {
			return growing(unit, 2, n, 0), true
		}
		unit, counted, ok := product(x, counter)
		if !ok || !counted {
			return 0, false
		}
		sum := int64(0)
		for i := range min(n, 10000) {
			sum += first(counter, r) + i
		}
		return growing(time.Duration(unit), 1, max(sum, 0), 0), true
	case *ssa.Phi:
		return grown(x, r, n)
	}
	return 0, false
}

// product takes a product of constants and, at most once, the counter apart.
func product(v ssa.Value, counter *ssa.Phi) (k int64, counted, ok bool) {
	if n, isConst := integer(v); isConst {
		return n, false, true
	}
	if isCounter(v, counter) {
		return 1, true, true
	}
	switch x := v.(type) {
	case *ssa.Convert:
		return product(x.X, counter)
	case *ssa.BinOp:
		if x.Op != token.MUL {
			return 0, false, false
		}
		a, ca, ok1 := product(x.X, counter)
		b, cb, ok2 := product(x.Y, counter)
		return a * b, ca || cb, ok1 && ok2 && !(ca && cb)
	}
	return 0, false, false
}

// first is the value with which the counter begins.
func first(counter *ssa.Phi, r *identity.Region) int64 {
	for i, e := range counter.Edges {
		if !r.Blocks[counter.Block().Preds[i]] {
			n, _ := integer(e)
			return n
		}
	}
	return 0
}

func isCounter(v ssa.Value, counter *ssa.Phi) bool {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.BinOp:
			if x.Op != token.ADD && x.Op != token.SUB {
				return false
			}
			v = x.X // one more or less
		default:
			return v == counter
		}
	}
}

// grown is a delay that is multiplied by a constant in each round.
func grown(phi *ssa.Phi, r *identity.Region, n int64) (time.Duration, bool) {
	if !r.Headers[phi.Block()] {
		return 0, false
	}
	var first time.Duration
	factor := 1.0
	found := false
	for i, e := range phi.Edges {
		if !r.Blocks[phi.Block().Preds[i]] {
			d, ok := duration(e)
			if !ok {
				return 0, false
			}
			first, found = d, true
			continue
		}
		if e == phi {
			continue
		}
		mul, ok := e.(*ssa.BinOp)
		if !ok || mul.Op != token.MUL || mul.X != phi {
			return 0, false
		}
		f, ok := number(mul.Y)
		if !ok {
			return 0, false
		}
		factor = f
	}
	return growing(first, factor, n, 0), found
}
