// This file finds requests that are sent again with the id of an earlier one.

package effect

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/stream"
)

// A Why says on what occasion a request is sent that has an earlier one's id.
type Why uint8

// The occasions.
const (
	AfterFailure Why = iota // no answer came
	ForInput                // an input_required round
	NextRequest             // another request
)

// A Resend is a place that sends a request with an id that was used before.
type Resend struct {
	Why    Why
	Method string // "" if it is not known
	ID     string // the constant id, "" if it is none
	Pos    token.Pos

	fn *ssa.Function // that sends it
}

// Resends returns the places that send a hand-written request again without
// giving it another id.
func (e *Engine) Resends() []Resend {
	m := e.messageEngine()
	if m == nil {
		return nil
	}
	m.room = e.room
	s := &resends{Engine: m, at: make(map[token.Pos]bool)}
	for _, rep := range m.Repetitions {
		if rep.Op.Sink == messageSink && !m.Tested(rep.At) {
			s.repeated(rep)
		}
	}
	for _, fn := range e.SSA.Funcs {
		for _, site := range m.sites[fn] {
			if !m.Tested(site.Instr) {
				s.rounds(site)
				s.further(site)
			}
		}
	}
	return s.found
}

type resends struct {
	*Engine
	at    map[token.Pos]bool
	found []Resend
}

func (s *resends) add(why Why, msg Message, pos token.Pos, fn *ssa.Function) {
	if !s.at[pos] && pos.IsValid() {
		s.at[pos] = true
		id, _ := constantID(msg.ID)
		s.found = append(s.found, Resend{why, msg.Method, id, pos, fn})
	}
}

// repeated judges a message that is sent again after a failure, in other ways
// than by a loop.
func (s *resends) repeated(rep Repetition) {
	if rep.How == Loop || rep.How == Job || rep.How == Registry || rep.Site == nil || !s.unanswered(&rep.Reach) {
		return
	}
	op, region := s.Again(rep)
	if region == nil {
		return
	}
	msg, fixed := s.resent(op, rep.Site, region)
	if !fixed {
		return
	}
	if rep.How == Second && !sharesSource(rep.Site.Instr, rep.At) {
		if _, isConst := constantID(msg.ID); !isConst {
			return
		}
	}
	s.add(AfterFailure, msg, rep.Pos, rep.At.Parent())
}

// unanswered reports whether something comes again although no answer came,
// not merely because a test could not be decided.
func (s *resends) unanswered(r *reexec.Reach) bool {
	ends := r.Ends(0).InClass(knowledge.ClassUnknown, s.Mode())
	return ends != 0 && !r.May(ends)
}

// resent returns the message of an op that is sent in each round of a region,
// if its id is the same in all.
func (s *resends) resent(op Op, site *Site, r *identity.Region) (Message, bool) {
	fn := site.Instr.Parent()
	msg, ok := messageIn(op.Args)
	if ok {
		ok = s.Invariant(msg.ID, r, fn)
	} else if op.Args.Has(identity.Param) && s.Invariant(op.Args, r, fn) && !s.changes("ID", r) && !s.changes("Id", r) {
		// What is sent is given: its id is in there.
		msg, ok = s.given(site)
	}
	if !ok || msg.Method == "initialize" || elsewhere(op, msg) || s.renews(r) {
		return Message{}, false
	}
	return msg, true
}

// given finds the request that callers give to what the site is part of.
func (s *resends) given(site *Site) (Message, bool) {
	var found Message
	ok := false
	for _, fn := range s.SSA.Funcs {
		for _, other := range s.sites[fn] {
			for _, op := range other.Ops {
				if op.Sink != messageSink || !slices.Contains(op.chain, site.Instr.Parent()) {
					continue
				}
				msg, is := messageIn(op.Args)
				switch {
				case !is || msg.Method == "initialize":
				case !ok:
					found, ok = msg, true
				case found.Method != msg.Method:
					found.Method = "" // several
				}
			}
		}
	}
	return found, ok
}

// rounds judges messages that a loop sends.
func (s *resends) rounds(site *Site) {
	for i, op := range site.Ops {
		if op.Sink != messageSink {
			continue
		}
		for _, rep := range reexec.Cycles(s.Outcome, s.Attempt(site, op)) {
			if s.drivenOnce(rep.Region) || len(rep.Reach.Hits) == 0 {
				continue
			}
			r := &identity.Region{Fn: rep.Region.Fn, Blocks: rep.Region.Blocks, Headers: rep.Region.Headers}
			rel := s.inRegion(site, i, r)
			msg, fixed := s.resent(rel, site, r)
			if !fixed || !msg.varies && s.forElement(site.Instr, r) {
				continue
			}
			_, visible := messageIn(rel.Args)
			switch {
			case visible && rep.Polls && answersInput(msg):
				s.add(ForInput, msg, site.Instr.Pos(), site.Instr.Parent())
			case !msg.varies && s.unanswered(&rep.Reach) && (!rep.Polls || rep.Reach.Ends(0).Has(knowledge.Unclassified)):
				s.add(AfterFailure, msg, site.Instr.Pos(), site.Instr.Parent())
			case visible && (rep.Polls || msg.varies) && s.inSession():
				// What varies is another request in each round, whatever became of the last.
				s.add(NextRequest, msg, site.Instr.Pos(), site.Instr.Parent())
			}
		}
	}
}

