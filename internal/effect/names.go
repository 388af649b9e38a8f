// This file finds the names that a tool can have where the name is computed.

package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/toolname"
)

// Bounds of the names that one term can stand for.
const (
	maxNames     = 32
	maxNameSteps = 200
	maxNameCalls = 3 // functions up, or variables and fields through which
)

// readsByName reports whether every name that t can stand for says that its tool
// reads. t belongs to fn; nil if its parameters are out of sight.
func (e *Engine) readsByName(t identity.Term, fn *ssa.Function) bool {
	n := &naming{Engine: e}
	names := n.of(t, fn, 0)
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !toolname.Reads(name) })
}

// A naming is one question about names.
type naming struct {
	*Engine
	steps int
}

// unknown is the name that nothing is known of.
var unknown = []string{toolname.Hole}

// of returns what t can be, with holes for what is not known.
func (n *naming) of(t identity.Term, fn *ssa.Function, depth int) []string {
	n.steps++
	if n.steps > maxNameSteps || depth > maxNameCalls {
		return unknown
	}
	if s, ok := t.Constant(); ok {
		return []string{s}
	}
	switch t.Kind {
	case identity.Param:
		return n.given(t, fn, depth)
	case identity.Global:
		return n.global(t, depth)
	case identity.Data:
		if len(t.Sub) == 1 {
			return n.elements(t.Sub[0], depth)
		}
	case identity.Entry:
		if len(t.Sub) == 1 {
			return n.of(t.Sub[0], fn, depth)
		}
	case identity.Compose:
		return n.composed(t, fn, depth)
	}
	return unknown
}

func (n *naming) composed(t identity.Term, fn *ssa.Function, depth int) []string {
	switch t.Name {
	case "either":
		var out []string
		for _, s := range t.Sub {
			out = append(out, n.of(s, fn, depth)...)
		}
		return bounded(out)
	case "element":
		return n.elements(t.Sub[0], depth)
	case "+", "fmt.Sprint":
		out := []string{""}
		for _, s := range t.Sub {
			out = join(out, n.of(s, fn, depth))
		}
		return out
	case "fmt.Sprintf":
		return n.formatted(t.Sub, fn, depth)
	case "strings.Join":
		if len(t.Sub) < 2 {
			return unknown // an empty list
		}
		last := len(t.Sub) - 1
		out := n.of(t.Sub[0], fn, depth)
		for _, s := range t.Sub[1:last] {
			out = join(join(out, n.of(t.Sub[last], fn, depth)), n.of(s, fn, depth))
		}
		return out
	case "strings.ToLower", "strings.TrimSpace", "strings.Clone":
		return n.of(t.Sub[0], fn, depth)
	case "":
		if len(t.Sub) == 1 {
			return n.of(t.Sub[0], fn, depth)
		}
	}
	return unknown
}

// formatted returns what fmt.Sprintf makes of its arguments.
func (n *naming) formatted(args []identity.Term, fn *ssa.Function, depth int) []string {
	format, ok := args[0].Constant()
	if !ok {
		return unknown
	}
	out := []string{""}
	arg := 1
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 || i+1 == len(format) {
			return join(out, []string{format})
		}
		out = join(out, []string{format[:i]})
		verb := format[i+1]
		format = format[i+2:]
		switch {
		case verb == '%':
			out = join(out, []string{"%"})
			continue
		case (verb == 's' || verb == 'v') && arg < len(args):
			out = join(out, n.of(args[arg], fn, depth))
		case verb >= 'a' && verb <= 'z':
			out = join(out, unknown)
		default:
			return join(out, unknown) // flags: what comes behind them is not taken apart
		}
		arg++
	}
}

// join returns the names that begin as one of a and go on as one of b.
func join(a, b []string) []string {
	var out []string
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return bounded(out)
}

// bounded keeps names once each, and none if there are too many.
func bounded(names []string) []string {
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > maxNames {
		return unknown
	}
	return names
}

// given returns what a parameter can be: what the calls in sight pass, if there
// are no others, or what is stored in a field of it.
func (n *naming) given(t identity.Term, fn *ssa.Function, depth int) []string {
	if fn == nil || t.Fn != "" {
		return unknown
	}
	fn = ssaval.Root(fn)
	if t.Path != "" {
		if v := n.fieldAt(fn, t); v != nil && !v.Exported() {
			return n.stored(n.fieldStores(v), depth)
		}
		return unknown
	}
	obj := ssaval.Object(fn)
	if obj == nil || obj.Exported() || n.escapes[fn] || n.invokable(fn) || t.Index >= len(fn.Params) {
		return unknown
	}
	var args []ssa.Value
	for _, c := range n.callers[fn] {
		if n.Tested(c) {
			continue
		}
		if t.Index >= len(c.Common().Args) {
			return unknown
		}
		args = append(args, c.Common().Args[t.Index])
	}
	return n.values(args, depth)
}

// invokable reports whether fn, which is not exported, can be called as a method
// of an interface.
func (n *naming) invokable(fn *ssa.Function) bool {
	if fn.Signature.Recv() == nil {
		return false // no method
	}
	for named := range ssaval.Named(n.Pass.Pkg) {
		if iface, ok := named.Underlying().(*types.Interface); ok {
			for m := range iface.Methods() {
				if m.Name() == fn.Name() {
					return true
				}
			}
		}
	}
	return false
}

// stored returns what a variable or field can hold that only this package sets.
func (n *naming) stored(vals []ssa.Value, depth int) []string {
	vals = slices.DeleteFunc(slices.Clone(vals), ssaval.IsEmpty) // not set yet
	if len(vals) >= maxFieldValues {
		return unknown
	}
	return n.values(vals, depth)
}

func (n *naming) values(vals []ssa.Value, depth int) []string {
	var out []string
	for _, v := range vals {
		out = append(out, n.of(n.Slicer.Value(v, nil, nil), v.Parent(), depth+1)...)
	}
	if len(out) == 0 {
		return unknown
	}
	return bounded(out)
}

// global returns what a package-level variable can hold, or an entry of it that
// t names.
func (n *naming) global(t identity.Term, depth int) []string {
	g := n.Engine.global(t.Name)
	if g == nil || g.Object().Exported() {
		return unknown
	}
	if t.Path != "" {
		return n.elements(t, depth)
	}
	return n.stored(n.globalStores(g), depth)
}

// elements returns what the elements of a table can be: one that is written down
// in the function, or in the declaration of a variable.
func (n *naming) elements(table identity.Term, depth int) []string {
	if table.Kind == identity.Global {
		g := n.Engine.global(table.Name)
		if g == nil || strings.Contains(table.Path, ".") || n.mapWritten(g) {
			return unknown
		}
		vals := n.globalStores(g)
		if len(vals) != 1 {
			return unknown
		}
		table = n.Slicer.Value(vals[0], nil, nil)
	}
	var out []string
	for _, s := range table.Sub {
		if table.Kind != identity.Compose || s.Kind != identity.Entry || len(s.Sub) == 0 {
			return unknown
		}
		out = append(out, n.of(s.Sub[len(s.Sub)-1], nil, depth+1)...)
	}
	if len(out) == 0 {
		return unknown
	}
	return bounded(out)
}
