// This file finds tests of a result's type that let too much through.

package rounds

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Taken is a place where a result that is not complete is taken for one.
type Taken struct {
	At ssa.Instruction
	// Type is the result type that is, or "" for whatever is not known.
	Type string
	// Seen: it is looked at, and nothing follows from it.
	Seen bool
}

// Types lists the tests of a resultType that let others than complete through
// as complete.
func (r *Reader) Types() []Taken {
	var out []Taken
	known := make(map[string]bool) // what result types are compared with
	var tests []*ssa.BinOp
	r.each(func(instr ssa.Instruction) {
		b, ok := instr.(*ssa.BinOp)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			return
		}
		if s, ok := r.resultType(b); ok {
			known[s] = true
			if branches(b) {
				tests = append(tests, b)
			}
		}
	})
	for _, t := range tests {
		s, _ := r.resultType(t)
		switch {
		case s != inputRequired && s != aTask:
		case r.together(t, tests):
			out = append(out, Taken{At: t, Type: s})
		case !known[complete] && !known[""] && !handedOn(t):
			out = append(out, Taken{At: t})
			known[complete] = true // once
		}
	}
	return out
}

// handedOn reports whether the result whose type is tested is returned as a
// whole: whoever gets it can look at its type.
func handedOn(t *ssa.BinOp) bool {
	base := t.X
	if _, isConst := base.(*ssa.Const); isConst {
		base = t.Y
	}
	for {
		switch x := base.(type) {
		case *ssa.UnOp:
			base = x.X
			continue
		case *ssa.FieldAddr:
			base = x.X
			continue
		case *ssa.Field:
			base = x.X
			continue
		case *ssa.Convert:
			base = x.X
			continue
		case *ssa.ChangeType:
			base = x.X
			continue
		}
		break
	}
	seen := map[ssa.Value]bool{base: true}
	todo := []ssa.Value{base}
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch x := ref.(type) {
			case *ssa.Return:
				return true
			case *ssa.Phi, *ssa.MakeInterface, *ssa.UnOp:
				if y := x.(ssa.Value); !seen[y] {
					seen[y] = true
					todo = append(todo, y)
				}
			}
		}
	}
	return false
}

// resultType returns what a resultType is compared with.
func (r *Reader) resultType(b *ssa.BinOp) (string, bool) {
	x, y := b.X, b.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, y = y, x
	}
	k, isConst := y.(*ssa.Const)
	if !isConst || k.Value == nil || !r.types[x] {
		return "", false
	}
	s, _ := ssaval.Text(k)
	return s, true
}

// branches: the test decides which way to go.
func branches(b *ssa.BinOp) bool {
	return slices.ContainsFunc(*b.Referrers(), func(ref ssa.Instruction) bool { _, ok := ref.(*ssa.If); return ok })
}

// together reports whether the same follows from the test t and from the one
// for complete.
func (r *Reader) together(t *ssa.BinOp, tests []*ssa.BinOp) bool {
	to := target(t)
	return to != nil && slices.ContainsFunc(tests, func(o *ssa.BinOp) bool {
		s, _ := r.resultType(o)
		return s == complete && o.Parent() == t.Parent() && target(o) == to && !tells(to, t.Block(), o.Block())
	})
}

// target returns the block that follows if the values are equal.
func target(b *ssa.BinOp) *ssa.BasicBlock {
	br, ok := b.Block().Instrs[len(b.Block().Instrs)-1].(*ssa.If)
	if !ok || br.Cond != b {
		return nil
	}
	if b.Op == token.EQL {
		return b.Block().Succs[0]
	}
	return b.Block().Succs[1]
}

// tells reports whether a value of the block depends on which of the two
// others it is entered from.
func tells(b, from, other *ssa.BasicBlock) bool {
	i, j := slices.Index(b.Preds, from), slices.Index(b.Preds, other)
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if i < 0 || j < 0 || phi.Edges[i] != phi.Edges[j] {
			return true
		}
	}
	return false
}

// OnlyLogged lists the places where a result that asks for input is logged,
// and then treated like any other.
func (r *Reader) OnlyLogged() []Taken {
	var out []Taken
	for _, fn := range r.Engine.SSA.Funcs {
		for _, e := range r.asked(fn) {
			b := e.If.Block()
			in, on := b.Succs[e.Succ], b.Succs[1-e.Succ]
			if len(in.Preds) != 1 || len(in.Succs) != 1 || in.Succs[0] != on || tells(on, in, b) || !r.onlyLogs(in) {
				continue
			}
			out = append(out, Taken{At: in.Instrs[0], Type: inputRequired, Seen: true})
		}
	}
	return out
}

// onlyLogs: the block writes to a log, and does nothing else.
func (r *Reader) onlyLogs(b *ssa.BasicBlock) bool {
	logs := false
	for _, instr := range b.Instrs {
		switch x := instr.(type) {
		case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.MapUpdate:
			return false
		case *ssa.Store:
			if _, ok := x.Addr.(*ssa.IndexAddr); !ok {
				return false // an element of the arguments is none of these
			}
		case *ssa.Call:
			if _, builtin := x.Call.Value.(*ssa.Builtin); builtin {
				continue
			}
			fn := ssaval.Callee(x.Common())
			if fn == nil || fn.Pkg() == nil {
				return false
			}
			switch {
			case knowledge.Logs(fn):
				logs = true
			case len(fn.Name()) > 0 && fn.Signature().Results().Len() == 1 && knowledge.IsStd(fn.Pkg().Path()):
				// A part of what is logged.
			default:
				return false
			}
		}
	}
	return logs
}
