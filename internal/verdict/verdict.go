// Package verdict evaluates conditions under an assumption: what a test says if
// the request is a POST, or if an annotation is not set. It looks through
// negations, && and ||, and into predicates of the package.
package verdict

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Verdict says how a condition reads.
type Verdict uint8

// The verdicts.
const (
	Open Verdict = iota // the assumption does not decide it
	Yes
	No
	Unclear // it depends on what is assumed in a way that is not understood
)

// Of returns the verdict that is b.
func Of(b bool) Verdict {
	if b {
		return Yes
	}
	return No
}

// Not negates a verdict.
func (v Verdict) Not() Verdict {
	switch v {
	case Yes:
		return No
	case No:
		return Yes
	}
	return v
}

// Args marks the parameters of a predicate that are what the assumption is
// about.
type Args map[*ssa.Parameter]bool

// An Evaluator evaluates conditions.
type Evaluator struct {
	// Leaf is asked first about every value; Open lets the evaluator go on.
	Leaf func(v ssa.Value, in Args) Verdict
	// Enter says whether to look into a function of the package that is
	// called, and marks its parameters.
	Enter func(c *ssa.Call, fn *ssa.Function, in Args) (Args, bool)
}

const maxDepth = 6

// none is no verdict yet.
const none Verdict = 255

// Test evaluates a condition.
func (e *Evaluator) Test(v ssa.Value) Verdict { return e.test(v, nil, 0) }

func (e *Evaluator) test(v ssa.Value, in Args, depth int) Verdict {
	if depth > maxDepth {
		return Open
	}
	if r := e.Leaf(v, in); r != Open {
		return r
	}
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.Bool {
			return Of(constant.BoolVal(x.Value))
		}
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return e.test(x.X, in, depth+1).Not()
		}
	case *ssa.Phi:
		return e.either(x, in, depth)
	case *ssa.Call:
		fn := ssaval.Static(&x.Call)
		if fn == nil || len(fn.Blocks) == 0 {
			return Open // its body is not known
		}
		if sub, ok := e.Enter(x, fn, in); ok {
			return e.returns(fn, sub, depth)
		}
	}
	return Open
}

func merge(a, b Verdict) Verdict {
	switch {
	case a == none || a == b:
		return b
	case a == Unclear || b == Unclear:
		return Unclear
	}
	return Open
}

func known(v Verdict) Verdict {
	if v == none {
		return Open
	}
	return v
}

// either is the value of a && b or a || b: what comes in over the edges that
// are open.
func (e *Evaluator) either(x *ssa.Phi, in Args, depth int) Verdict {
	result := none
	for i, edge := range x.Edges {
		pred := x.Block().Preds[i]
		if !e.passes(pred, x.Block(), in, depth) || len(pred.Preds) == 1 && !e.passes(pred.Preds[0], pred, in, depth) {
			continue
		}
		result = merge(result, e.test(edge, in, depth+1))
	}
	return known(result)
}

// passes reports whether the edge between two blocks is open.
func (e *Evaluator) passes(from, to *ssa.BasicBlock, in Args, depth int) bool {
	c, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return true
	}
	v := e.test(c.Cond, in, depth+1)
	taken := from.Succs[0] == to
	return !(v == Yes && !taken || v == No && taken)
}

// returns evaluates the boolean that fn returns, block by block.
func (e *Evaluator) returns(fn *ssa.Function, in Args, depth int) Verdict {
	result := none
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			v := Open
			if len(last.Results) > 0 {
				v = e.test(last.Results[0], in, depth+1)
			}
			result = merge(result, v)
		case *ssa.If:
			v := e.test(last.Cond, in, depth+1)
			if v != No {
				visit(b.Succs[0])
			}
			if v != Yes {
				visit(b.Succs[1])
			}
		default:
			for _, s := range b.Succs {
				visit(s)
			}
		}
	}
	visit(fn.Blocks[0])
	return known(result)
}
