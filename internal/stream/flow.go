// This file is the graph of the ways that values take in a package.

package stream

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Place is somewhere a value can be: an [ssa.Value], a *[types.Var] (a field
// or a package-level variable), or a result of a function of the package.
// Fields are not told apart by the struct they belong to.
type Place any

// A Result is the place of a function's result.
type Result struct {
	Fn    *ssa.Function
	Index int
}

// A Kind says what becomes of a value on the way from one place to another.
type Kind uint8

// The kinds of ways.
const (
	Same     Kind = 1 << iota // it stays what it is
	computed                  // something is computed from it
	Composed                  // it becomes a part of a text, or of an encoded one
	Element                   // it is put into a container, or taken out
	Out                       // a field of it is taken
	Whole                     // it becomes a field of a struct
	Loose                     // it is handed to a function out of sight
	Back                      // a callee writes it through a pointer, and the caller finds it

	// Derived is anything that is made from it.
	Derived = computed | Composed
	// Value follows what a value is, and what is computed from it.
	Value = Same | Derived | Element | Back
	// Content follows what a value holds, too.
	Content = Value | Out
)

// A Flow is the graph of the ways that values take in one package. It knows
// no order of time and no contexts: it says "may", never "must".
type Flow struct {
	out, in ways
	made    []madeWay // before they are sorted into out and in
	callees func(ssa.CallInstruction) []*ssa.Function
	handed  map[*ssa.Parameter][]*ssa.Function // the literals that callers give
}

// A Set is a set of places.
type Set map[Place]bool

// NewFlow builds the graph of the functions. Callees returns the functions
// with bodies that a call may run.
func NewFlow(funcs []*ssa.Function, callees func(ssa.CallInstruction) []*ssa.Function) *Flow {
	f := &Flow{callees: callees, handed: make(map[*ssa.Parameter][]*ssa.Function)}
	n := 0
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			n += len(b.Instrs)
		}
	}
	f.made = make([]madeWay, 0, n) // about one for each
	f.literals(funcs)
	for _, fn := range funcs {
		for instr := range ssaval.Instructions(fn) {
			f.instr(instr)
		}
	}
	f.settle()
	return f
}

// From returns the places that the values at the seeds may reach.
func (f *Flow) From(kinds Kind, seeds ...Place) Set { return walk(f.out, kinds, seeds) }

// Into returns the places whose values may reach the given ones.
func (f *Flow) Into(kinds Kind, ends ...Place) Set { return walk(f.in, kinds, ends) }

// eachInto calls visit for the places whose values may reach the end, until it
// says no. It reports whether it was called for all of them.
func (f *Flow) eachInto(kinds Kind, end Place, visit func(Place) bool) bool {
	seen := Set{end: true}
	for stack := []Place{end}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !visit(p) {
			return false
		}
		for _, w := range f.in.at(p) {
			if w.kind&kinds != 0 && !seen[w.to] {
				seen[w.to] = true
				stack = append(stack, w.to)
			}
		}
	}
	return true
}

func walk(ways ways, kinds Kind, start []Place) Set {
	seen := make(Set)
	stack := make([]Place, 0, len(start))
	for _, p := range start {
		if p != nil && !seen[p] {
			seen[p] = true
			stack = append(stack, p)
		}
	}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, w := range ways.at(p) {
			if w.kind&kinds != 0 && !seen[w.to] {
				seen[w.to] = true
				stack = append(stack, w.to)
			}
		}
	}
	return seen
}

func (f *Flow) add(from, to Place, kind Kind) {
	if from == nil || to == nil || from == to {
		return
	}
	f.made = append(f.made, madeWay{from, to, kind})
}

// Home returns the place that a pointer, map, slice or channel leads to:
// where what is written through it is found again.
func Home(v ssa.Value) Place {
	for range 32 {
		switch x := v.(type) {
		case *ssa.Global:
			if x.Object() != nil {
				return x.Object()
			}
			return x
		case *ssa.FieldAddr:
			fv := ssaval.Field(x.X.Type(), x.Field)
			if own(fv) {
				return fv
			}
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.FreeVar:
			b := identity.Binding(x)
			if b == nil {
				return x
			}
			v = b
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return x
			}
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Slice:
			v = x.X
		default:
			return v
		}
	}
	return v
}

