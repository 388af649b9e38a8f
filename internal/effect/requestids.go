// This file finds requests with a constant id that one session can send twice.

package effect

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/stream"
)

// A FixedID is a request that the package builds with a constant id, and that
// one session can send twice.
type FixedID struct {
	ID     string
	Method string // "" if it is for the caller to say
	Pos    token.Pos
	// Other is another request of the session with the same id, NoPos if it
	// is this one again.
	Other token.Pos
	// Also are the other requests of the client with this id that one session
	// can send twice: one counter for all takes its place.
	Also []token.Pos

	fn *ssa.Function // that builds it
}

// A builder is a place where a request gets its id.
type builder struct {
	instr  ssa.Instruction
	method string
	id     string
}

func (b builder) fn() *ssa.Function { return ssaval.Root(b.instr.Parent()) }

// FixedIDs returns the requests with constant ids that one session can send
// twice.
func (e *Engine) FixedIDs() []FixedID {
	if e.SSA == nil || !e.inSession() {
		return nil
	}
	var all []builder
	for _, fn := range e.SSA.Funcs {
		for instr := range ssaval.Instructions(fn) {
			if !e.Tested(instr) {
				all = append(all, e.buildersAt(instr)...)
			}
		}
	}
	var out []FixedID
	for i, b := range all {
		if b.method == "initialize" {
			continue
		}
		f := FixedID{ID: b.id, Method: b.method, Pos: stream.PosOf(b.instr), fn: b.fn()}
		if !e.twice(b.instr, 0) {
			other := e.sameSession(b, all[:i], all[i+1:])
			if other == nil {
				continue
			}
			f.Other = stream.PosOf(other)
		}
		if first := slices.IndexFunc(out, f.sameClient); first >= 0 {
			out[first].Also = append(out[first].Also, f.Pos)
			continue
		}
		out = append(out, f)
	}
	return out
}

// sameClient reports whether two requests have one id, and are built by one
// function or by methods of one client.
func (f FixedID) sameClient(g FixedID) bool {
	return f.ID == g.ID && (f.fn == g.fn || sameReceiver(f.fn, g.fn))
}

// Explains reports whether s is sent with one id because the request is f.
func (e *Engine) Explains(f FixedID, s Resend) bool {
	return s.Why == NextRequest && s.ID == f.ID && e.room.Sync(ssaval.Root(s.fn))[f.fn]
}

// buildersAt returns the requests that get a constant id at an instruction.
func (e *Engine) buildersAt(instr ssa.Instruction) []builder {
	var id ssa.Value
	var methods []ssa.Value
	switch x := instr.(type) {
	case *ssa.Store:
		fa, ok := x.Addr.(*ssa.FieldAddr)
		if !ok || !keys.IsRequestID(fa) {
			return textBuilders(instr)
		}
		id, methods = x.Val, siblings(fa)
		if mi, ok := id.(*ssa.MakeInterface); ok {
			id = mi.X
		}
		if k, ok := id.(*ssa.Const); ok && (k.Value == nil || k.Value.ExactString() == "0") {
			return nil // not filled in yet
		}
	case *ssa.MapUpdate:
		if k, ok := ssaval.Text(x.Key); !ok || k != "id" || !keys.IsMessage(x.Map) {
			return textBuilders(instr)
		}
		id, methods = x.Value, entriesNamed(x.Map, "method")
	default:
		return textBuilders(instr)
	}
	if len(methods) != 1 {
		return nil // an answer, or filled in elsewhere
	}
	return e.lift(instr, id, methods[0], 0)
}

// lift resolves an id or a method that is a parameter at the callers.
func (e *Engine) lift(instr ssa.Instruction, id, method ssa.Value, depth int) []builder {
	fn := instr.Parent()
	name, named := ssaval.Text(method)
	idParam, methodParam := givenIndex(id, fn), givenIndex(method, fn)
	if !named && methodParam < 0 && !isLocalText(method) {
		return nil // a message that is passed on
	}
	if idParam < 0 {
		text, ok := constantID(plainID(e.Slicer.Value(id, nil, nil)))
		if !ok || named && !stream.IsMethod(name) {
			return nil
		}
		return []builder{{instr, name, text}}
	}
	if depth > 2 {
		return nil
	}
	var out []builder
	for _, c := range e.callers[fn] {
		args := c.Common().Args
		if idParam >= len(args) || methodParam >= len(args) || e.Tested(c) {
			continue
		}
		m := method
		if methodParam >= 0 {
			m = args[methodParam]
		}
		out = append(out, e.lift(c, args[idParam], m, depth+1)...)
	}
	return out
}

// isLocalText: a method that the function itself chooses.
func isLocalText(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return false
	}
	for _, x := range phi.Edges {
		if _, ok := ssaval.Text(x); !ok {
			return false
		}
	}
	return true
}

func givenIndex(v ssa.Value, fn *ssa.Function) int {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Parameter:
			return slices.Index(fn.Params, x)
		case *ssa.UnOp:
			// A parameter that lives in memory because it is captured.
			a, ok := x.X.(*ssa.Alloc)
			if !ok {
				return -1
			}
			stores := ssaval.Stores(a)
			if len(stores) != 1 {
				return -1
			}
			v = stores[0].Val
		default:
			return -1
		}
	}
}