// further judges the second of two calls in a row, where it gives the input
// that the answer to the first has asked for.
func (s *resends) further(first *Site) {
	fn := first.Instr.Parent()
	for _, second := range s.sites[fn] {
		if second == first || !ssaval.Reaches(first.Instr, second.Instr, nil) {
			continue
		}
		for i, op := range second.Ops {
			if op.Sink != messageSink {
				continue
			}
			between := betweenCalls(first.Instr, second.Instr)
			rel := s.inRegion(second, i, between)
			msg, ok := messageIn(rel.Args)
			if !ok || !answersInput(msg) || !s.Invariant(msg.ID, between, fn) {
				continue
			}
			_, isConst := constantID(msg.ID)
			for _, op := range first.Ops {
				one, ok := messageIn(op.Args)
				if !ok || one.Method != msg.Method || one.ID.Key() != msg.ID.Key() {
					continue
				}
				if isConst || sharesSource(first.Instr, second.Instr) || sharesID(fn) {
					s.add(ForInput, msg, second.Instr.Pos(), fn)
				}
			}
		}
	}
}

// sharesID reports whether a function gives two messages one id.
func sharesID(fn *ssa.Function) bool {
	given := make(map[ssa.Value]ssa.Value) // the messages by their ids
	shared := false
	note := func(id, msg ssa.Value) {
		if _, isConst := id.(*ssa.Const); isConst {
			return
		}
		if other, ok := given[id]; ok && other != msg {
			shared = true
		}
		given[id] = msg
	}
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.Store:
			if fa, ok := x.Addr.(*ssa.FieldAddr); ok && keys.IsRequestID(fa) {
				note(x.Val, fa.X)
			}
		case *ssa.MapUpdate:
			if k, ok := ssaval.Text(x.Key); ok && k == "id" && keys.IsMessage(x.Map) {
				id := x.Value
				if mi, ok := id.(*ssa.MakeInterface); ok {
					id = mi.X
				}
				note(id, x.Map)
			}
		}
	}
	return shared
}

// answersInput: the request goes on with one that asked for input.
func answersInput(m Message) bool {
	found := false
	m.Params.Walk(func(t identity.Term) bool {
		for _, name := range []string{t.Name, t.Tag} {
			found = found || t.Kind == identity.Entry && (name == "requestState" || name == "inputResponses")
		}
		if text, ok := t.Constant(); ok {
			found = found || strings.Contains(text, `"requestState"`) || strings.Contains(text, `"inputResponses"`)
		}
		return !found
	})
	return found
}

// elsewhere reports whether what surrounds the message differs: each round
// goes to another server.
func elsewhere(op Op, m Message) bool {
	if v := op.Server.Varies(); v.Data || v.Carried || v.Unknown || v.Fresh {
		return true
	}
	other := false
	op.Args.Walk(func(x identity.Term) bool {
		if m.key != "" && x.Key() == m.key {
			return false
		}
		if x.Kind == identity.Data || x.Kind == identity.Carried {
			other = other || m.key == "" || !holds(x, m.key)
		}
		return !other
	})
	return other
}

func holds(t identity.Term, key string) bool {
	found := false
	t.Walk(func(x identity.Term) bool {
		found = found || x.Key() == key
		return !found
	})
	return found
}

// renews reports whether a region opens a session, so that ids start again.
func (s *resends) renews(r *identity.Region) bool {
	if s.room == nil {
		return false
	}
	return s.inside(r, func(instr ssa.Instruction) bool {
		return slices.ContainsFunc(s.room.Sends, func(x *stream.Send) bool { return x.Instr == instr && x.Method == "initialize" })
	})
}

// inSession reports whether the package shows that its requests belong to a
// session, within which an id is used once.
func (e *Engine) inSession() bool {
	if e.room == nil {
		return false
	}
	if modern, _ := e.room.Only(); modern {
		return false
	}
	if len(e.room.Written(stream.SessionID)) > 0 {
		return true
	}
	return slices.ContainsFunc(e.room.Sends, func(x *stream.Send) bool { return x.Method == "initialize" && !x.SDK })
}
