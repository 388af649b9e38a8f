package knowledge

import (
	"go/types"
	"strings"
)

// Lookup returns the object that a name of the tables stands for in pkg, or
// nil: "pkg.Name", "pkg.Type.Field", "(pkg.Type).Method" or
// "(*pkg.Type).Method". Methods are those of the type itself, not those that
// it gets by embedding, unless the type is an interface.
func Lookup(pkg *types.Package, name string) types.Object {
	path := strip(pkg.Path())
	if rest, ok := strings.CutPrefix(name, "("); ok {
		recv, method, ok := strings.Cut(rest, ").")
		if !ok {
			return nil
		}
		ptr := strings.HasPrefix(recv, "*")
		typ, ok := strings.CutPrefix(strings.TrimPrefix(recv, "*"), path+".")
		if !ok {
			return nil
		}
		return lookupMethod(pkg, typ, method, ptr)
	}
	rest, ok := strings.CutPrefix(name, path+".")
	if !ok {
		return nil
	}
	typ, field, ok := strings.Cut(rest, ".")
	obj := pkg.Scope().Lookup(typ)
	if !ok || obj == nil {
		return obj
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == field {
			return f
		}
	}
	return nil
}

func lookupMethod(pkg *types.Package, typ, method string, ptr bool) types.Object {
	tn, ok := pkg.Scope().Lookup(typ).(*types.TypeName)
	if !ok {
		return nil
	}
	if iface, ok := tn.Type().Underlying().(*types.Interface); ok && !ptr {
		for m := range iface.Methods() {
			if m.Name() == method {
				return m
			}
		}
		return nil
	}
	named, ok := types.Unalias(tn.Type()).(*types.Named)
	if !ok {
		return nil
	}
	for m := range named.Methods() {
		if m.Name() != method {
			continue
		}
		if _, isPtr := m.Signature().Recv().Type().(*types.Pointer); isPtr == ptr {
			return m
		}
	}
	return nil
}
