// This file says what a branch that is taken tells of the values that were tested.

package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// test returns how a boolean reads, given what is known of it.
func (w *Walk) test(v ssa.Value, a Abs) Abs {
	if w.Engine.Tests == nil || !ssaval.IsBool(v.Type()) {
		return a
	}
	if a.K != Bool {
		a = Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: a.On, Off: a.On}
	}
	return w.Engine.Tests(v, a)
}

// refine records what the outcome of a test says about the tested value.
func (w *Walk) refine(p *Path, cond ssa.Value, taken bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op.String() == "!" {
			w.refine(p, c.X, !taken)
			return
		}
	case *ssa.BinOp:
		x, y := c.X, c.Y
		if isNilConst(x) {
			x, y = y, x
		}
		op := c.Op.String()
		if !isNilConst(y) || (op != "==" && op != "!=") {
			break
		}
		loc := w.names.loc(x)
		if loc == "" {
			return
		}
		old := w.eval(p, x)
		if (op == "==") == taken {
			p.env.put(loc, Abs{K: Nil, On: old.On})
		} else if old.K == ErrIf {
			p.env.put(loc, Abs{K: Err, Chain: old.Chain, Text: old.Text, On: old.On})
		} else if old.K == Top {
			p.env.put(loc, Abs{K: NonNil, P: old.P, On: old.On})
		}
		w.writeBack(p, x, p.env.of(loc))
		return
	}
	// A plain boolean keeps its value.
	if loc := w.names.loc(cond); loc != "" {
		a := False
		if taken {
			a = True
		}
		p.env.put(loc, a)
		w.writeBack(p, cond, a)
	}
}

// writeBack refines the memory that v was loaded from.
func (w *Walk) writeBack(p *Path, v ssa.Value, a Abs) {
	if ld, ok := v.(*ssa.UnOp); ok && ld.Op.String() == "*" {
		if m := w.names.mem(p.env, ld.X); m != "" {
			if old, ok := p.env.at(m); !ok || old.K == Top {
				p.env.put(m, a)
			}
		}
	}
}

// isNilConst reports whether v is nil; the zero value of a struct, which is
// nil to [ssaval.IsNil], has fields that tests can look at.
func isNilConst(v ssa.Value) bool { return ssaval.IsNil(v) && isNillable(v.Type()) }

func isNillable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return t.Underlying().(*types.Basic).Kind() == types.UntypedNil
	}
	return false
}
