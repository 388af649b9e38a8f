// This file takes apart what a call brings back of an earlier round: requestState and
// inputResponses.

package effect

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// inTerms puts the terms of an op into others.
func (o Op) inTerms(change func(identity.Term) identity.Term) Op {
	o.Name, o.Args, o.Meta, o.Server = change(o.Name), change(o.Args), change(o.Meta), change(o.Server)
	o.State, o.Inputs = change(o.State), change(o.Inputs)
	return o
}

// roundOf returns what the parameters of an SDK's request bring back of an
// earlier round: nothing if the SDK knows no rounds.
func (e *Engine) roundOf(params ssa.Value) (state, inputs identity.Term) {
	none := identity.Term{Kind: identity.Const, Name: "zero"}
	if mi, ok := params.(*ssa.MakeInterface); ok {
		params = mi.X
	}
	at, inputsAt, ok := knowledge.RoundFields(strings.TrimPrefix(knowledge.TypeName(params.Type()), "*"))
	if !ok {
		return none, none
	}
	if at == nil { // the parameters of whatever request
		if p := fieldValue(params, "Params"); p != nil && embedsRound(p.Type()) {
			in := func(f string) identity.Term { return e.term(p, knowledge.RoundEmbedded, f) }
			return in("RequestState"), in("InputResponses")
		}
		return roundParams(e.term(params, "Params"))
	}
	return e.term(params, at...), e.term(params, inputsAt...)
}

// fieldValue returns what is put into the field of a struct that is built where
// it is used, nil unless that is one value.
func fieldValue(v ssa.Value, field string) ssa.Value {
	if ld, ok := v.(*ssa.UnOp); ok {
		v = ld.X
	}
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out ssa.Value
	for _, ref := range *a.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || ssaval.FieldName(fa.X.Type(), fa.Field) != field {
			continue
		}
		for _, st := range ssaval.Stores(fa) {
			if out != nil {
				return nil
			}
			out = st.Val
		}
	}
	if mi, ok := out.(*ssa.MakeInterface); ok {
		out = mi.X
	}
	return out
}

// embedsRound: the parameters of mcp-go's requests share an embedded struct.
func embedsRound(t types.Type) bool {
	st, ok := ssaval.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Embedded() && f.Name() == knowledge.RoundEmbedded {
			return true
		}
	}
	return false
}

// roundParams takes requestState and inputResponses out of the params member
// of a request.
func roundParams(params identity.Term) (state, inputs identity.Term) {
	get := func(name string) identity.Term {
		if t, ok := params.Field(name); ok {
			return t
		}
		if in, ok := params.Field(knowledge.RoundEmbedded); ok && params.Kind == identity.Compose {
			if t, ok := in.Field(name); ok {
				return t
			}
		}
		if params.Kind == identity.Compose && (params.Name == "struct" || params.Name == "map") {
			return identity.Term{Kind: identity.Const, Name: "zero"}
		}
		return identity.Term{Kind: identity.Opaque, Name: "params"}
	}
	return get("requestState"), get("inputResponses")
}

// Round returns the requestState and the inputResponses that a call brings
// back with a request other than tools/call: prompts/get, resources/read.
func (e *Engine) Round(c ssa.CallInstruction) (state, inputs identity.Term, ok bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil || knowledge.RoleOf(knowledge.Name(fn)) != knowledge.Read {
		return state, inputs, false
	}
	p := ssaval.Argument(c.Common(), 1)
	if p == nil {
		return state, inputs, false
	}
	if _, _, ok := knowledge.RoundFields(strings.TrimPrefix(knowledge.TypeName(p.Type()), "*")); !ok {
		return state, inputs, false
	}
	state, inputs = e.roundOf(p)
	return state, inputs, true
}
