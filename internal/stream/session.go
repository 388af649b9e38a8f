// This file finds where the session id is kept, and what is done with it.

package stream

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// sessionPlaces are the fields and variables that hold the session id: what
// was read from a response is kept there, and sent from there.
func (r *Room) sessionPlaces() Set {
	if r.places != nil {
		return r.places
	}
	r.places = make(Set)
	for _, h := range r.Written(SessionID) {
		for p := range r.Flow.Into(Value, h.Value, Home(h.Value)) {
			if v, ok := p.(*types.Var); ok && v.Pkg() == r.Pkg {
				r.places[v] = true
			}
		}
	}
	return r.places
}

// isSession reports whether v is a session id that is sent, in a variable.
func (r *Room) isSession(v ssa.Value) bool {
	if r.sessions == nil {
		r.sessions = make(Set)
		for _, h := range r.Written(SessionID) {
			for p := range r.Flow.Into(Same, h.Value) {
				if v, ok := p.(ssa.Value); ok && !isConst(v) && ssaval.IsString(v.Type()) {
					r.sessions[p] = true
				}
			}
		}
		for _, h := range r.Read(SessionID) {
			delete(r.sessions, Place(h.Value)) // what an answer has was not sent
		}
	}
	return r.sessions[v]
}

// holdsSession reports whether a type is a struct that holds the session id,
// or leads to one.
func (r *Room) holdsSession(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() == 1 && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic" {
		t = n.TypeArgs().At(0)
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	places := r.sessionPlaces()
	for i := range st.NumFields() {
		if places[st.Field(i).Origin()] {
			return true
		}
	}
	return false
}

// endsSession returns the first instruction in the blocks that acts on the
// end of a session: it forgets its id, or opens another one.
func (r *Room) endsSession(blocks []*ssa.BasicBlock) ssa.Instruction {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			if r.forgets(instr, 2) {
				return instr
			}
			if c, ok := instr.(ssa.CallInstruction); ok && r.SendsBelow(c)["initialize"] {
				return instr
			}
		}
	}
	return nil
}

// farFact returns what is known of a function out of sight.
func (r *Room) farFact(c ssa.CallInstruction) *Fact {
	fn := ssaval.Callee(c.Common())
	if fn == nil || len(r.hooks.Callees(c)) > 0 {
		return nil
	}
	return r.hooks.Fact(fn)
}

// inSession reports whether running fn sends a request with the session id.
func (r *Room) inSession(fn *ssa.Function) bool {
	sync := r.Sync(fn)
	return slices.ContainsFunc(r.Exchanges, func(x *Exchange) bool { return sync[x.Fn()] && r.carriesAny(x, SessionID) })
}

// renews reports whether running fn may do something to the session id.
func (r *Room) renews(fn *ssa.Function) bool {
	if len(r.sessionPlaces()) == 0 {
		return false
	}
	for g := range r.Under(fn) {
		if r.stores(g) {
			return true
		}
	}
	return false
}

// Sessionless returns what takes a 404 for the end of a session although the
// request may have had no session id, and the body is not looked at.
func (r *Room) Sessionless() []ssa.Instruction {
	if len(r.Written(SessionID))+len(r.Read(SessionID)) == 0 && !r.FarSessions() {
		return nil // no sessions: a 404 stands for something else
	}
	var out []ssa.Instruction
	for _, t := range r.StatusTests(404, 200, 500) {
		act := r.endsSession(t.Under)
		if act == nil || slices.Contains(out, act) || r.readsBody(t) || r.asksForSession(act.Block()) || r.hadSession(t, act) {
			continue
		}
		if t.asked || len(t.made) > 0 && r.allAsked(t.made) || r.handshakes(t, "initialize", "server/discover") {
			continue
		}
		if slices.ContainsFunc(t.From, r.mayLackSession) || len(t.From) == 0 && len(t.Calls) > 0 {
			out = append(out, act)
		}
	}
	return out
}

// FarSessions reports whether functions of other packages send with session
// ids.
func (r *Room) FarSessions() bool {
	found := false
	r.eachCall(func(c ssa.CallInstruction) {
		if f := r.farFact(c); f != nil && f.InSession || knowledge.TakesSession(CalleeName(c)) {
			found = true
		}
	})
	return found
}

// handshakes reports whether the answer is that to one of the methods: to a
// handshake, or to a probe for the era, a 404 says that the server speaks
// another.
func (r *Room) handshakes(t *StatusTest, methods ...string) bool {
	return slices.ContainsFunc(t.Calls, func(c ssa.CallInstruction) bool {
		sends := r.SendsBelow(c)
		return slices.ContainsFunc(methods, func(m string) bool { return sends[m] })
	})
}

// allAsked reports whether in each of the blocks it is known that there was a
// session, or the body has been read.
func (r *Room) allAsked(blocks []*ssa.BasicBlock) bool {
	if len(blocks) == 0 {
		return false
	}
	for _, b := range blocks {
		before := []*ssa.BasicBlock{b}
		for d := b.Idom(); d != nil; d = d.Idom() {
			before = append(before, d)
		}
		if !r.asksForSession(b) && !r.bodyReadIn(before, 3) {
			return false
		}
	}
	return true
}

// hadSession reports whether a branch under a test goes by whether there was a
// session before act has ended it.
func (r *Room) hadSession(t *StatusTest, act ssa.Instruction) bool {
	places := r.sessionPlaces()
	return slices.ContainsFunc(t.Under, func(b *ssa.BasicBlock) bool {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		for p := range r.Flow.Into(Value, br.Cond) {
			if load, ok := p.(*ssa.UnOp); ok && places[Home(load.X)] && load.Parent() == act.Parent() && ssaval.Precedes(load, act) {
				return true
			}
		}
		return false
	})
}

// asksForSession reports whether it is known in a block that there is a
// session.
func (r *Room) asksForSession(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(Guards(b), func(g Guard) bool { return r.isAboutSession(g.Cond) })
}

// isAboutSession reports whether a condition depends on the session id.
func (r *Room) isAboutSession(cond ssa.Value) bool {
	places := r.sessionPlaces()
	for p := range r.Flow.Into(Value, cond) {
		if places[p] || r.sentSession(p) {
			return true
		}
		if v, ok := p.(ssa.Value); ok && r.isSession(v) {
			return true
		}
	}
	return r.asksFor(cond)
}

// asksFor: c.session != nil, of a struct that holds the id.
func (r *Room) asksFor(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	return ok && (r.holdsSession(b.X.Type()) || r.holdsSession(b.Y.Type()))
}

// sentSession: the header that was sent is looked at, or among those that all
// requests have.
func (r *Room) sentSession(p Place) bool {
	return slices.ContainsFunc(r.Headers, func(h *Header) bool {
		return h.Name == SessionID && !h.Write && Place(h.Value) == p && knowledge.TypeName(h.Base.Type()) != "*net/http.Response"
	})
}

// mayLackSession: the header is set only if there is a session, or never.
func (r *Room) mayLackSession(x *Exchange) bool {
	for _, h := range r.Written(SessionID) {
		if r.Carries(x, h) && !r.asksForSession(h.Instr.Block()) && !slices.ContainsFunc(Guards(h.Instr.Block()), func(g Guard) bool {
			return r.dependsOn(g.Cond, h.Value) || r.samePlace(g.Cond, h.Value) || r.asksFor(g.Cond)
		}) {
			return false
		}
	}
	return true
}

// samePlace reports whether a condition looks at the place that a value was
// loaded from.
func (r *Room) samePlace(cond, v ssa.Value) bool {
	return r.Flow.Into(Value, cond)[Home(v)]
}
