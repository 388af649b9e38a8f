// This file finds requests that lack a header which others have, and cursors
// that several streams share.

package stream

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Lone is a request that resumes a stream and lacks a header that other
// requests of the package have.
type Lone struct {
	Header *Header // that presents the cursor
	Lacks  string
}

// Lones returns the resumes that lack the session id or the protocol version.
func (r *Room) Lones(era Era) []Lone {
	var out []Lone
	for _, name := range []string{SessionID, ProtocolVersion} {
		if len(r.Written(name)) == 0 && (name == SessionID || !mustNameVersion(era)) {
			continue // there is no session, or an edition without that header
		}
		for _, h := range r.Written(LastEventID) {
			var with, without bool
			for _, x := range r.Exchanges {
				if x.Method == "POST" || !r.Carries(x, h) {
					continue
				}
				if r.carriesAny(x, name) || r.elsewhere(x, name) {
					with = true
				} else {
					without = true
				}
			}
			if without && !with {
				out = append(out, Lone{h, name})
			}
		}
	}
	return out
}

// mustNameVersion: only editions that have the header, and not the first.
func mustNameVersion(e Era) bool {
	return e.Legacy && !e.Names("2025-03-26") && !e.Names("2024-11-05")
}

// elsewhere reports whether the header is set out of sight: by a round
// tripper of the package, from a map of headers that someone else fills, or by
// a function that the request is handed to.
func (r *Room) elsewhere(x *Exchange, name string) bool {
	for _, h := range r.Written(name) {
		if ssaval.Root(h.Fn()).Name() == "RoundTrip" || len(h.Instr.Parent().Params) > 0 && r.roundTrips(h.Fn()) {
			return true
		}
	}
	req := x.Request
	if req == nil {
		return false
	}
	if r.spreads(x) && !slices.ContainsFunc(r.Exchanges, func(y *Exchange) bool { return y != x && r.spreads(y) && r.carriesAny(y, name) }) {
		return true
	}
	handed := false
	r.eachCall(func(c ssa.CallInstruction) {
		if handed || len(r.hooks.Callees(c)) > 0 || slices.Contains(x.Chain, c) {
			return
		}
		if pkg := calleePkg(c); pkg != "" && std(pkg) {
			return
		}
		if f := r.farFact(c); f != nil && len(f.Sets) > 0 {
			return // what it sets is known
		}
		for _, a := range ssaval.Operands(c.Common()) {
			if knowledge.TypeName(a.Type()) == "*net/http.Request" && r.Carries(x, &Header{Instr: c, Base: a}) {
				handed = true
			}
		}
	})
	return handed
}

// spreads reports whether headers of any name are set on the request. Where
// other requests have them and still set the header by itself, it is not one
// of them.
func (r *Room) spreads(x *Exchange) bool {
	return slices.ContainsFunc(r.spread, func(s spread) bool { return r.Carries(x, &Header{Instr: s.call, Base: base(s.args[0])}) })
}

// roundTrips reports whether fn is run by a round tripper.
func (r *Room) roundTrips(fn *ssa.Function) bool {
	return slices.ContainsFunc(r.callers[fn], func(c ssa.CallInstruction) bool { return ssaval.Root(c.Parent()).Name() == "RoundTrip" })
}

func calleePkg(c ssa.CallInstruction) string {
	if fn := ssaval.Callee(c.Common()); fn != nil && fn.Pkg() != nil {
		return fn.Pkg().Path()
	}
	return ""
}

// A Shared is a cursor that several streams write.
type Shared struct {
	Header *Header // that presents it
	Name   string
}