// siblings returns what is stored as the method of the message whose id fa is.
func siblings(fa *ssa.FieldAddr) []ssa.Value {
	var out []ssa.Value
	refs := fa.X.Referrers()
	if refs == nil {
		return nil
	}
	for _, r := range *refs {
		other, ok := r.(*ssa.FieldAddr)
		if !ok || !stream.MethodField(other.X.Type(), other.Field) {
			continue
		}
		for _, st := range ssaval.Stores(other) {
			out = append(out, st.Val)
		}
	}
	return out
}

func entriesNamed(m ssa.Value, name string) []ssa.Value {
	var out []ssa.Value
	for _, r := range *m.Referrers() {
		if u, ok := r.(*ssa.MapUpdate); ok && u.Map == m {
			if k, ok := ssaval.Text(u.Key); ok && k == name {
				out = append(out, u.Value)
			}
		}
	}
	return out
}

// textBuilders: a request with its id, written out as JSON text.
func textBuilders(instr ssa.Instruction) []builder {
	if _, ok := instr.(*ssa.BinOp); ok {
		return nil // a part of a text, or a comparison
	}
	var ops [8]*ssa.Value
	for _, op := range instr.Operands(ops[:0]) {
		k, ok := (*op).(*ssa.Const)
		if !ok {
			continue
		}
		text, ok := ssaval.Text(k)
		if !ok || len(text) > 4096 {
			continue
		}
		method, id := textMethod().FindAllStringSubmatch(text, -1), textID().FindAllStringSubmatch(text, -1)
		if len(method) == 1 && len(id) == 1 && stream.IsMethod(method[0][1]) {
			return []builder{{instr, method[0][1], trimQuotes(id[0][1])}}
		}
	}
	return nil
}

// twice reports whether one session can reach an instruction twice.
func (e *Engine) twice(instr ssa.Instruction, depth int) bool {
	fn := ssaval.Root(instr.Parent())
	if depth > 3 || e.opens(fn) {
		return false // every call of it is a session of its own
	}
	if recv := fn.Signature.Recv(); recv != nil {
		// What a client offers can be asked for again.
		if obj := ssaval.Object(fn); obj != nil && obj.Exported() && e.Pass.Pkg.Name() != "main" && holdsConnection(recv.Type(), 0) {
			return true
		}
	}
	calls := slices.DeleteFunc(slices.Clone(e.callers[fn]), func(c ssa.CallInstruction) bool { return e.Tested(c) })
	for i, c := range calls {
		for _, d := range calls[i+1:] {
			if c.Parent() == d.Parent() && (ssaval.Reaches(c, d, nil) || ssaval.Reaches(d, c, nil)) {
				return true
			}
			if one, other := ssaval.Root(c.Parent()), ssaval.Root(d.Parent()); one != other && sameReceiver(one, other) {
				return true
			}
		}
	}
	return slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { return e.twice(c, depth+1) })
}

// opens reports whether a function opens a session when it is called.
func (e *Engine) opens(fn *ssa.Function) bool {
	under := e.room.Sync(fn)
	return slices.ContainsFunc(e.room.Sends, func(s *stream.Send) bool { return s.Method == "initialize" && under[s.Fn()] })
}

// sameSession finds another request with the id of b that the same session
// can send: of an earlier place in the same function, or of another method of
// the same client. Of two, the later one is reported.
func (e *Engine) sameSession(b builder, before, after []builder) ssa.Instruction {
	for i, o := range append(slices.Clone(before), after...) {
		if o.id != b.id || o.instr == b.instr {
			continue
		}
		later := i >= len(before)
		if b.fn() == o.fn() {
			if o.instr.Parent() == b.instr.Parent() && !later && ssaval.Reaches(o.instr, b.instr, nil) && !e.reopens(o.instr, b.instr) {
				return o.instr
			}
			continue
		}
		if sameReceiver(b.fn(), o.fn()) && (!later || o.method == "initialize") && holdsConnection(b.fn().Signature.Recv().Type(), 0) {
			return o.instr
		}
	}
	return nil
}

// reopens reports whether a session is opened on the way from a to b.
func (e *Engine) reopens(a, b ssa.Instruction) bool {
	return slices.ContainsFunc(e.room.Sends, func(s *stream.Send) bool {
		return s.Method == "initialize" && s.Instr != a && s.Instr.Parent() == a.Parent() &&
			ssaval.Reaches(a, s.Instr, nil) && ssaval.Reaches(s.Instr, b, nil)
	})
}

func sameReceiver(a, b *ssa.Function) bool {
	x, y := a.Signature.Recv(), b.Signature.Recv()
	return x != nil && y != nil && types.Identical(ssaval.Deref(x.Type()), ssaval.Deref(y.Type()))
}

// holdsConnection reports whether values of a type last as long as a session:
// they hold a client, a connection or a pipe.
func holdsConnection(t types.Type, depth int) bool {
	st, ok := ssaval.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		f := st.Field(i).Type()
		switch f.Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Signature:
			if !ssaval.IsError(f) {
				return true
			}
		case *types.Struct:
			if depth < 2 && holdsConnection(f, depth+1) {
				return true
			}
		}
	}
	return false
}
