// This file executes calls: those that the tables or contracts know here, others by
// what is in sight of them.

package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// call executes a call that is not the attempt itself.
func (w *Walk) call(p *Path, x *ssa.Call) []*Path {
	c := &x.Call
	if b, ok := c.Value.(*ssa.Builtin); ok {
		w.builtin(p, x, b.Name())
		return nil
	}
	fn := ssaval.Callee(c)
	name := ""
	if fn != nil {
		name = knowledge.Name(fn)
	} else {
		name = importedVar(c.Value)
	}
	if alts, done := w.errorCall(p, x, name); done {
		return alts
	}
	if alts, done := w.procedure(p, x, name); done {
		return alts
	}
	if w.knownCall(p, x, fn, name) {
		return nil
	}
	if alts, ok := w.transfer(p, x, fn); ok {
		return alts
	}
	w.unknownCall(p, x, fn)
	return nil
}

// importedVar returns the name of the variable of another package that a func
// was read from: libraries re-export functions that way.
func importedVar(v ssa.Value) string {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return ""
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg == nil || g.Pkg == load.Parent().Pkg {
		return ""
	}
	return g.Pkg.Pkg.Path() + "." + g.Name()
}

func (w *Walk) builtin(p *Path, x *ssa.Call, name string) {
	loc := w.names.loc(x)
	var on Tag
	for _, a := range x.Call.Args {
		on |= w.eval(p, a).On
	}
	switch name {
	case "len":
		if w.eval(p, x.Call.Args[0]).K == Nil {
			p.env.set(loc, Abs{K: Int})
			return
		}
	case "recover":
		p.env.set(loc, Abs{K: Nil})
		return
	}
	p.env.set(loc, Abs{On: on})
}

// knownCall evaluates calls whose results the tables or contracts give.
func (w *Walk) knownCall(p *Path, x *ssa.Call, fn *types.Func, name string) bool {
	c := &x.Call
	loc := w.names.loc(x)
	args := ssaval.Operands(c)

	if fn != nil && fn.Name() == "Error" && len(args) == 1 && isErrorLike(args[0].Type()) {
		a := w.eval(p, args[0])
		if a.isErr() && (a.Text || a.Chain) {
			p.env.set(loc, Abs{K: Text})
			return true
		}
		if a.P == rpcObject || a.P == netObject {
			p.env.set(loc, Abs{K: Text})
			return true
		}
		if text, ok := a.says(); ok {
			p.env.set(loc, Abs{K: Str, S: text})
			return true
		}
		if text := knowledge.SentinelText(importedVar(args[0])); text != "" {
			p.env.set(loc, Abs{K: Str, S: text})
			return true
		}
	}
	if name == "(context.Context).Err" || name == "context.Cause" {
		if p.handed && !p.answered() {
			// Who asks while the answer is out was waiting for it.
			p.env.set(loc, AttemptError)
			return true
		}
		done := knowledge.Of(knowledge.Canceled, knowledge.DeadlineExceeded, knowledge.NetTimeout, knowledge.CodeRejected, knowledge.Unclassified)
		p.env.set(loc, Abs{K: ErrIf, T: done, F: knowledge.All, Chain: true, Text: true})
		return true
	}
	if fn != nil && fn.Name() == "Timeout" && len(args) == 1 && viewsError(args[0].Type()) {
		name = "(net.Error).Timeout"
	}
	if m, ok := knowledge.ErrorMethod(name); ok && len(args) > 0 {
		a := w.eval(p, args[0])
		if a.isErr() && a.Chain || a.P == netObject || a.P == rpcObject {
			p.env.set(loc, ofMatch(m))
			return true
		}
	}
	if m, ok := knowledge.ErrorFunc(name); ok && len(args) > 0 {
		a := w.eval(p, args[0])
		switch {
		case a.K == Nil:
			p.env.set(loc, False)
		case a.isErr() && a.Chain:
			r := ofMatch(m)
			if a.K == ErrIf {
				r.T &= a.T
				r.F |= a.F
			}
			p.env.set(loc, r)
		case a.isErr():
			p.env.set(loc, False)
		default:
			return false
		}
		return true
	}
	if w.asksPerson(c, name) {
		w.killArgs(p, c, Confirmed)
		w.setResults(p, x, func(_ int, t types.Type) Abs {
			if ssaval.IsError(t) {
				return Abs{}
			}
			return w.taintedResult(t, Confirmed)
		})
		return true
	}
	if knowledge.RoleOf(name) == knowledge.NeedsInput {
		if p.Ends&^knowledge.Of(knowledge.Done, knowledge.ToolError) != 0 {
			p.env.set(loc, False)
		} else {
			// Another round is not a repetition after success; paths that
			// matter are those on which the result is final.
			p.env.set(loc, False)
		}
		return true
	}
	if knowledge.IsMarker(name) && len(args) > 0 {
		for _, a := range args {
			if v := w.eval(p, a); v.isErr() {
				v.Perm = name
				if v.K == ErrIf {
					v.K = ErrIf
				}
				p.env.set(loc, v)
				return true
			}
		}
		p.env.set(loc, Abs{K: Err, Perm: name})
		return true
	}
	if fn != nil && w.Engine.Contracts != nil {
		switch {
		case w.Engine.Contracts.NoEffectFunc(fn):
			w.killArgs(p, c, 0)
			w.setResults(p, x, func(i int, t types.Type) Abs {
				if ssaval.IsError(t) {
					return w.otherError(p)
				}
				return Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: NoEffect}
			})
			return true
		case w.Engine.Contracts.Confirms(fn):
			w.killArgs(p, c, 0)
			w.setResults(p, x, func(i int, t types.Type) Abs {
				if ssaval.IsBool(t) {
					return Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: Confirmed}
				}
				return Abs{}
			})
			return true
		case w.Engine.Contracts.Reconciles(fn):
			w.killArgs(p, c, Reconciled)
			w.setResults(p, x, func(i int, t types.Type) Abs {
				if ssaval.IsError(t) {
					return w.otherError(p)
				}
				return w.taintedResult(t, Reconciled)
			})
			return true
		}
	}
	return false
}

// taintedResult is an open value that derives from tag.
func (w *Walk) taintedResult(t types.Type, tag Tag) Abs {
	if ssaval.IsBool(t) {
		return tagged(tag, Either)
	}
	return Abs{On: tag}
}

// viewsError: an error, or an interface through which an error is looked at.
func viewsError(t types.Type) bool {
	return isErrorLike(t) || types.IsInterface(t) && hasMethod(t, "Timeout")
}

func isErrorLike(t types.Type) bool {
	return ssaval.IsError(t) || types.Implements(t, errorInterface)
}

// setResults describes each result of a call.
func (w *Walk) setResults(p *Path, x *ssa.Call, of func(i int, t types.Type) Abs) {
	loc := w.names.loc(x)
	res := x.Call.Signature().Results()
	p.env.kill(loc)
	for i := range res.Len() {
		a := of(i, res.At(i).Type())
		if a == (Abs{}) {
			continue
		}
		if res.Len() == 1 {
			p.env.put(loc, a)
		} else {
			p.env.put(loc+"#"+itoa(i), a)
		}
	}
}
