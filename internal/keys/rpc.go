package keys

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// RequestIDs returns the values that a function gives JSON-RPC requests as
// their ids: what it stores there, however it came by it.
func RequestIDs(fn *ssa.Function) map[ssa.Value]bool {
	out := make(map[ssa.Value]bool)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if fa, ok := x.Addr.(*ssa.FieldAddr); ok && IsRequestID(fa) {
					out[plain(x.Val)] = true
				}
			case *ssa.MapUpdate:
				if name, ok := text(x.Key); ok && name == "id" && IsMessage(x.Map) {
					out[plain(x.Value)] = true
				}
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
	t := fa.X.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	if id, ok := knowledge.IdentityField(knowledge.TypeName(t) + "." + st.Field(fa.Field).Name()); ok {
		return id == knowledge.RPCID
	}
	if jsonName(st.Tag(fa.Field)) != "id" {
		return false
	}
	for i := range st.NumFields() {
		if jsonName(st.Tag(i)) == "jsonrpc" {
			return true
		}
	}
	return false
}

func jsonName(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	return name
}

// IsMessage reports whether a map is a JSON-RPC message: it has the entry
// "jsonrpc".
func IsMessage(m ssa.Value) bool {
	if m.Referrers() == nil {
		return false
	}
	for _, r := range *m.Referrers() {
		if u, ok := r.(*ssa.MapUpdate); ok && u.Map == m {
			if name, ok := text(u.Key); ok && name == "jsonrpc" {
				return true
			}
		}
	}
	return false
}

// plain takes conversions off a value.
func plain(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// MadeOf reports whether v is one of the values, or is formatted from one.
func MadeOf(v ssa.Value, values map[ssa.Value]bool) bool { return madeOf(v, values, 0) }

func madeOf(v ssa.Value, values map[ssa.Value]bool, depth int) bool {
	v = plain(v)
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
		fn := x.Call.StaticCallee()
		if fn == nil || fn.Object() == nil {
			return false
		}
		obj, ok := fn.Object().(*types.Func)
		if !ok || !knowledge.IsPure(knowledge.Name(obj)) {
			return false
		}
		for _, a := range x.Call.Args {
			if madeOf(a, values, depth+1) {
				return true
			}
			for _, e := range variadic(a) {
				if e != nil && madeOf(e, values, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
