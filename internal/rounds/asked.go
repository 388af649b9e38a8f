// This file finds where a result is known to ask for input.

package rounds

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/tasks"
)

// asked lists the edges of fn on which a result is known to ask for input.
func (r *Reader) asked(fn *ssa.Function) []tasks.Evidence {
	var out []tasks.Evidence
	for br := range ssaval.All[*ssa.If](fn) {
		if yes, ok := r.asksFor(br.Cond, 0); ok {
			succ := 0
			if !yes {
				succ = 1
			}
			out = append(out, tasks.Evidence{If: br, Succ: succ})
		}
	}
	return out
}

// asksFor reports whether a condition tells that a result asks for input, and
// whether it does so when it is true.
func (r *Reader) asksFor(cond ssa.Value, depth int) (whenTrue, ok bool) {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			yes, ok := r.asksFor(x.X, depth)
			return !yes, ok
		}
	case *ssa.Call:
		if role(x) == knowledge.NeedsInput {
			return true, true
		}
		if depth < 2 {
			return r.returnsAsked(x, depth)
		}
	case *ssa.BinOp:
		return r.compares(x)
	}
	return false, false
}

// returnsAsked: a function of the package that only says so.
func (r *Reader) returnsAsked(c *ssa.Call, depth int) (whenTrue, ok bool) {
	for _, body := range r.Engine.Bodies(c) {
		for ret := range ssaval.Returns(body) {
			if len(ret.Results) != 1 {
				continue
			}
			v := ret.Results[0]
			if p, isPhi := v.(*ssa.Phi); isPhi { // r != nil && r.NeedsInput()
				for _, e := range p.Edges {
					if _, isConst := e.(*ssa.Const); !isConst {
						v = e
					}
				}
			}
			if whenTrue, ok = r.asksFor(v, depth+1); ok {
				return whenTrue, ok
			}
		}
	}
	return false, false
}

// compares: resultType == "input_required", requestState != "",
// inputRequests != nil, len(inputRequests) > 0.
func (r *Reader) compares(x *ssa.BinOp) (whenTrue, ok bool) {
	a, b := x.X, x.Y
	if _, isConst := a.(*ssa.Const); isConst {
		a, b = b, a
	}
	eq := x.Op == token.EQL
	if s, _ := ssaval.Text(b); r.types[a] && s == inputRequired && (eq || x.Op == token.NEQ) {
		return eq, true
	}
	if !ssaval.IsEmpty(b) {
		return false, false
	}
	if call, isCall := a.(*ssa.Call); isCall {
		if bi, isBuiltin := call.Call.Value.(*ssa.Builtin); isBuiltin && bi.Name() == "len" {
			a = call.Call.Args[0]
		}
	}
	if said := r.read(a); said != "inputRequests" && said != "requestState" {
		return false, false
	}
	switch x.Op {
	case token.EQL, token.LEQ:
		return false, true
	case token.NEQ, token.GTR:
		return true, true
	}
	return false, false
}

// read returns what v is of a result: "requestState", "inputRequests",
// "resultType".
func (r *Reader) read(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.UnOp, *ssa.Field:
		if t, i, ok := ssaval.Read(v); ok {
			return r.says(t, i)
		}
	case *ssa.Convert:
		return r.read(x.X)
	case *ssa.ChangeType:
		return r.read(x.X)
	}
	return ""
}
