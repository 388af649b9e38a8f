package knowledge

import (
	"go/types"
	"strings"
)

// Name returns the name under which the tables know fn: the full name of its
// origin, with type parameters stripped from the receiver.
func Name(fn *types.Func) string {
	return strip(fn.Origin().FullName())
}

// strip removes everything in brackets: the type parameters that
// [types.Func.FullName] prints in receivers, and the " [p.test]" that some
// loaders append to the path of a test variant.
func strip(name string) string {
	if !strings.Contains(name, "[") {
		return name
	}
	var b strings.Builder
	depth := 0
	for i := range len(name) {
		switch c := name[i]; {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0 && !(c == ' ' && i+1 < len(name) && name[i+1] == '['):
			b.WriteByte(c)
		}
	}
	return b.String()
}

// TypeName returns the name under which the tables know a named type or a
// pointer to one: "example.com/pkg.Type", "*example.com/pkg.Type". Aliases
// are resolved, type arguments dropped. It is empty for other types.
func TypeName(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		if elem := TypeName(t.Elem()); elem != "" {
			return "*" + elem
		}
	case *types.Named:
		return objectName(t.Obj())
	}
	return ""
}

// objectName returns "example.com/pkg.Name" for a package-level variable,
// constant or type name.
func objectName(obj types.Object) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return strip(obj.Pkg().Path()) + "." + obj.Name()
}

// below reports whether path is prefix or lies below it.
func below(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/')
}
