package knowledge

import (
	"go/types"
	"hash/maphash"
	"strings"
	"sync/atomic"
	"weak"
)

// Name returns the name under which the tables know fn: the full name of its
// origin, with type parameters stripped from the receiver.
func Name(fn *types.Func) string {
	i := maphash.Comparable(namesSeed, fn) % uint64(len(names))
	if n := names[i].Load(); n != nil && n.fn.Value() == fn {
		return n.name
	}
	n := &named{weak.Make(fn), strip(fn.Origin().FullName())}
	names[i].Store(n)
	return n.name
}

// Short renders the full name of a function or type for a message: of the path
// of its package, the last element.
func Short(full string) string {
	rest, prefix := full, ""
	for _, p := range []string{"(*", "("} {
		if cut, ok := strings.CutPrefix(full, p); ok {
			rest, prefix = cut, p
			break
		}
	}
	return prefix + rest[strings.LastIndexByte(rest, '/')+1:]
}

// names remembers some names: the rules ask for the same over and over, and
// to write them down takes longer than to look them up. It keeps no function,
// and with it no package, in memory.
var (
	names     [1 << 12]atomic.Pointer[named]
	namesSeed = maphash.MakeSeed()
)

type named struct {
	fn   weak.Pointer[types.Func]
	name string
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
