// This file finds the ids of JSON-RPC requests.

package keys

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// RequestIDs returns the values that a function gives JSON-RPC requests as
// their ids: what it stores there, however it came by it.
func RequestIDs(fn *ssa.Function) map[ssa.Value]bool {
	out := make(map[ssa.Value]bool)
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.Store:
			if fa, ok := x.Addr.(*ssa.FieldAddr); ok && IsRequestID(fa) {
				out[ssaval.Plain(x.Val)] = true
			}
		case *ssa.MapUpdate:
			if name, ok := ssaval.String(x.Key); ok && name == "id" && IsMessage(x.Map) {
				out[ssaval.Plain(x.Value)] = true
			}
		}
	}
	for v := range out {
		if _, ok := v.(*ssa.Const); ok {
			delete(out, v)
		}
	}
	return out
}

// IsRequestID reports whether a field is the id of a JSON-RPC message.
func IsRequestID(fa *ssa.FieldAddr) bool {
	t := ssaval.Deref(fa.X.Type())
	st := ssaval.Struct(t)
	if st == nil {
		return false // no struct
	}
	if id, ok := knowledge.IdentityField(knowledge.TypeName(t) + "." + st.Field(fa.Field).Name()); ok {
		return id == knowledge.RPCID
	}
	return ssaval.JSONName(st, fa.Field) == "id" && ssaval.HasJSONName(st, "jsonrpc")
}

// IsMessage reports whether a map is a JSON-RPC message: it has the entry
// "jsonrpc".
func IsMessage(m ssa.Value) bool {
	if m.Referrers() == nil {
		return false
	}
	for _, r := range *m.Referrers() {
		if u, ok := r.(*ssa.MapUpdate); ok && u.Map == m {
			if name, ok := ssaval.String(u.Key); ok && name == "jsonrpc" {
				return true
			}
		}
	}
	return false
}

// MadeOf reports whether v is one of the values, or is formatted from one.
func MadeOf(v ssa.Value, values map[ssa.Value]bool) bool { return madeOf(v, values, 0) }

func madeOf(v ssa.Value, values map[ssa.Value]bool, depth int) bool {
	v = ssaval.Plain(v)
	if values[v] {
		return true
	}
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return madeOf(x.X, values, depth+1) || madeOf(x.Y, values, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if madeOf(e, values, depth+1) {
				return true
			}
		}
	case *ssa.Call:
		fn := ssaval.Callee(&x.Call)
		if fn == nil || !knowledge.IsPure(knowledge.Name(fn)) {
			return false
		}
		for _, a := range x.Call.Args {
			if madeOf(a, values, depth+1) {
				return true
			}
			elements, _ := ssaval.Elements(a)
			for _, e := range elements {
				if e != nil && madeOf(e, values, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
