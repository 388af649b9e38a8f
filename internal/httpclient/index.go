// This file notes once what a package stores, loads and calls.

package httpclient

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/lazyssa"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A walker follows values of one package.
type walker struct {
	*World
	fields  map[*types.Var][]*ssa.Store             // what is stored in fields
	globals map[*ssa.Global][]ssa.Value             // and in package-level variables
	loads   map[*types.Var][]*ssa.UnOp              // where fields are read
	calls   map[*ssa.Function][]ssa.CallInstruction // static calls, by callee
	reaches map[*ssa.Function][]*ssa.Function
}

func newWalker(world *World) *walker {
	w := &walker{
		World:   world,
		fields:  make(map[*types.Var][]*ssa.Store),
		globals: make(map[*ssa.Global][]ssa.Value),
		loads:   make(map[*types.Var][]*ssa.UnOp),
		calls:   make(map[*ssa.Function][]ssa.CallInstruction),
		reaches: make(map[*ssa.Function][]*ssa.Function),
	}
	for _, fn := range lazyssa.WithInit(world.SSA, world.Funcs) {
		for instr := range ssaval.Instructions(fn) {
			w.note(instr)
		}
	}
	return w
}

func (w *walker) note(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Store:
		switch addr := x.Addr.(type) {
		case *ssa.Global:
			w.globals[addr] = append(w.globals[addr], x.Val)
		case *ssa.FieldAddr:
			if v := ssaval.Field(addr.X.Type(), addr.Field); v != nil {
				w.fields[v] = append(w.fields[v], x)
			}
		}
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			if v := ssaval.Field(fa.X.Type(), fa.Field); v != nil && isMaker(v.Type()) {
				w.loads[v] = append(w.loads[v], x)
			}
		}
	case ssa.CallInstruction:
		if fn := ssaval.Static(x.Common()); fn != nil {
			w.calls[fn] = append(w.calls[fn], x)
		}
	}
}

// writes returns the stores to a local, its fields and elements, those in
// function literals that capture it included.
func (w *walker) writes(a *ssa.Alloc) []*ssa.Store {
	out := ssaval.Stores(a)
	for _, r := range *a.Referrers() {
		mc, ok := r.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		for i, b := range mc.Bindings {
			if b == a && i < len(fn.FreeVars) {
				for _, st := range ssaval.Stores(fn.FreeVars[i]) {
					if st.Addr == fn.FreeVars[i] {
						// As a store to the variable itself.
						out = append(out, &ssa.Store{Addr: a, Val: st.Val})
						continue
					}
					out = append(out, st)
				}
			}
		}
	}
	return out
}

// loaded returns what may be at an address, without following it further.
func (w *walker) loaded(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	switch x := addr.(type) {
	case *ssa.Alloc:
		for _, st := range w.writes(x) {
			out = append(out, st.Val)
		}
	case *ssa.Global:
		out = w.globals[x]
	case *ssa.FieldAddr:
		if v := ssaval.Field(x.X.Type(), x.Field); v != nil {
			for _, st := range w.fields[v] {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// fieldOf returns what is stored into the named field of the struct that p
// points to, through p and the names it goes by: variables that hold it and
// parameters of functions of this package that are given it.
func (w *walker) fieldOf(p ssa.Value, name string) []ssa.Value {
	var out []ssa.Value
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value, depth int)
	visit = func(v ssa.Value, depth int) {
		if v == nil || seen[v] || depth > 6 || v.Referrers() == nil {
			return
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.FieldAddr:
				if r.X != v || ssaval.FieldName(r.X.Type(), r.Field) != name {
					continue
				}
				for _, s := range *r.Referrers() {
					if st, ok := s.(*ssa.Store); ok && st.Addr == r {
						out = append(out, st.Val)
					}
				}
			case *ssa.Store:
				if r.Val != v {
					continue
				}
				if a, ok := r.Addr.(*ssa.Alloc); ok {
					w.variable(a, func(load ssa.Value) { visit(load, depth+1) })
				}
			case *ssa.Phi:
				visit(r, depth+1)
			case *ssa.UnOp:
				// A struct that is copied: what is set on the copy counts.
				if r.X == v {
					for _, s := range *r.Referrers() {
						if st, ok := s.(*ssa.Store); ok && st.Val == r {
							visit(st.Addr, depth+1)
						}
					}
				}
			case ssa.CallInstruction:
				fn := r.Common().StaticCallee()
				if fn == nil || fn.Pkg != w.SSA {
					continue
				}
				for i, a := range r.Common().Args {
					if a == v && i < len(fn.Params) {
						visit(fn.Params[i], depth+1)
					}
				}
			case *ssa.MakeClosure:
				fn := r.Fn.(*ssa.Function)
				for i, b := range r.Bindings {
					if b == v && i < len(fn.FreeVars) {
						visit(fn.FreeVars[i], depth+1)
					}
				}
			}
		}
	}
	visit(p, 0)
	// A copy of a struct that was made elsewhere has that one's fields.
	if a, ok := p.(*ssa.Alloc); ok && len(out) == 0 {
		for _, st := range w.writes(a) {
			if ld, ok := st.Val.(*ssa.UnOp); ok && st.Addr == a {
				out = append(out, w.fieldOf(ld.X, name)...)
			}
		}
	}
	return out
}

// variable calls f with everything that is loaded from a local.
func (w *walker) variable(a *ssa.Alloc, f func(ssa.Value)) {
	loads := func(v ssa.Value) {
		for _, r := range *v.Referrers() {
			if ld, ok := r.(*ssa.UnOp); ok && ld.X == v {
				f(ld)
			}
		}
	}
	loads(a)
	for _, r := range *a.Referrers() {
		if mc, ok := r.(*ssa.MakeClosure); ok {
			fn := mc.Fn.(*ssa.Function)
			for i, b := range mc.Bindings {
				if b == a && i < len(fn.FreeVars) {
					loads(fn.FreeVars[i])
				}
			}
		}
	}
}

// reach returns fn, its literals, and the functions of this package that they
// call.
func (w *walker) reach(fn *ssa.Function) []*ssa.Function {
	if out, ok := w.reaches[fn]; ok {
		return out
	}
	w.reaches[fn] = Reach(w.SSA, fn)
	return w.reaches[fn]
}

// Reach returns fn, its literals, and the functions of the package that they
// call.
func Reach(pkg *ssa.Package, fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	seen := make(map[*ssa.Function]bool)
	var visit func(g *ssa.Function, depth int)
	visit = func(g *ssa.Function, depth int) {
		if g == nil || seen[g] || depth > 5 || len(g.Blocks) == 0 {
			return
		}
		seen[g] = true
		out = append(out, g)
		for _, a := range g.AnonFuncs {
			visit(a, depth+1)
		}
		for c := range ssaval.All[ssa.CallInstruction](g) {
			if callee := ssaval.Static(c.Common()); callee != nil && callee.Pkg == pkg {
				visit(callee, depth+1)
			}
		}
	}
	visit(fn, 0)
	return out
}
