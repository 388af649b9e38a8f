// This file answers small questions about types.

package ssaval

import (
	"go/types"
	"iter"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"
)

var errorType = types.Universe.Lookup("error").Type()

// IsError reports whether a type is error itself, not one that implements it.
func IsError(t types.Type) bool { return types.Identical(t, errorType) }

// Fails reports whether a value of type t is an error.
func Fails(t types.Type) bool {
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}

// CanFail reports whether the last result of a function is an error.
func CanFail(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() > 0 && IsError(res.At(res.Len()-1).Type())
}

// IsString reports whether a type is a string, by whatever name.
func IsString(t types.Type) bool { return isBasic(t, types.IsString) }

// IsInteger reports whether a type is one of integers, by whatever name.
func IsInteger(t types.Type) bool { return isBasic(t, types.IsInteger) }

// IsBool reports whether a type is a bool, by whatever name.
func IsBool(t types.Type) bool { return isBasic(t, types.IsBoolean) }

func isBasic(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// Func returns what t is as the type of a func: also if it is a type
// parameter that stands for funcs of one type. It is nil for all else.
func Func(t types.Type) *types.Signature {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return u
	case *types.Interface:
		if _, ok := types.Unalias(t).(*types.TypeParam); ok {
			return core(u)
		}
	}
	return nil
}

// core returns the one func type that the types of a constraint have.
func core(constraint *types.Interface) (found *types.Signature) {
	for t := range constraint.EmbeddedTypes() {
		terms := []types.Type{t}
		if u, ok := t.(*types.Union); ok {
			terms = terms[:0]
			for term := range u.Terms() {
				terms = append(terms, term.Type())
			}
		}
		for _, t := range terms {
			var sig *types.Signature
			switch u := t.Underlying().(type) {
			case *types.Signature:
				sig = u
			case *types.Interface:
				if sig = core(u); sig == nil && len(terms) == 1 {
					continue // methods alone
				}
			}
			if sig == nil || found != nil && !types.Identical(sig, found) {
				return nil // another type than that of a func
			}
			found = sig
		}
	}
	return found
}

// Deref returns what a pointer type leads to, and other types as they are.
func Deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Named returns the types that a package defines, in the order of their names,
// without aliases.
func Named(pkg *types.Package) iter.Seq[*types.Named] {
	return func(yield func(*types.Named) bool) {
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			if named, ok := tn.Type().(*types.Named); ok && !yield(named) {
				return
			}
		}
	}
}

// Struct returns the struct type that t is, or leads to as a pointer; nil if
// it is neither.
func Struct(t types.Type) *types.Struct {
	st, _ := Deref(t).Underlying().(*types.Struct)
	return st
}

// Field returns field i of a struct or of what a pointer to one leads to, that
// of a generic type as it is declared; nil if t is neither.
func Field(t types.Type, i int) *types.Var {
	if st := Struct(t); st != nil && i < st.NumFields() {
		return st.Field(i).Origin()
	}
	return nil
}

// FieldName returns the name of [Field], or "".
func FieldName(t types.Type, i int) string {
	if v := Field(t, i); v != nil {
		return v.Name()
	}
	return ""
}

// Selected returns the field that v takes out of a struct, or whose address v
// is: the type of the struct, or of the pointer to it, and the number that
// [Field] and [FieldName] take.
func Selected(v ssa.Value) (of types.Type, field int, ok bool) {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return x.X.Type(), x.Field, true
	case *ssa.Field:
		return x.X.Type(), x.Field, true
	}
	return nil, 0, false
}

// Read returns the field whose value v is, as [Selected] does: it is loaded
// from its address, or taken out of a struct.
func Read(v ssa.Value) (of types.Type, field int, ok bool) {
	switch x := v.(type) {
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			return Selected(fa)
		}
	case *ssa.Field:
		return Selected(x)
	}
	return nil, 0, false
}

// JSONName returns the name that the tag of field i gives it in JSON: "" if
// there is none, and for a field that is left out ("-", see [InJSON]).
func JSONName(st *types.Struct, i int) string {
	if st == nil || i >= st.NumFields() || !InJSON(st, i) {
		return ""
	}
	name, _, _ := strings.Cut(jsonTag(st, i), ",")
	return name
}

// InJSON reports whether the tag of field i leaves it in JSON. A field without
// a name of its own goes by that of the field, one that is left out by none.
func InJSON(st *types.Struct, i int) bool { return jsonTag(st, i) != "-" }

// HasJSONName reports whether a field of the struct has that name in JSON, by
// its tag.
func HasJSONName(st *types.Struct, name string) bool {
	if st == nil {
		return false
	}
	for i := range st.NumFields() {
		if JSONName(st, i) == name {
			return true
		}
	}
	return false
}

func jsonTag(st *types.Struct, i int) string { return reflect.StructTag(st.Tag(i)).Get("json") }
