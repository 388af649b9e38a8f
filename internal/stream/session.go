package stream

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// sessionPlaces are the fields and variables that hold the session id: what
// was read from a response is kept there, and sent from there.
func (r *Room) sessionPlaces() Set {
	out := make(Set)
	for _, h := range r.Written(SessionID) {
		for p := range r.Flow.Into(Value, h.Value, Home(h.Value)) {
			if v, ok := p.(*types.Var); ok && v.Pkg() == r.Pkg {
				out[v] = true
			}
		}
	}
	return out
}

// endsSession returns the instructions in the blocks that act on the end of
// a session: they forget its id, or open another one.
func (r *Room) endsSession(blocks []*ssa.BasicBlock) ssa.Instruction {
	places := r.sessionPlaces()
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if s, ok := ssaval.Text(x.Val); ok && s == "" && places[Home(x.Addr)] {
					return instr
				}
			case *ssa.Call:
				if r.SendsBelow(x)["initialize"] {
					return instr
				}
			}
		}
	}
	return nil
}

// A Replay is a request that is sent again after a 404, with the session id
// that the 404 has ended.
type Replay struct {
	Test  *StatusTest
	Again ssa.CallInstruction
}

// Replays returns the requests that are sent again with a session that is
// gone: no block between forgets the id or opens another session.
func (r *Room) Replays() []Replay {
	var out []Replay
	for _, t := range r.StatusTests(404) {
		entry := t.Entry()
		if entry == nil || !slices.ContainsFunc(r.From(t), func(x *Exchange) bool { return r.carriesAny(x, SessionID) }) {
			continue
		}
		stop := r.renewals(t.Cond.Parent())
		for _, x := range r.From(t) {
			if x.Fn() != t.Cond.Parent() && x.Do().Parent() != t.Cond.Parent() {
				continue
			}
			for _, again := range r.sendsAgain(t.Cond.Parent(), x) {
				if ssaval.Leads([]*ssa.BasicBlock{entry}, again.Block(), stop) {
					out = append(out, Replay{t, again})
				}
			}
		}
	}
	return out
}

// renewals are the blocks that forget the session id or open a session.
func (r *Room) renewals(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for _, b := range fn.Blocks {
		if r.endsSession([]*ssa.BasicBlock{b}) != nil || r.touchesSession(b) {
			out[b] = true
		}
	}
	return out
}

// touchesSession: something else is done to the session id, here or in what
// is called, or the header is taken off.
func (r *Room) touchesSession(b *ssa.BasicBlock) bool {
	places := r.sessionPlaces()
	for _, instr := range b.Instrs {
		if st, ok := instr.(*ssa.Store); ok && places[Home(st.Addr)] {
			return true
		}
		c, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if fn := ssaval.Callee(c.Common()); fn != nil && fn.Name() == "Del" {
			return true
		}
		for _, g := range r.runs(c) {
			for h := range r.Under(g) {
				for _, hb := range h.Blocks {
					for _, in := range hb.Instrs {
						if st, ok := in.(*ssa.Store); ok && places[Home(st.Addr)] {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// sendsAgain returns the calls of fn that run an exchange with the session
// id and the same method.
func (r *Room) sendsAgain(fn *ssa.Function, first *Exchange) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, x := range r.Exchanges {
		if x.Method != first.Method || !r.carriesAny(x, SessionID) {
			continue
		}
		for _, c := range x.Chain {
			if c.Parent() == fn && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// Sessionless returns what takes a 404 for the end of a session although the
// request may have had no session id, and the body is not looked at.
func (r *Room) Sessionless() []ssa.Instruction {
	var out []ssa.Instruction
	places := r.sessionPlaces()
	for _, t := range r.StatusTests(404) {
		blocks := t.Under()
		act := r.endsSession(blocks)
		if act == nil || r.readsBody(t, blocks) || r.asksForSession(act.Block(), places) {
			continue
		}
		if slices.ContainsFunc(r.From(t), r.mayLackSession) {
			out = append(out, act)
		}
	}
	return out
}

// asksForSession reports whether it is known in a block that there is a
// session.
func (r *Room) asksForSession(b *ssa.BasicBlock, places Set) bool {
	return slices.ContainsFunc(Guards(b), func(g Guard) bool {
		for p := range r.Flow.Into(Value, g.Cond) {
			if places[p] {
				return true
			}
		}
		return false
	})
}

// mayLackSession: the header is set only if there is a session, or never.
func (r *Room) mayLackSession(x *Exchange) bool {
	set := false
	for _, h := range r.Written(SessionID) {
		if !r.Carries(x, h) {
			continue
		}
		set = true
		if !slices.ContainsFunc(Guards(h.Instr.Block()), func(g Guard) bool { return r.dependsOn(g.Cond, h.Value) || r.samePlace(g.Cond, h.Value) }) {
			return false
		}
	}
	return !set || len(r.Written(SessionID)) > 0
}

// samePlace reports whether a condition looks at the place that a value was
// loaded from.
func (r *Room) samePlace(cond, v ssa.Value) bool {
	of := r.Flow.Into(Value, cond)
	return of[Home(v)]
}
