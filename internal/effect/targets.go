// This file resolves what a call may run: functions, closures, and what variables and
// fields of func type hold.

package effect

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A target is something that a call or a func value may run.
type target struct {
	fn  *ssa.Function // with a body in this package, or
	obj *types.Func   // declared elsewhere, or an interface method
	// closure binds fn's free variables.
	closure *ssa.MakeClosure
	param   *ssa.Parameter // the func is a parameter
	ops     []Op           // the func comes from elsewhere with these ops
}

// targets returns what a call may run.
func (e *Engine) targets(c *ssa.CallCommon) []target { return e.targetsAt(c, 0) }

func (e *Engine) targetsAt(c *ssa.CallCommon, depth int) []target {
	if c.IsInvoke() {
		return e.invoked(c.Method.Origin())
	}
	return e.resolve(c.Value, depth)
}

// Bounds of resolving one func value.
const (
	maxResolveDepth = 8
	maxResolveSteps = 300
)

// resolve returns what a func value may be. Nobody changes what it returns.
func (e *Engine) resolve(v ssa.Value, depth int) []target {
	if depth > 0 {
		return e.resolveFrom(v, depth)
	}
	if len(e.bound) > 0 {
		e.resolveSteps = 0
		return e.resolveFrom(v, 0) // the answer is that of one call
	}
	out, ok := e.targetsOf[v]
	if !ok {
		e.resolveSteps = 0
		out = slices.Clip(e.resolveFrom(v, 0))
		e.targetsOf[v] = out
	}
	return out
}

func (e *Engine) resolveFrom(v ssa.Value, depth int) []target {
	e.resolveSteps++
	if depth > maxResolveDepth || e.resolveSteps > maxResolveSteps {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Function:
		return e.function(x, nil)
	case *ssa.MakeClosure:
		return e.function(x.Fn.(*ssa.Function), x)
	case *ssa.ChangeType:
		return e.resolve(x.X, depth+1)
	case *ssa.ChangeInterface:
		return e.resolve(x.X, depth+1)
	case *ssa.MakeInterface:
		return e.resolve(x.X, depth+1)
	case *ssa.TypeAssert:
		return e.resolve(x.X, depth+1)
	case *ssa.Parameter:
		if b, ok := e.bound[x]; ok {
			return b
		}
		return []target{{param: x}}
	case *ssa.FreeVar:
		if b := identity.Binding(x); b != nil {
			return e.resolve(b, depth+1)
		}
	case *ssa.Phi:
		var out []target
		for _, edge := range x.Edges {
			out = append(out, e.resolve(edge, depth+1)...)
		}
		return out
	case *ssa.UnOp:
		return e.loaded(x.X, depth)
	case *ssa.Field:
		return e.stored(ssaval.Field(x.X.Type(), x.Field), depth)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return e.returned(c, x.Index, depth)
		}
	case *ssa.Call:
		return e.returned(x, 0, depth)
	}
	return nil
}

// function resolves a function value; wrappers of methods lead to the method.
func (e *Engine) function(fn *ssa.Function, mc *ssa.MakeClosure) []target {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Synthetic != "" && fn.Parent() == nil {
		// A bound method, a thunk or a wrapper.
		if obj, ok := fn.Object().(*types.Func); ok {
			obj = obj.Origin()
			if types.IsInterface(recvType(obj)) {
				return e.invoked(obj)
			}
			if f := e.SSA.SSA.Prog.FuncValue(obj); f != nil && len(f.Blocks) > 0 && f != fn {
				return []target{{fn: f, obj: obj, closure: mc}}
			}
			return []target{{obj: obj, closure: mc}}
		}
	}
	if len(fn.Blocks) > 0 {
		obj, _ := fn.Object().(*types.Func)
		return []target{{fn: fn, obj: obj, closure: mc}}
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return []target{{obj: obj.Origin()}}
	}
	return nil
}

func recvType(fn *types.Func) types.Type {
	if r := fn.Signature().Recv(); r != nil {
		return r.Type()
	}
	return types.Typ[types.Invalid]
}

