// This file reads the editions of the protocol that code shows, and finds what
// belongs to another.

package stream

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// An Era is what code shows of the editions of the protocol that it speaks.
type Era struct {
	// Versions are the editions that it names, sorted.
	Versions []string
	// Legacy and Modern: it names an edition from before 2026-07-28, or one
	// from then on, or uses what only the one or the other has.
	Legacy, Modern bool
}

// Shown returns the era that the package's code shows by the editions it
// names.
func (r *Room) Shown() Era {
	if r.era == nil {
		e := r.showsEra()
		r.era = &e
	}
	return *r.era
}

func (r *Room) showsEra() Era {
	var e Era
	var ops [8]*ssa.Value
	r.each(func(instr ssa.Instruction) {
		for _, op := range instr.Operands(ops[:0]) {
			if *op == nil {
				continue
			}
			if s, ok := ssaval.Text(*op); ok && versions[s] && !slices.Contains(e.Versions, s) {
				e.Versions = append(e.Versions, s)
			}
		}
	})
	slices.Sort(e.Versions)
	if len(e.Versions) == 0 && r.sendsAny("server/discover") && len(r.Written(MethodName)) > 0 {
		e.Modern = true // no edition before has either
	}
	for _, v := range e.Versions {
		if v >= Modern {
			e.Modern = true
		} else {
			e.Legacy = true
		}
	}
	return e
}

// Names reports whether the code names the edition.
func (e Era) Names(version string) bool { return slices.Contains(e.Versions, version) }

// negotiates reports whether requests carry a protocol version that the code
// was told. A client of the 2026-07-28 edition alone names it itself.
func (r *Room) negotiates() bool {
	return slices.ContainsFunc(r.Written(ProtocolVersion), func(h *Header) bool {
		_, constant := r.One(h.Value)
		return !constant
	})
}

// sendsAny reports whether the package sends the method.
func (r *Room) sendsAny(method string) bool {
	return slices.ContainsFunc(r.Sends, func(s *Send) bool { return s.Method == method })
}

// Only returns the one era that the code speaks: it names editions of that
// alone, compares none, and has the handshake of no other.
func (r *Room) Only() (modern, legacy bool) {
	e := r.Shown()
	if r.Gated() || e.Modern == e.Legacy {
		return false, false
	}
	if e.Modern {
		return !r.sendsAny("initialize") && !r.negotiates(), false
	}
	return false, !r.sendsAny("server/discover")
}

// A Misfit is a mechanism of the other era.
type Misfit struct {
	At   ssa.Instruction
	What string // the mechanism, as it reads in a message
	// Modern: it is used where the code speaks the 2026-07-28 edition, else
	// where it speaks older ones. Here: it does so in this place, as a test
	// says, else everywhere.
	Modern, Here bool
}

// Misfits returns the mechanisms of the other era, in code of one era, and in
// code that has just found out which one it is.
func (r *Room) Misfits() []Misfit {
	modern, legacy := r.Only()
	var out []Misfit
	add := func(at ssa.Instruction, what string, ofLegacy bool) {
		here := false
		if ofLegacy && !modern || !ofLegacy && !legacy {
			isModern, isLegacy := r.eraAt(at, 2)
			if here = isModern && ofLegacy || isLegacy && !ofLegacy; !here {
				return
			}
		} else if r.decided(at, 2) {
			return // a flag or a mode says which era it is
		}
		out = append(out, Misfit{at, what, ofLegacy, here})
	}
	header := func(name, what string, ofLegacy bool) {
		for _, h := range r.Written(name) {
			if !r.passedOn(h) && !h.Spread {
				add(h.Instr, what, ofLegacy)
			}
		}
	}
	send := func(method, what string, ofLegacy bool) {
		for _, s := range r.Sends {
			if s.Method == method && !s.Far && !s.SDK {
				add(s.Instr, what, ofLegacy)
			}
		}
	}
	header(LastEventID, "Last-Event-ID", true)
	header(SessionID, "Mcp-Session-Id", true)
	for _, x := range r.Exchanges {
		if slices.ContainsFunc(r.Headers, func(h *Header) bool {
			return (h.Name == LastEventID || h.Name == SessionID) && h.Write && !h.Server && !h.Spread && r.Carries(x, h)
		}) {
			continue // said already
		}
		switch {
		case x.Method == "DELETE" && r.carriesAny(x, ProtocolVersion):
			add(x.Call(), "a DELETE", true)
		case r.IsStream(x) && r.carriesAny(x, ProtocolVersion):
			add(x.Call(), "a GET stream", true)
		}
	}
	if len(r.Exchanges) > 0 {
		send("notifications/cancelled", "notifications/cancelled over HTTP", true)
	}
	for _, t := range r.StatusTests(404, 200, 500) {
		if act := r.endsSession(t.Under); act != nil && len(t.From)+len(t.Calls) > 0 {
			add(act, "a 404 taken for the end of a session", true)
		}
	}
	send("subscriptions/listen", "subscriptions/listen", false)
	header(MethodName, "Mcp-Method", false)
	header(ToolName, "Mcp-Name", false)
	return out
}

// passedOn: a proxy sends the header that it was sent.
func (r *Room) passedOn(h *Header) bool {
	into := r.Flow.Into(Value, h.Value)
	return slices.ContainsFunc(r.Headers, func(o *Header) bool { return o.Server && !o.Write && into[o.Value] })
}