// instr adds the ways that one instruction opens.
func (f *Flow) instr(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Store:
		f.store(x.Addr, x.Val)
	case *ssa.UnOp:
		switch x.Op {
		case token.MUL:
			f.load(x.X, x)
		case token.ARROW:
			f.add(Home(x.X), x, Element)
		default:
			f.add(x.X, x, Derived)
		}
	case *ssa.Field:
		f.field(x.X.Type(), x.Field, x.X, x)
	case *ssa.Phi:
		for _, e := range x.Edges {
			f.add(e, x, Same)
		}
	case *ssa.BinOp:
		kind := Derived
		if x.Op == token.ADD && ssaval.IsString(x.Type()) {
			kind = Composed
		}
		f.add(x.X, x, kind)
		f.add(x.Y, x, kind)
	case *ssa.Convert:
		f.add(x.X, x, Same)
	case *ssa.ChangeType:
		f.add(x.X, x, Same)
	case *ssa.MultiConvert:
		f.add(x.X, x, Same)
	case *ssa.MakeInterface:
		f.add(x.X, x, Same)
	case *ssa.ChangeInterface:
		f.add(x.X, x, Same)
	case *ssa.TypeAssert:
		f.add(x.X, x, Same)
	case *ssa.Slice:
		f.add(x.X, x, Same)
	case *ssa.Index:
		f.add(x.X, x, Element)
	case *ssa.Lookup:
		f.take(x.X, x)
	case *ssa.Range:
		f.take(x.X, x)
	case *ssa.Next:
		f.add(x.Iter, x, Element)
	case *ssa.Extract:
		if _, ok := x.Tuple.(*ssa.Call); !ok {
			f.add(x.Tuple, x, Same)
		}
	case *ssa.Select:
		for _, s := range x.States {
			if s.Dir == types.SendOnly {
				f.add(s.Send, Home(s.Chan), Element)
			} else {
				f.add(Home(s.Chan), x, Element)
			}
		}
	case *ssa.Send:
		f.add(x.X, Home(x.Chan), Element)
	case *ssa.MapUpdate:
		f.add(x.Value, Home(x.Map), Element)
		f.add(x.Key, Home(x.Map), Element)
	case *ssa.Return:
		for i, r := range x.Results {
			f.add(r, Result{x.Parent(), i}, Same)
		}
	case ssa.CallInstruction:
		f.call(x)
	}
}

// store: what is written to a field is found in the field, and in the struct.
func (f *Flow) store(addr, val ssa.Value) {
	kind := Same
	if _, ok := addr.(*ssa.IndexAddr); ok {
		kind = Element
	}
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		f.add(val, Home(addr), kind)
		return
	}
	if fv := ssaval.Field(fa.X.Type(), fa.Field); own(fv) {
		f.add(val, fv, Same)
	}
	f.add(val, Home(fa.X), Whole)
}

func (f *Flow) load(addr ssa.Value, to ssa.Value) {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		f.field(x.X.Type(), x.Field, x.X, to)
	case *ssa.IndexAddr:
		f.take(x.X, to)
	default:
		f.add(Home(addr), to, Same)
		if _, ok := addr.(*ssa.UnOp); ok {
			f.add(addr, to, Same) // a pointer that was loaded
		}
	}
}

// take: an element is taken out of a container.
func (f *Flow) take(from, to ssa.Value) {
	f.add(Home(from), to, Element)
	f.add(from, to, Element)
}

func (f *Flow) field(t types.Type, i int, base, to ssa.Value) {
	fv := ssaval.Field(t, i)
	if own(fv) {
		f.add(fv, to, Same)
	}
	f.add(Home(base), to, Out)
	if base != Home(base) {
		f.add(base, to, Out)
	}
	// out.Result.Tools is a part of out, too.
	for fa, ok := base.(*ssa.FieldAddr); ok; fa, ok = fa.X.(*ssa.FieldAddr) {
		f.add(Home(fa.X), to, Out)
	}
}

// own: a field that does not belong to the standard library, whose fields
// (http.Request.Header) hold what has nothing to do with each other.
func own(fv *types.Var) bool {
	return fv != nil && (fv.Pkg() == nil || !std(fv.Pkg().Path()))
}

func std(path string) bool {
	return computing[path] || strings.HasPrefix(path, "net/") || knowledge.IsStd(path)
}
