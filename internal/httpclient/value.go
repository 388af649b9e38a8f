package httpclient

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

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

// isMaker: a pointer to a struct of a library, such as *retryablehttp.Client.
func isMaker(t types.Type) bool {
	_, ok := ssaval.Deref(t).Underlying().(*types.Struct)
	return ok && knowledge.TypeName(t) != ""
}

// base finds the struct that a pointer leads to, if it is made in sight.
func (w *walker) base(v ssa.Value, fr *frame) (ssa.Value, *frame) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Alloc:
			// A copy leads to what it was copied from.
			from := w.copied(x)
			if from == nil {
				return x, fr
			}
			v = from
		case *ssa.Call, *ssa.Extract:
			return x, fr
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FreeVar:
			v = identity.Binding(x)
		case *ssa.UnOp:
			// A variable that is assigned once.
			a, ok := x.X.(*ssa.Alloc)
			if fv, isFree := x.X.(*ssa.FreeVar); isFree {
				a, ok = identity.Binding(fv).(*ssa.Alloc)
			}
			if !ok {
				return nil, nil
			}
			if _, isStruct := ssaval.Deref(a.Type()).Underlying().(*types.Struct); isStruct {
				v = a
				continue
			}
			if v = w.single(a); v == nil {
				return nil, nil
			}
		case *ssa.Parameter:
			up := fr.of(x.Parent())
			if up == nil {
				return nil, nil
			}
			i := slices.Index(x.Parent().Params, x)
			if i < 0 || i >= len(up.args) {
				return nil, nil
			}
			v, fr = up.args[i], up.up
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// copied returns the struct that a local was made as a copy of, if nothing else
// is stored into it.
func (w *walker) copied(a *ssa.Alloc) ssa.Value {
	if _, ok := ssaval.Deref(a.Type()).Underlying().(*types.Struct); !ok {
		return nil
	}
	if len(w.writes(a)) != 1 {
		return nil
	}
	switch x := w.single(a).(type) {
	case *ssa.Parameter, *ssa.UnOp:
		return x
	}
	return nil
}

// single returns the one value that is stored into a local.
func (w *walker) single(a *ssa.Alloc) ssa.Value {
	var only ssa.Value
	for _, st := range w.writes(a) {
		if st.Addr != a {
			continue
		}
		if only != nil {
			return nil
		}
		only = st.Val
	}
	return only
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

// sends follows a RoundTrip of this package, of the value recv: what it sends
// again itself, and what it sends through.
func (w *walker) sends(fn *ssa.Function, recv ssa.Value, fr *frame, f *found, depth int) {
	if fr.of(fn) != nil || depth > maxDepth {
		return
	}
	f.add(w.Repeats(fn)...)
	f.add(w.keyHeaders(fn, recv)...)
	var in *frame
	if recv != nil {
		in = &frame{fn: fn, args: []ssa.Value{recv}, up: fr}
	} else {
		in = &frame{fn: fn, up: fr}
	}
	for _, g := range w.reach(fn) {
		for c := range ssaval.All[ssa.CallInstruction](g) {
			row, sends := sender(c)
			if !sends && !w.exchange(c) {
				continue
			}
			// Asked last, since the answer takes a walk over the function.
			if g == fn && !w.Reached(c) {
				continue
			}
			if sends {
				w.produced(row, c, w.made(c), c.Pos(), f)
			} else if r := ssaval.Receiver(c.Common()); r != nil {
				w.client(r, in, f, depth+1)
			}
		}
	}
}

// sender returns the table row of a call that sends a request and may repeat
// it.
func sender(c ssa.CallInstruction) (knowledge.HTTPProducer, bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return knowledge.HTTPProducer{}, false
	}
	return knowledge.HTTPSenderOf(knowledge.Name(fn))
}

// exchange reports whether c sends a request: RoundTrip or Do of something.
func (w *walker) exchange(c ssa.CallInstruction) bool {
	fn := ssaval.Callee(c.Common())
	if fn == nil || !Exchanges(fn.Signature()) || fn.Signature().Recv() == nil {
		return false
	}
	return fn.Name() == "RoundTrip" || fn.Name() == "Do"
}

// result follows the result of a call.
func (w *walker) result(c *ssa.Call, idx int, fr *frame, f *found, depth int) {
	fn := ssaval.Callee(&c.Call)
	if fn == nil {
		return
	}
	name := knowledge.Name(fn)
	if row, ok := knowledge.HTTPProducerOf(name); ok {
		w.produced(row, c, w.made(c), c.Pos(), f)
		if row.Inner >= 0 {
			if in := ssaval.Argument(c.Common(), row.Inner); in != nil {
				w.client(in, fr, f, depth+1)
			}
		}
		return
	}
	if body := ssaval.Static(&c.Call); body != nil {
		if body.Pkg == w.SSA && len(body.Blocks) > 0 && fr.of(body) == nil {
			in := &frame{fn: body, args: c.Call.Args, up: fr}
			for ret := range ssaval.Returns(body) {
				if idx < len(ret.Results) {
					if ssaval.IsNil(ret.Results[idx]) && len(ret.Results) > 1 {
						continue // beside an error
					}
					w.client(ret.Results[idx], in, f, depth+1)
				}
			}
			return
		}
	}
	if fact := w.Fact(fn); fact != nil {
		for _, r := range fact.Replays {
			if w.switchedOn(r, c) {
				f.add(r)
			}
		}
	}
	// A wrapper of another package: what it is given is inside.
	for _, a := range c.Call.Args {
		if isTransportLike(a.Type()) {
			w.client(a, fr, f, depth+1)
		}
	}
}

// switchedOn reports whether what c makes is told to send again, as far as c
// shows it.
func (w *walker) switchedOn(r Replay, c ssa.CallInstruction) bool {
	if len(r.Switches) == 0 {
		return true
	}
	m := w.made(c)
	return slices.ContainsFunc(r.Switches, func(name string) bool { return len(m.callsOf(name)) > 0 })
}

// produced judges a client that a library makes.
func (w *walker) produced(row knowledge.HTTPProducer, c ssa.CallInstruction, m *made, pos token.Pos, f *found) {
	if row.Kind == knowledge.Once || m.off(row.Off) || m.asksMethod() {
		return
	}
	hedged := m.has(row.Hedges)
	if (row.Kind == knowledge.ByPolicy || row.Kind == knowledge.OnMarker) && !hedged && !m.has(row.Markers) {
		return
	}
	when, may := knowledge.Failures, false
	if !hedged {
		when, may = m.when(c, row)
	}
	if when = w.Unknown(when); when == 0 {
		return
	}
	f.add(Replay{By: short(row.Func), On: when, May: may, Func: row.Func, Pos: pos, At: w.Position(pos)})
}

// short renders the full name of a function or type for a message.
func short(full string) string {
	prefix := ""
	rest := full
	if cut, ok := strings.CutPrefix(rest, "(*"); ok {
		prefix, rest = "(*", cut
	} else if cut, ok := strings.CutPrefix(rest, "("); ok {
		prefix, rest = "(", cut
	}
	if i := strings.LastIndexByte(rest, '/'); i >= 0 {
		rest = rest[i+1:]
	}
	return prefix + rest
}
