// This file finds requests that are sent again with a session that a 404 has
// ended.

package stream

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Replay is a request that is sent again after a 404, with the session id
// that the 404 has ended.
type Replay struct {
	Again ssa.CallInstruction
}

// An attempt is a call that sends a request with a session id.
type attempt struct {
	call   ssa.CallInstruction
	method string // of HTTP, "" if it is not known
	stream bool   // it opens an event stream
}

// Replays returns the requests that are sent again with a session that is
// gone: nothing between forgets the id or opens another session.
func (r *Room) Replays() []Replay {
	s := replays{Room: r, gone: r.wary(404, nil, nil)}
	for _, x := range r.Exchanges {
		if r.carriesAny(x, SessionID) || r.trips(x) {
			s.inSession = append(s.inSession, x)
		}
	}
	for _, x := range s.inSession {
		s.from(attempt{x.Do(), x.Method, r.IsStream(x)}, true, maxLift, nil)
	}
	r.eachCall(func(c ssa.CallInstruction) {
		if f := r.farFact(c); f != nil && f.InSession {
			s.from(attempt{call: c}, false, maxLift, nil)
		}
	})
	s.taken()
	return s.out
}

type replays struct {
	*Room
	gone      *world
	inSession []*Exchange // whose requests carry a session id
	out       []Replay
}

// wary returns a world in which errors are known to be there, or not to be.
func (r *Room) wary(status int64, failed, fine []Place) *world {
	w := r.newWorld(Answer{Status: status})
	set := func(places []Place) map[ssa.Value]bool {
		m := make(map[ssa.Value]bool)
		for _, p := range places {
			if v, ok := p.(ssa.Value); ok && ssaval.IsError(v.Type()) {
				m[v] = true
			}
		}
		return m
	}
	w.observed = true
	w.failed, w.fine = set(failed), set(fine)
	return w
}

// from looks for a repetition of the attempt in its function, and, where that
// returns to callers that may try again, in them. Observed: the call itself
// returns the response. At is where a repetition is told that the code of
// someone else runs.
func (s *replays) from(a attempt, observed bool, up int, on []*ssa.Function) {
	c, ok := a.call.(*ssa.Call)
	fn := a.call.Parent()
	if !ok || up < 0 || slices.Contains(on, fn) {
		return // nobody looks at the answer
	}
	var failed, fine []Place
	if observed {
		fine = errorsOf(c)
	} else if e := s.gone.endsOf(c); !e.fine {
		failed = errorsOf(c)
	} else if !e.fails {
		fine = errorsOf(c)
	}
	w := s.wary(404, failed, fine)
	avoid := s.renewals(fn, a)
	blocks, tail := s.after(w, c, avoid)
	for _, again := range s.again(fn, a) {
		if !blocks[again.Block()] && !(tail && again.Block() == c.Block() && ssaval.Index(again) > ssaval.Index(c)) {
			continue
		}
		if again == a.call && (s.varies(c) || s.another(c)) || again != a.call && !like(again, c) && !itself(again, fn) || !s.singled(c, a, again) {
			continue
		}
		s.add(again, a.call)
		return
	}
	if s.rerun(fn, w, blocks) || s.rerunHere(fn) {
		s.add(a.call, a.call)
		return
	}
	if !s.returns404(blocks, tail, c) {
		return
	}
	for _, up1 := range s.callers[fn] {
		if up1.Common().IsInvoke() && std(calleePkg(up1)) {
			continue // io.Closer and its like: what is closed is something else
		}
		s.from(attempt{up1, a.method, a.stream}, false, up-1, append(on[:len(on):len(on)], fn))
	}
}

func (s *replays) add(again, first ssa.CallInstruction) {
	if _, ok := again.Common().Value.(*ssa.Parameter); ok && !again.Common().IsInvoke() {
		again = first // a helper runs what it is given
	}
	if !slices.ContainsFunc(s.out, func(o Replay) bool { return o.Again == again }) {
		s.out = append(s.out, Replay{again})
	}
}

// after returns the blocks that control can come to after a call, without
// entering those to avoid, and whether it gets to the end of its own.
func (s *replays) after(w *world, c *ssa.Call, avoid map[*ssa.BasicBlock]bool) (map[*ssa.BasicBlock]bool, bool) {
	b := c.Block()
	for _, instr := range b.Instrs[ssaval.Index(c)+1:] {
		if s.renewsAt(instr, c) {
			return nil, false
		}
	}
	next := func(x *ssa.BasicBlock) []*ssa.BasicBlock { return s.open(w, x, c) }
	return flood(next(b), avoid, next), true
}