// SharedCursors returns the cursors that are kept once for the answers of
// requests and for the stream of a GET, or once for the streams of several
// servers.
func (r *Room) SharedCursors() []Shared {
	var out []Shared
	owners := r.owners()
	seen := make(map[*types.Var]bool)
	for _, h := range r.byGet(r.Written(LastEventID)) {
		presented := r.Flow.Into(Value, h.Value, Home(h.Value))
		for p := range presented {
			v, ok := p.(*types.Var)
			if !ok || seen[v] || v.Pkg() != r.Pkg || !ssaval.IsString(v.Type()) && !atomicString(v.Type()) {
				continue
			}
			if v.IsField() && !r.isShared(v, owners[v]) || !v.IsField() && !r.writtenByBoth(v, nil) {
				continue
			}
			seen[v] = true
			out = append(out, Shared{h, v.Name()})
		}
	}
	return out
}

// byGet puts the headers of GET requests first.
func (r *Room) byGet(headers []*Header) []*Header {
	get := func(h *Header) bool {
		return slices.ContainsFunc(r.Exchanges, func(x *Exchange) bool { return x.Method == "GET" && r.Carries(x, h) })
	}
	slices.SortStableFunc(headers, func(a, b *Header) int {
		switch x, y := get(a), get(b); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	return headers
}

func atomicString(t types.Type) bool {
	return strings.HasPrefix(strings.TrimPrefix(knowledge.TypeName(t), "*"), "sync/atomic.")
}

func (r *Room) isShared(v *types.Var, owners []*types.Named) bool {
	return slices.ContainsFunc(owners, func(o *types.Named) bool { return r.writtenByBoth(v, o) || r.fannedOut(v, o) })
}

// writtenByBoth reports whether the ids of the answers to POST requests and
// those of a stream that no POST leads to are kept in v, by methods of its
// owner.
func (r *Room) writtenByBoth(v *types.Var, owner *types.Named) bool {
	var posts, gets []*Exchange
	for _, x := range r.Exchanges {
		if receiver(ssaval.Root(x.Fn())) != owner {
			continue
		}
		for _, p := range r.readersOf(x) {
			if !r.keepsIn(p, v) {
				continue
			}
			if x.Method == "POST" {
				posts = append(posts, x)
			} else if x.Method == "GET" {
				gets = append(gets, x)
			}
			break
		}
	}
	for _, g := range gets {
		if !slices.ContainsFunc(r.Funcs, func(fn *ssa.Function) bool {
			return r.Sync(fn)[g.Fn()] && slices.ContainsFunc(posts, func(p *Exchange) bool { return r.Sync(fn)[p.Fn()] })
		}) && len(posts) > 0 {
			return true
		}
	}
	return false
}

func (r *Room) keepsIn(p *Parser, v *types.Var) bool {
	for _, t := range p.Tests {
		if t.Field == FieldID && r.Flow.From(Value, t.Seeds...)[v] {
			return true
		}
	}
	return false
}

// fannedOut reports whether a method of the owner that opens a stream with
// the cursor is called in a loop over something else than its receivers.
func (r *Room) fannedOut(v *types.Var, owner *types.Named) bool {
	for _, x := range r.Resumes() {
		fn := x.Fn()
		if receiver(ssaval.Root(fn)) != owner || !slices.ContainsFunc(r.readersOf(x), func(p *Parser) bool { return r.keepsIn(p, v) }) {
			continue
		}
		if r.calledPerItem(fn, 3) {
			return true
		}
	}
	return false
}

func (r *Room) calledPerItem(fn *ssa.Function, up int) bool {
	for _, c := range r.callers[fn] {
		args := ssaval.Operands(c.Common())
		for _, l := range loopsOf(c) {
			if !overList(l) || len(args) == 0 {
				continue
			}
			// The receiver stays, something else is the item.
			recv, ok := args[0].(ssa.Instruction)
			if (!ok || !l.Blocks[recv.Block()]) && slices.ContainsFunc(args[1:], func(a ssa.Value) bool {
				i, ok := a.(ssa.Instruction)
				return ok && l.Blocks[i.Block()] && !ssaval.IsError(a.Type())
			}) {
				return true
			}
		}
		if up > 0 && receiver(ssaval.Root(c.Parent())) == receiver(ssaval.Root(fn)) && r.calledPerItem(c.Parent(), up-1) {
			return true
		}
	}
	return false
}
