// This file tells whether a cursor may become empty although it was not.

package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// emptiness answers whether a string that may become the cursor may be empty
// although the cursor was not: it follows calls one by one, unlike [Flow].
type emptiness struct {
	*Room
	cursor Place
	web    map[ssa.Value]bool // the phis that are the cursor, if it is a variable
	seen   map[ssa.Value]bool
}

// webOf returns the phis that a variable is in nested loops: those that lead
// to each other.
func webOf(cursor Place) map[ssa.Value]bool {
	start, ok := cursor.(*ssa.Phi)
	if !ok {
		return nil
	}
	below := phisBelow(start)
	web := map[ssa.Value]bool{start: true}
	for p := range below {
		if phisBelow(p)[start] {
			web[p] = true
		}
	}
	return web
}

// phisBelow returns the phis that a phi is made of.
func phisBelow(start *ssa.Phi) map[*ssa.Phi]bool {
	out := make(map[*ssa.Phi]bool)
	stack := []*ssa.Phi{start}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range p.Edges {
			if q, ok := e.(*ssa.Phi); ok && !out[q] {
				out[q] = true
				stack = append(stack, q)
			}
		}
	}
	return out
}

// calls are the calls that lead to the function at hand, innermost last.
type calls []*ssa.Call

func (e emptiness) may(v ssa.Value, in calls, depth int) bool {
	if Place(v) == e.cursor || e.web[v] || Home(v) == e.cursor && Home(v) != Place(v) || depth > 24 || e.seen[v] {
		return false
	}
	e.seen[v] = true
	defer delete(e.seen, v)
	switch x := v.(type) {
	case *ssa.Const:
		s, ok := ssaval.Text(x)
		return ok && s == "" || x.Value == nil
	case *ssa.Phi:
		for i, edge := range x.Edges {
			k := &Keep{Block: x.Block().Preds[i], Edge: x.Block()}
			if _, isConst := edge.(*ssa.Const); !isConst && e.tested(k.guards(), edge) {
				continue
			}
			if e.may(edge, in, depth+1) {
				return true
			}
		}
	case *ssa.Convert:
		return e.may(x.X, in, depth+1)
	case *ssa.ChangeType:
		return e.may(x.X, in, depth+1)
	case *ssa.Parameter:
		if len(in) == 0 {
			return e.given(x, depth)
		}
		i := slices.Index(x.Parent().Params, x)
		if args := in[len(in)-1].Call.Args; i >= 0 && i < len(args) {
			return e.may(args[i], in[:len(in)-1], depth+1)
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return e.result(c, x.Index, in, depth)
		}
	case *ssa.Call:
		switch CalleeName(x) {
		case "strings.TrimSpace", "strings.TrimPrefix", "strings.TrimSuffix", "strings.TrimRight", "strings.TrimLeft", "strings.Clone":
			return e.may(x.Call.Args[0], in, depth+1)
		}
		return e.result(x, 0, in, depth)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return e.loaded(x, in, depth)
		}
	case *ssa.Field:
		return e.ofEvent(x.X.Type(), x.Field)
	}
	return false
}

// given: what callers hand over without a test.
func (e emptiness) given(p *ssa.Parameter, depth int) bool {
	i := slices.Index(p.Parent().Params, p)
	return slices.ContainsFunc(e.callers[p.Parent()], func(c ssa.CallInstruction) bool {
		args := ssaval.Operands(c.Common())
		return i >= 0 && i < len(args) && !e.tested(Guards(c.Block()), args[i]) && e.may(args[i], nil, depth+1)
	})
}

// result: what a function returns without an error.
func (e emptiness) result(c *ssa.Call, i int, in calls, depth int) bool {
	for _, fn := range e.hooks.Callees(c) {
		if len(in) > 3 {
			return false
		}
		for ret := range ssaval.Returns(fn) {
			if ret.Block() == fn.Recover || i >= len(ret.Results) || fails(ret) && isConstText(ret.Results[i]) {
				continue
			}
			if e.may(ret.Results[i], append(in[:len(in):len(in)], c), depth+1) {
				return true
			}
		}
	}
	return false
}

func isConstText(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// loaded: a variable, or the field of an event.
func (e emptiness) loaded(load *ssa.UnOp, in calls, depth int) bool {
	switch x := load.X.(type) {
	case *ssa.FieldAddr:
		return e.ofEvent(x.X.Type(), x.Field)
	case *ssa.Alloc:
		again := e.seen[x] // the variable is set to what it is
		e.seen[x] = true
		if !again {
			defer delete(e.seen, x)
		}
		set := false // on all ways
		for _, ref := range *x.Referrers() {
			st, ok := ref.(*ssa.Store)
			if !ok || st.Addr != x {
				continue
			}
			set = set || ssaval.Precedes(st, load)
			if again || !isConst(st.Val) && e.tested(Guards(st.Block()), st.Val) {
				continue
			}
			if e.may(st.Val, in, depth+1) {
				return true
			}
		}
		return !set
	}
	return false
}

// ofEvent reports whether a field holds the id of one event, and nothing if
// that has none.
func (e emptiness) ofEvent(t types.Type, i int) bool {
	fv := ssaval.Field(t, i)
	if fv == nil {
		return false
	}
	if fv.Pkg() != e.Pkg {
		name := knowledge.TypeName(t)
		if len(name) > 0 && name[0] == '*' {
			name = name[1:]
		}
		if h, ok := e.hooks.Field(fv); ok {
			return h.Part == FieldID && h.Fresh
		}
		return knowledge.EventField(name+"."+fv.Name()) == knowledge.EventIDPart && !knowledge.KeepsID(name)
	}
	return e.besideData(fv) && e.fresh(fv)
}

// fresh reports whether the struct that has the field is made or emptied for
// every event.
func (r *Room) fresh(fv *types.Var) bool {
	for _, p := range r.Parsers {
		fn := p.Fn
		for st := range ssaval.All[*ssa.Store](fn) {
			if a, ok := st.Addr.(*ssa.Alloc); ok && hasField(a, fv) && zeroValue(st.Val) {
				return true // e = Event{}
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || ssaval.Field(fa.X.Type(), fa.Field) != fv {
				continue
			}
			if s, ok := ssaval.Text(st.Val); ok && s == "" {
				return true // e.ID = ""
			}
			a, ok := fa.X.(*ssa.Alloc)
			if !ok {
				continue
			}
			if len(identity.Loops(fn, a.Block())) > 0 || r.returned(a) {
				return true
			}
		}
	}
	return false
}

func hasField(a *ssa.Alloc, fv *types.Var) bool {
	st := ssaval.Struct(a.Type())
	if st == nil {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Origin() == fv {
			return true
		}
	}
	return false
}

func zeroValue(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Const:
		return x.Value == nil
	case *ssa.UnOp:
		return x.Op == token.MUL && zeroed(x.X)
	}
	return false
}

// returned reports whether what was allocated is a result of its function.
func (r *Room) returned(a *ssa.Alloc) bool {
	fn := a.Parent()
	from := r.local(r.Flow.out, a, fn, Same)
	for ret := range ssaval.Returns(fn) {
		if slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return from[v] || Home(v) == Place(a) }) {
			return true
		}
	}
	return false
}
