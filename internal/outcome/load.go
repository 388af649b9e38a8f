// This file reads memory: what a variable, a field or an entry holds on a path.

package outcome

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

func (w *Walk) load(p *Path, x *ssa.UnOp, loc string) {
	if g, ok := x.X.(*ssa.Global); ok && ssaval.IsError(x.Type()) {
		// An error variable of a package: a sentinel.
		p.env.set(loc, Abs{K: Err, S: addMarks(globalName(g), w.Engine.said(g))})
		return
	}
	if fa, ok := x.X.(*ssa.FieldAddr); ok {
		m := w.names.mem(p.env, fa)
		a := w.field(ssaval.Deref(fa.X.Type()), fa.Field, m, p)
		a.On |= w.eval(p, fa.X).On &^ Hinted
		p.env.kill(loc)
		if m != "" {
			if a.P == "" && a.K != Nil && isRef(x.Type()) {
				a.P = m
			}
			p.env.copyTree(m, loc)
		}
		if a != (Abs{}) {
			p.env.put(loc, a)
		}
		return
	}
	m := w.names.mem(p.env, x.X)
	switch m {
	case "":
		p.env.set(loc, Abs{})
		return
	case flagObject + "*":
		p.env.set(loc, flag(x.Type()))
		return
	case hintTrue + "*":
		p.env.set(loc, Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: Hinted})
		return
	case hintFalse + "*":
		p.env.set(loc, Abs{K: Bool, T: knowledge.All, F: knowledge.All, Off: Hinted})
		return
	}
	a := p.env.get(m, x.Type())
	p.env.kill(loc)
	for l, b := range w.sub(p, m) {
		p.env.put(loc+l, b)
	}
	if a.P == "" && a.K != Nil && a.K != Err && isRef(x.Type()) {
		a.P = m
	}
	if a != (Abs{}) {
		p.env.put(loc, a)
	}
}

// sub returns what is known inside m, up to pointers.
func (w *Walk) sub(p *Path, m string) map[string]Abs {
	out := make(map[string]Abs)
	for rest, a := range p.env.below(m) {
		if rest != "" && rest[0] != '*' {
			out[rest] = a
		}
	}
	return out
}

func isRef(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan, *types.Map:
		return true
	}
	return false
}

// field reads field i of struct type t at location m.
func (w *Walk) field(t types.Type, i int, m string, p *Path) Abs {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return Abs{}
	}
	f := st.Field(i)
	if a := p.env.get(m, f.Type()); a.K == Answer {
		return w.answer(f, a)
	}
	if a, ok := p.env.at(m); ok && a.K != Top {
		if a.K == Zero {
			return zeroOf(f.Type(), a)
		}
		return a
	}
	switch {
	case strings.HasPrefix(m, resultObject+"*"):
		if f.Name() == "IsError" {
			return flag(f.Type())
		}
	case strings.HasPrefix(m, respObject+"*"):
		if f.Name() == "StatusCode" {
			return Abs{K: Status}
		}
	case strings.HasPrefix(m, rpcObject+"*"):
		if f.Name() == "Code" {
			return Abs{K: Code}
		}
		if f.Name() == "Message" {
			return Abs{K: Text}
		}
	case strings.HasPrefix(m, netObject+"*"):
		if f.Name() == "Op" {
			return Abs{K: NetOp}
		}
		if f.Name() == "Err" {
			return AttemptError
		}
	}
	if hint, permissive := hintField(t, f.Name()); hint {
		return w.hint(f.Type(), permissive)
	}
	return p.env.get(m, f.Type())
}

// answer reads a member of what was decoded from the response: a JSON-RPC
// response has an error or a result.
func (w *Walk) answer(f *types.Var, a Abs) Abs {
	switch {
	case strings.EqualFold(f.Name(), "error") && isNillable(f.Type()):
		return Abs{K: ErrIf, T: knowledge.Codes | knowledge.Statuses | knowledge.Lost, F: knowledge.All &^ knowledge.Codes, P: rpcObject, Chain: true, Text: true, On: a.On}
	case strings.EqualFold(f.Name(), "iserror") && ssaval.IsBool(ssaval.Deref(f.Type())):
		return flag(f.Type())
	}
	return Abs{K: Answer, On: a.On}
}

// flagObject is what the isError of a result points to, where an SDK has a
// pointer there: nil says that there is no error.
const flagObject = "@isError"

// flag is the isError of the attempt's result: a bool, or a pointer to one.
func flag(t types.Type) Abs {
	if isPointer(t) {
		return Abs{P: flagObject}
	}
	return boolOf(knowledge.Of(knowledge.ToolError), knowledge.All&^knowledge.Of(knowledge.ToolError))
}

// hint describes a tool annotation: a bool, or a pointer to one.
func (w *Walk) hint(t types.Type, permissive bool) Abs {
	if isPointer(t) {
		if permissive {
			return Abs{On: Hinted, P: hintTrue}
		}
		return Abs{On: Hinted, P: hintFalse}
	}
	a := Either
	if permissive {
		a.On = Hinted
	} else {
		a.Off = Hinted
	}
	return a
}

// What *bool annotations point to.
const (
	hintTrue  = "@hint+"
	hintFalse = "@hint-"
)

func (w *Walk) lookup(p *Path, x *ssa.Lookup) {
	loc := w.names.loc(x)
	a := Abs{On: w.eval(p, x.X).On | w.eval(p, x.Index).On&^Hinted}
	if k, ok := x.Index.(*ssa.Const); ok && k.Value != nil {
		if m := w.names.loc(x.X); m != "" {
			if b, ok := p.env.at(m + "[" + k.Value.ExactString() + "]"); ok {
				a = b
			}
		}
	} else if k := w.eval(p, x.Index); k.K == Str {
		if in, ok := w.listed(x.X, k.S); ok {
			p.env.kill(loc)
			if x.CommaOk {
				p.env.put(loc+"#0", in)
				p.env.put(loc+"#1", in)
			} else if ssaval.IsBool(x.Type()) {
				p.env.put(loc, in)
			}
			return
		}
	} else if k.K == Status {
		// A table of statuses: membership is an unclassifiable test.
		a = Opaque
	}
	if x.CommaOk {
		p.env.kill(loc)
		p.env.put(loc+"#0", a)
		b := Either
		b.On, b.Off, b.May = a.On, a.On, a.May
		p.env.put(loc+"#1", b)
		return
	}
	if ssaval.IsBool(x.Type()) && a.K != Bool {
		a = Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: a.On, Off: a.On}
	}
	p.env.set(loc, a)
}