// open returns where control can go from the end of a block; nowhere if that
// depends on the answer in a way that cannot be told.
func (s *replays) open(w *world, b *ssa.BasicBlock, c *ssa.Call) []*ssa.BasicBlock {
	next := w.next(b)
	br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || len(next) < 2 || plain(br.Cond) {
		return next
	}
	if b, ok := br.Cond.(*ssa.BinOp); ok && slices.ContainsFunc(s.Read(SessionID), func(h *Header) bool { return h.Value == b.X || h.Value == b.Y }) {
		return next // whether the answer has a session id
	}
	for _, v := range judged(br.Cond) {
		near := s.local(s.Flow.in, v, b.Parent(), Value|Out|Loose)
		if slices.ContainsFunc(outcomes(c), func(p Place) bool { return near[p] }) {
			return nil
		}
	}
	return next
}

// judged returns a condition and, if that is what a call says, what the call is
// given: a predicate says true or false by its branches.
func judged(cond ssa.Value) []ssa.Value {
	out := []ssa.Value{cond}
	for {
		switch x := cond.(type) {
		case *ssa.UnOp:
			if x.Op == token.NOT {
				cond = x.X
				continue
			}
		case *ssa.Extract:
			cond = x.Tuple
			continue
		case *ssa.Call:
			out = append(out, ssaval.Operands(x.Common())...)
		}
		return out
	}
}

// plain: a test for a kind of error, or for nil, that can go either way.
func plain(cond ssa.Value) bool {
	switch x := cond.(type) {
	case *ssa.UnOp:
		return x.Op == token.NOT && plain(x.X)
	case *ssa.BinOp:
		// status.Code == 404
		if isNumber(x.X.Type()) {
			return false
		}
		for _, v := range []ssa.Value{x.X, x.Y} {
			if c, ok := v.(*ssa.Const); ok && c.Value == nil || sentinel(v) != nil {
				return true
			}
		}
	case *ssa.Call:
		switch CalleeName(x) {
		case "errors.Is", "errors.As":
			return true
		}
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.TypeAssert:
			return true
		case *ssa.Call:
			return CalleeName(t) == "errors.AsType"
		}
	}
	return false
}

// again returns the calls of fn that send the like of the attempt.
func (s *replays) again(fn *ssa.Function, a attempt) []ssa.CallInstruction {
	first := s.SendsBelow(a.call)
	var out []ssa.CallInstruction
	for c := range ssaval.All[*ssa.Call](fn) {
		if !s.sendsLike(c, a) {
			continue
		}
		other := s.SendsBelow(c)
		if len(first) > 0 && len(other) > 0 && !overlap(first, other) || other["initialize"] {
			continue // another request
		}
		out = append(out, c)
	}
	return out
}

func (s *replays) sendsLike(c *ssa.Call, a attempt) bool {
	if c == a.call {
		return true
	}
	if f := s.farFact(c); f != nil && f.InSession {
		return a.method == "" || a.method == "POST"
	}
	return slices.ContainsFunc(s.inSession, func(x *Exchange) bool {
		return (a.method == "" || x.Method == a.method) && s.makes(c, x)
	})
}

// singled reports whether control comes to the other call because of the
// answer: it does not after a success, or the stream that is opened is another
// matter.
func (s *replays) singled(c *ssa.Call, a attempt, again ssa.CallInstruction) bool {
	// What is done with a result may go either way.
	fine, blocks := s.wary(200, nil, errorsOf(c)), make(map[*ssa.BasicBlock]bool)
	for _, b := range fine.next(c.Block()) {
		maps.Copy(blocks, fine.reachFrom(b, nil))
	}
	if !blocks[again.Block()] {
		return again.Block() != c.Block() || again == a.call
	}
	return a.stream && slices.ContainsFunc(s.StatusTests(404, 200), func(t *StatusTest) bool {
		return slices.Contains(t.Calls, ssa.CallInstruction(c))
	})
}

// returns404 reports whether control can return to the caller.
func (s *replays) returns404(blocks map[*ssa.BasicBlock]bool, tail bool, c *ssa.Call) bool {
	ends := func(b *ssa.BasicBlock) bool {
		_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return ok
	}
	if tail && ends(c.Block()) {
		return true
	}
	for b := range blocks {
		if ends(b) {
			return true
		}
	}
	return false
}