// loaded resolves a func value that is loaded from memory.
func (e *Engine) loaded(addr ssa.Value, depth int) []target {
	if depth > maxResolveDepth {
		return nil
	}
	switch x := addr.(type) {
	case *ssa.Alloc:
		return e.cell(x, depth)
	case *ssa.FreeVar:
		if b := identity.Binding(x); b != nil {
			return e.loaded(b, depth+1)
		}
	case *ssa.Global:
		if v, ok := x.Object().(*types.Var); ok {
			return e.stored(v, depth)
		}
	case *ssa.FieldAddr:
		return e.stored(ssaval.Field(x.X.Type(), x.Field), depth)
	case *ssa.Phi:
		var out []target
		for _, edge := range x.Edges {
			out = append(out, e.loaded(edge, depth+1)...)
		}
		return out
	}
	return nil
}

func (e *Engine) cell(a *ssa.Alloc, depth int) []target {
	var out []target
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a {
				out = append(out, e.resolve(r.Val, depth+1)...)
			}
		case *ssa.MakeClosure:
			// Assignments inside literals that capture the variable.
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b != a || i >= len(fn.FreeVars) {
					continue
				}
				for _, fr := range *fn.FreeVars[i].Referrers() {
					if st, ok := fr.(*ssa.Store); ok && st.Addr == fn.FreeVars[i] {
						out = append(out, e.resolve(st.Val, depth+1)...)
					}
				}
			}
		}
	}
	return out
}

// stored resolves a package-level variable or struct field of func type.
func (e *Engine) stored(v *types.Var, depth int) []target {
	if v == nil {
		return nil
	}
	var out []target
	for _, val := range e.stores[storeKey{v}] {
		out = append(out, e.resolve(val, depth+1)...)
	}
	if len(out) == 0 && v.Pkg() != e.Pass.Pkg {
		var f FuncVar
		if e.Pass.ImportObjectFact(v, &f) {
			return []target{{ops: f.Ops}}
		}
	}
	return out
}

// indexStores records what is stored in variables and fields of func type.
func (e *Engine) indexStores() {
	e.stores = make(map[storeKey][]ssa.Value)
	e.eachStored(func(at *types.Var, v ssa.Value) {
		if funcLike(at.Type()) {
			e.stores[storeKey{at}] = append(e.stores[storeKey{at}], v)
		}
	})
}

// returned resolves a func that a call returns.
func (e *Engine) returned(c *ssa.Call, idx, depth int) []target {
	var out []target
	var callees []target
	if c.Call.IsInvoke() {
		callees = e.invoked(c.Call.Method.Origin())
	} else {
		// The depth goes with it: a field may be set to the result of a call of
		// what it holds.
		callees = e.resolve(c.Call.Value, depth+1)
	}
	for _, t := range callees {
		if t.fn != nil {
			for ret := range ssaval.Returns(t.fn) {
				if idx < len(ret.Results) {
					if funcLike(ret.Results[idx].Type()) {
						out = append(out, e.resolve(ret.Results[idx], depth+2)...)
					}
				}
			}
			continue
		}
		if t.obj != nil {
			if s := e.imported(t.obj); s != nil && idx < len(s.Returned) && len(s.Returned[idx]) > 0 {
				out = append(out, target{ops: s.Returned[idx]})
			}
		}
	}
	return out
}

// bodies is outcome's view of targets. Nobody changes what it returns.
func (e *Engine) bodies(c ssa.CallInstruction) []*ssa.Function {
	if len(e.bound) > 0 {
		return e.bodiesOf(c) // the answer is that of one call
	}
	out, ok := e.bodiesAt[c]
	if !ok {
		out = slices.Clip(e.bodiesOf(c))
		e.bodiesAt[c] = out
	}
	return out
}

func (e *Engine) bodiesOf(c ssa.CallInstruction) []*ssa.Function {
	var out []*ssa.Function
	for _, t := range e.targets(c.Common()) {
		if t.fn == nil {
			return nil
		}
		if !slices.Contains(out, t.fn) {
			out = append(out, t.fn)
		}
	}
	return out
}
