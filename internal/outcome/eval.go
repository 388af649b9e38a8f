// This file says what a value is on a path, before anything is executed.

package outcome

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// eval returns what p knows of v.
func (w *Walk) eval(p *Path, v ssa.Value) Abs {
	if param, ok := v.(*ssa.Parameter); ok {
		if a, ok := w.Engine.Given[param]; ok {
			return a
		}
	}
	switch x := v.(type) {
	case *ssa.Const:
		return constAbs(x)
	case *ssa.Function, *ssa.MakeClosure, *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global,
		*ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice:
		return Abs{K: NonNil}
	case *ssa.MakeInterface:
		a := w.eval(p, x.X)
		if a.K == Top || a.K == Nil || a.K == Zero {
			// An interface that holds a value is not nil, whatever it holds.
			a = Abs{K: NonNil, P: a.P, On: a.On}
		}
		return w.asError(p, x, a)
	case *ssa.Field:
		base := w.names.loc(x.X)
		return w.field(x.X.Type(), x.Field, base+"."+itoa(x.Field), p)
	}
	loc := w.names.loc(v)
	if loc == "" {
		return Abs{}
	}
	return p.env.get(loc, v.Type())
}

// asError describes a value of the client's own error type that is converted
// to an interface: it carries its type's name as a mark.
func (w *Walk) asError(p *Path, x *ssa.MakeInterface, a Abs) Abs {
	if !ssaval.IsError(x.Type()) && !types.Implements(x.X.Type(), errorInterface) {
		return a
	}
	if a.K == Err {
		return a
	}
	if a.P == rpcObject {
		// The JSON-RPC error of the response, returned as it is.
		return Abs{K: Err, Chain: true, Text: true, S: typeName(x.X.Type()), P: rpcObject}
	}
	name := typeName(x.X.Type())
	if name == "" {
		return a
	}
	out := Abs{K: Err, S: name, P: a.P, On: a.On}
	// What the error wraps decides what errors.Is sees through it, if its type
	// unwraps.
	if inner, ok := w.wrapped(p, x.X); ok {
		out.Text = inner.Text
		if hasMethod(x.X.Type(), "Unwrap") {
			out.Chain = inner.Chain
			out.S = addMarks(out.S, unsaid(inner.S))
		}
	}
	return out
}

// wrapped finds the attempt's error in a field of v.
func (w *Walk) wrapped(p *Path, v ssa.Value) (Abs, bool) {
	base := w.names.loc(v)
	if _, ok := v.Type().Underlying().(*types.Pointer); ok {
		base = w.names.mem(p.env, v)
	}
	if base == "" {
		return Abs{}, false
	}
	var found Abs
	ok := false
	for rest, a := range p.env.below(base) {
		if rest != "" && !strings.ContainsAny(rest, "*<") && (a.K == Err || a.K == Text) {
			if a.K == Text {
				a = Abs{K: Err, Text: true}
			}
			found.K, found.Chain, found.Text = Err, found.Chain || a.Chain, found.Text || a.Text
			found.S = addMarks(found.S, unsaid(a.S))
			ok = true
		}
	}
	return found, ok
}

func constAbs(c *ssa.Const) Abs {
	if c.Value == nil {
		if isNillable(c.Type()) {
			return Abs{K: Nil}
		}
		return Abs{K: Zero}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return True
		}
		return False
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return Abs{K: Int, N: n}
		}
	case constant.String:
		return Abs{K: Str, S: constant.StringVal(c.Value)}
	}
	return Abs{}
}
