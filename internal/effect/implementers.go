// This file finds the methods that a call of an interface method may run.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// invoked resolves a call of an interface method.
func (e *Engine) invoked(m *types.Func) []target {
	var out []target
	for _, f := range e.implementers(m) {
		out = append(out, target{fn: f, obj: m})
	}
	if len(out) == 0 {
		out = append(out, target{obj: m})
	}
	return out
}

// implementers returns the methods of this package's types that may be behind
// interface method m, declared in this package or one with summaries.
func (e *Engine) implementers(m *types.Func) []*ssa.Function {
	if fns, ok := e.impls[m]; ok {
		return fns
	}
	e.impls[m] = nil
	iface, ok := recvType(m).Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	if m.Pkg() == nil {
		return nil // error.Error
	}
	var out []*ssa.Function
	for _, named := range e.implementing(iface) {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, e.Pass.Pkg, m.Name())
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if f := e.SSA.SSA.Prog.FuncValue(fn.Origin()); f != nil && len(f.Blocks) > 0 {
			out = append(out, f)
		}
	}
	e.impls[m] = out
	return out
}

// implementing returns the types of this package that implement iface. It is
// asked for each method of an interface, which may have hundreds.
func (e *Engine) implementing(iface *types.Interface) []*types.Named {
	out, ok := e.implTypes[iface]
	if ok {
		return out
	}
	for named := range ssaval.Named(e.Pass.Pkg) {
		if types.IsInterface(named) || named.TypeParams().Len() > 0 {
			continue
		}
		if types.Implements(types.NewPointer(named), iface) || types.Implements(named, iface) {
			out = append(out, named)
		}
	}
	e.implTypes[iface] = out
	return out
}
