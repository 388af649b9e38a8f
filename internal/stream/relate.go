// This file tells which states belong to what is opened again.

package stream

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Related reports whether the state belongs to what is opened again: it is a
// field of the struct whose method opens it again, of one that has that
// struct, or of one that it has; or a package-level variable that the methods
// of that struct touch, or plain functions if a plain one opens it again.
func (r *Room) Related(o *Reopen, s *State) bool {
	if s.Place == nil {
		return true
	}
	if !s.Place.IsField() {
		recv := receiver(ssaval.Root(o.Fn()))
		return slices.ContainsFunc(r.Funcs, func(fn *ssa.Function) bool {
			return receiver(ssaval.Root(fn)) == recv && fn.Name() != "init" && touches(fn, s.Place)
		})
	}
	for _, unit := range units(ssaval.Root(o.Fn())) {
		for _, owner := range s.Owners {
			if unit == owner || has(unit, owner) || has(owner, unit) {
				return true
			}
		}
	}
	return false
}

func receiver(fn *ssa.Function) *types.Named {
	if r := fn.Signature.Recv(); r != nil {
		return named(r.Type())
	}
	return nil
}

func touches(fn *ssa.Function, v *types.Var) bool {
	for instr := range ssaval.Instructions(fn) {
		var ops [8]*ssa.Value
		for _, op := range instr.Operands(ops[:0]) {
			if g, ok := (*op).(*ssa.Global); ok && g.Object() == v {
				return true
			}
		}
	}
	return false
}

// units are the structs that a function is about: its receiver, and those it
// is given pointers to.
func units(fn *ssa.Function) []*types.Named {
	var out []*types.Named
	for _, p := range fn.Params {
		if n := named(p.Type()); n != nil && n.Obj().Pkg() == fn.Pkg.Pkg {
			if _, ok := n.Underlying().(*types.Struct); ok {
				out = append(out, n)
			}
		}
	}
	return out
}

func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	if n != nil {
		n = n.Origin()
	}
	return n
}

// has reports whether a struct has a field of the other struct, or of an
// interface of the package that it implements.
func has(a, b *types.Named) bool {
	st, ok := a.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		n := named(st.Field(i).Type())
		if n == nil {
			continue
		}
		if n == b {
			return true
		}
		iface, ok := n.Underlying().(*types.Interface)
		if ok && iface.NumMethods() > 0 && n.Obj().Pkg() == b.Obj().Pkg() && types.Implements(types.NewPointer(b), iface) {
			return true
		}
	}
	return false
}

// LocalStates returns what the function that opens something again holds in
// local variables from before, and uses afterwards.
func (r *Room) LocalStates(o *Reopen) []*State {
	fn := o.Fn()
	var out []*State
	for _, send := range r.Sends {
		if !IsList(send.Method) {
			continue
		}
		from := r.Flow.From(Content&^Back, r.told(send)...)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				v, ok := instr.(ssa.Value)
				if !ok || !from[v] || !list(v.Type()) || o.Loop != nil && o.Loop.Blocks[b] {
					continue
				}
				if _, ok := v.(*ssa.Alloc); ok {
					continue
				}
				if ssaval.Reaches(instr, o.Site, nil) && usedAfter(v, o.Site) {
					out = append(out, &State{Value: v, Method: send.Method, From: []*Send{send}})
				}
			}
		}
		if len(out) > 0 {
			return out[:1]
		}
	}
	return out
}

// usedAfter reports whether a value is used where control comes after site.
func usedAfter(v ssa.Value, site ssa.Instruction) bool {
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch u := ref.(type) {
		case *ssa.DebugRef, *ssa.Phi, *ssa.Store:
			return false
		case *ssa.Call:
			if b, ok := u.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
				// for range list: its elements are looked at in the loop
				return false
			}
		}
		return ssaval.Reaches(site, ref, nil)
	})
}

// Refreshers returns the declared functions that read the state anew and open
// nothing, in order of position.
func (r *Room) Refreshers(s *State) []*types.Func {
	var out []*types.Func
	for _, fn := range r.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || !slices.ContainsFunc(s.From, func(send *Send) bool { return r.Under(fn)[send.Fn()] }) {
			continue
		}
		if sends := r.SendsUnder(fn); sends["initialize"] || sends["subscriptions/listen"] || !r.setsUnder(fn, s) {
			continue
		}
		out = append(out, obj)
	}
	return out
}

// setsUnder reports whether running fn stores something in the state.
func (r *Room) setsUnder(fn *ssa.Function, s *State) bool {
	for g := range r.Under(fn) {
		for instr := range ssaval.Instructions(g) {
			switch x := instr.(type) {
			case *ssa.Store:
				if Home(x.Addr) == Place(s.Place) {
					return true
				}
			case *ssa.MapUpdate:
				if Home(x.Map) == Place(s.Place) {
					return true
				}
			case *ssa.Call:
				if len(x.Call.Args) > 0 && Home(x.Call.Args[0]) == Place(s.Place) {
					return true
				}
			}
		}
	}
	return false
}
