// This file follows a value to what a client is made of.

package httpclient

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

const maxDepth = 24

// A found collects what a client is made of.
type found struct {
	replays []Replay
	// params and fields lead out of sight: what callers and other functions
	// put there is put under the transport, too.
	params []*ssa.Parameter
	fields []*types.Var
	// ambient: the default client or transport of net/http.
	ambient bool
	seen    map[ssa.Value]bool
	steps   int
}

// maxSteps bounds what one client is followed to.
const maxSteps = 600

func (f *found) add(rs ...Replay) {
	for _, r := range rs {
		if !slices.ContainsFunc(f.replays, func(x Replay) bool { return x.By == r.By && x.Key == r.Key && x.At == r.At }) {
			f.replays = append(f.replays, r)
		}
	}
}

// A frame gives parameters of a function their values at one call.
type frame struct {
	fn   *ssa.Function
	args []ssa.Value
	up   *frame
}

func (fr *frame) of(fn *ssa.Function) *frame {
	for f := fr; f != nil; f = f.up {
		if f.fn == fn {
			return f
		}
	}
	return nil
}

// client follows v, an HTTP client, a round tripper, or what one is made of.
func (w *walker) client(v ssa.Value, fr *frame, f *found, depth int) {
	if f.steps++; v == nil || depth > maxDepth || f.steps > maxSteps || f.seen[v] && fr == nil {
		return
	}
	f.seen[v] = true
	switch x := v.(type) {
	case *ssa.Const:
		f.ambient = f.ambient || x.Value == nil // nil means the default
	case *ssa.MakeInterface:
		w.client(x.X, fr, f, depth+1)
	case *ssa.ChangeInterface:
		w.client(x.X, fr, f, depth+1)
	case *ssa.TypeAssert:
		w.client(x.X, fr, f, depth+1)
	case *ssa.ChangeType:
		if fn := ssaval.Literal(x.X); fn != nil && isRoundTripper(x.Type()) {
			w.sends(fn, nil, fr, f, depth)
			return
		}
		w.client(x.X, fr, f, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			w.client(e, fr, f, depth+1)
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			w.result(c, x.Index, fr, f, depth)
		} else if ta, ok := x.Tuple.(*ssa.TypeAssert); ok {
			w.client(ta.X, fr, f, depth+1)
		}
	case *ssa.Call:
		w.result(x, 0, fr, f, depth)
	case *ssa.Alloc:
		w.object(x, fr, f, depth)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			w.load(x.X, fr, f, depth)
		}
	case *ssa.Field:
		w.field(x.X, x.Field, fr, f, depth)
	case *ssa.FieldAddr:
		// A client that is part of a struct.
		w.object(x, fr, f, depth)
	case *ssa.FreeVar:
		w.client(identity.Binding(x), fr, f, depth+1)
	case *ssa.Parameter:
		if up := fr.of(x.Parent()); up != nil {
			if i := slices.Index(x.Parent().Params, x); i >= 0 && i < len(up.args) {
				w.client(up.args[i], up.up, f, depth+1)
				return
			}
		}
		if !slices.Contains(f.params, x) {
			f.params = append(f.params, x)
		}
	case *ssa.Global:
		// The address of a client that is a variable.
		w.global(x, fr, f, depth)
	}
}

// load follows what is read from memory.
func (w *walker) load(addr ssa.Value, fr *frame, f *found, depth int) {
	switch x := addr.(type) {
	case *ssa.Global:
		w.global(x, fr, f, depth)
	case *ssa.Alloc:
		for _, st := range w.writes(x) {
			if st.Addr == x {
				w.client(st.Val, fr, f, depth+1)
			}
		}
		w.object(x, fr, f, depth)
	case *ssa.FreeVar:
		w.load(identity.Binding(x), fr, f, depth+1)
	case *ssa.Parameter:
		w.client(x, fr, f, depth+1)
	case *ssa.FieldAddr:
		w.field(x.X, x.Field, fr, f, depth)
	case *ssa.IndexAddr:
		w.load(x.X, fr, f, depth+1)
	}
}

func (w *walker) global(g *ssa.Global, fr *frame, f *found, depth int) {
	if g.Pkg != nil && g.Pkg.Pkg.Path() == "net/http" {
		f.ambient = true
		return
	}
	if g.Pkg == w.SSA {
		for _, val := range w.globals[g] {
			w.client(val, nil, f, depth+1)
		}
		return
	}
	if g.Object() != nil {
		if fact := w.Fact(g.Object()); fact != nil {
			f.add(fact.Replays...)
		}
	}
}

// field follows a field of a struct: what is stored into that very struct, if
// it is in sight, and otherwise everything that this package stores there.
func (w *walker) field(of ssa.Value, i int, fr *frame, f *found, depth int) {
	v := ssaval.Field(of.Type(), i)
	if v == nil || !isTransportLike(v.Type()) && !isMaker(v.Type()) {
		return
	}
	base, up := w.base(of, fr)
	if base != nil {
		if vals := w.fieldOf(base, v.Name()); len(vals) > 0 {
			for _, val := range vals {
				w.client(val, up, f, depth+1)
			}
			return
		}
		if _, ok := base.(*ssa.Alloc); ok {
			f.ambient = true // its zero value
			return
		}
	}
	if isClient(ssaval.Deref(of.Type())) {
		w.client(of, fr, f, depth+1) // its Transport is what it is made of
		return
	}
	if v.Pkg() != w.SSA.Pkg {
		return
	}
	if !slices.Contains(f.fields, v) {
		f.fields = append(f.fields, v)
	}
	for _, st := range w.fields[v] {
		w.client(st.Val, nil, f, depth+1)
	}
}

// object follows a struct that is made in sight.
func (w *walker) object(p ssa.Value, fr *frame, f *found, depth int) {
	t := ssaval.Deref(p.Type())
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return
	}
	if isClient(t) {
		vals := w.fieldOf(p, "Transport")
		if fa, ok := p.(*ssa.FieldAddr); ok && len(vals) == 0 {
			w.field(fa.X, fa.Field, fr, f, depth)
		}
		f.ambient = f.ambient || len(vals) == 0
		for _, val := range vals {
			w.client(val, fr, f, depth+1)
		}
		return
	}
	name := knowledge.TypeName(t)
	if row, ok := knowledge.HTTPProducerType(name); ok {
		m := w.nothing()
		m.visit(p, 0)
		w.produced(row, nil, m, p.Pos(), f)
		return
	}
	fn := roundTrip(types.NewPointer(t))
	if fn == nil {
		return
	}
	if fn.Pkg() == w.SSA.Pkg {
		if body := w.SSA.Prog.FuncValue(fn.Origin()); body != nil && len(body.Blocks) > 0 {
			w.sends(body, p, fr, f, depth)
			return
		}
	}
	if fact := w.Fact(fn.Origin()); fact != nil {
		for _, r := range fact.Replays {
			if len(r.Switches) == 0 {
				f.add(r)
			}
		}
	}
	st := t.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		if isTransportLike(st.Field(i).Type()) {
			for _, val := range w.fieldOf(p, st.Field(i).Name()) {
				w.client(val, fr, f, depth+1)
			}
		}
	}
}

// isMaker: a pointer to a struct of a library, such as *retryablehttp.Client.
func isMaker(t types.Type) bool {
	_, ok := ssaval.Deref(t).Underlying().(*types.Struct)
	return ok && knowledge.TypeName(t) != ""
}
