// This file finds the ways round on which a stream is opened again.

package stream

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Round is a way on which code opens an event stream again after it has
// read one: a loop, or functions that call each other.
type Round struct {
	// Open is the call that leads to the exchange, as seen from the loop.
	Open     ssa.CallInstruction
	Exchange *Exchange
	// Loop is the loop; nil if the way leads through the functions Cycle.
	Loop  *identity.Region
	Cycle map[*ssa.Function]bool
	// Library: a library goes round, and waits in between as it likes.
	Library bool
}

// Fn returns the function that goes round.
func (o *Round) Fn() *ssa.Function { return o.Open.Parent() }

// IsStream reports whether the exchange opens an event stream: a GET that
// accepts one, presents a cursor, or whose answer is taken apart as one.
func (r *Room) IsStream(x *Exchange) bool {
	if x.Method != "GET" {
		return false
	}
	for _, h := range r.Headers {
		if !h.Write || h.Server || !r.Carries(x, h) {
			continue
		}
		if h.Name == LastEventID || h.Name == Accept && r.mentions(h.Value, "text/event-stream") {
			return true
		}
	}
	from := r.Flow.From(Content&^Back, x.Responses...)
	return slices.ContainsFunc(r.Parsers, func(p *Parser) bool {
		return slices.ContainsFunc(p.Tests, func(t *FieldTest) bool { return from[t.Line] })
	})
}

// mentions reports whether a constant that contains the word may flow into v.
func (r *Room) mentions(v ssa.Value, word string) bool {
	for p := range r.Flow.Into(Value, v, Home(v)) {
		if c, ok := p.(*ssa.Const); ok {
			if s, ok := ssaval.Text(c); ok && strings.Contains(s, word) {
				return true
			}
		}
	}
	return false
}

// Streams returns the exchanges that open an event stream, and the calls of
// library clients that open and read one.
func (r *Room) Streams() []*Exchange { return r.streams }

func (r *Room) findStreams() {
	var out []*Exchange
	for _, x := range r.Exchanges {
		if r.IsStream(x) {
			out = append(out, x)
		}
	}
	r.eachCall(func(c ssa.CallInstruction) {
		if lib, ok := knowledge.SSEClientOf(CalleeName(c)); ok && !lib.HonoursRetry {
			out = append(out, &Exchange{Chain: []ssa.CallInstruction{c}, Method: "GET"})
		}
	})
	r.streams = out
}

// reads reports whether the function itself takes events apart.
func (r *Room) reads(fn *ssa.Function) bool {
	if slices.ContainsFunc(r.Parsers, func(p *Parser) bool { return p.Fn == fn }) {
		return true
	}
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.FieldAddr:
			if r.fieldPart(x.X, x.Field) != knowledge.EventNone {
				return true
			}
		case *ssa.Field:
			if r.fieldPart(x.X, x.Field) != knowledge.EventNone {
				return true
			}
		case ssa.CallInstruction:
			name := CalleeName(x)
			if _, ok := knowledge.SSEClientOf(name); ok || knowledge.EventMethod(name) != knowledge.EventNone {
				return true
			}
		}
	}
	return false
}

// Rounds returns the ways round on which streams are opened again.
func (r *Room) Rounds() []*Round {
	all := make(map[*ssa.Function]bool)
	for _, fn := range r.Funcs {
		all[fn] = r.reads(fn)
	}
	var out []*Round
	for _, x := range r.Streams() {
		reading := all
		if parsers := r.readersOf(x); len(parsers) > 0 {
			reading = make(map[*ssa.Function]bool)
			for _, p := range parsers {
				reading[p.Fn] = true
			}
		}
		loops := r.loopRounds(x, reading)
		out = append(out, loops...)
		for _, c := range append(r.cycleRounds(x, reading), r.libraryRounds(x, reading)...) {
			// A loop on the way round is what opens it again.
			if !slices.ContainsFunc(loops, func(l *Round) bool { return c.Cycle[l.Fn()] }) {
				out = append(out, c)
			}
		}
	}
	return out
}

// loopRounds finds the innermost loops that open the stream and read it.
func (r *Room) loopRounds(x *Exchange, reading map[*ssa.Function]bool) []*Round {
	var out []*Round
	for _, fn := range r.Funcs {
		if !r.Sync(fn)[x.Fn()] {
			continue
		}
		for _, l := range identity.AllLoops(fn) {
			if overList(l) {
				continue // another stream each time
			}
			open := r.openIn(fn, l, x)
			if open == nil || !r.readsIn(l, open, x, reading) || r.SendsBelow(open)["initialize"] {
				continue // what starts a new session opens another stream
			}
			out = append(out, &Round{Open: open, Exchange: x, Loop: l})
		}
	}
	// A loop around another that opens the same stream only starts it over.
	return slices.DeleteFunc(out, func(o *Round) bool {
		return slices.ContainsFunc(out, func(in *Round) bool { return in != o && r.around(o, in) })
	})
}

// around reports whether the round in lies inside the round o.
func (r *Room) around(o, in *Round) bool {
	if o.Fn() == in.Fn() {
		return o.Loop != in.Loop && o.Loop.Blocks[in.Open.Block()] && len(in.Loop.Blocks) < len(o.Loop.Blocks)
	}
	return r.leads(o.Open, in.Fn())
}

// leads reports whether a call may lead to fn before it is over.
func (r *Room) leads(c ssa.CallInstruction, fn *ssa.Function) bool {
	if _, ok := c.(*ssa.Go); ok {
		return false
	}
	return slices.ContainsFunc(r.runs(c), func(g *ssa.Function) bool { return r.Sync(g)[fn] })
}

// makes reports whether a call makes the exchange, or leads to it.
func (r *Room) makes(c ssa.CallInstruction, x *Exchange) bool {
	return c == x.Call() || r.leads(c, x.Fn())
}

// openIn returns the call in the loop that opens the stream.
func (r *Room) openIn(fn *ssa.Function, l *identity.Region, x *Exchange) ssa.CallInstruction {
	for _, b := range fn.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && r.makes(c, x) {
				return c
			}
		}
	}
	return nil
}
