// This file finds calls that end with their stream although they could resume
// it.

package stream

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Resumes returns the exchanges that present a cursor.
func (r *Room) Resumes() []*Exchange {
	var out []*Exchange
	for _, x := range r.Exchanges {
		if x.Method != "POST" && r.carriesAny(x, LastEventID) {
			out = append(out, x)
		}
	}
	return out
}

func (r *Room) carriesAny(x *Exchange, name string) bool {
	return slices.ContainsFunc(r.Written(name), func(h *Header) bool { return r.Carries(x, h) })
}

// readersOf returns the parsers that take the answer of the exchange apart.
func (r *Room) readersOf(x *Exchange) []*Parser {
	from := r.Flow.From(Content&^Back, x.Responses...)
	var out []*Parser
	for _, p := range r.Parsers {
		if slices.ContainsFunc(p.Tests, func(t *FieldTest) bool { return from[t.Line] }) {
			out = append(out, p)
		}
	}
	return out
}

// GivenUp returns the calls that send a POST in a function that gets an error
// when the stream of the answer ends, although the event ids are kept for a
// resume that the package has, which is not tried.
func (r *Room) GivenUp() []ssa.CallInstruction {
	resumes := r.Resumes()
	if len(resumes) == 0 {
		return nil
	}
	var cursors []Place
	for _, h := range r.Written(LastEventID) {
		cursors = append(cursors, h.Value, Home(h.Value))
	}
	presented := r.Flow.Into(Value, cursors...)
	var out []ssa.CallInstruction
	for _, x := range r.Exchanges {
		if x.Method != "POST" {
			continue
		}
		for _, p := range r.readersOf(x) {
			if !failsAtEnd(p.Fn) || !r.keeps(p, presented) {
				continue
			}
			for _, fn := range r.lowest(x.Fn(), p.Fn) {
				if c := r.callTo(fn, x); c != nil && !ofTest(fn) && !r.tries(fn, resumes, 2) && !slices.Contains(out, c) {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// ofTest reports whether fn is part of a test: that says itself how the stream
// it looks at should end.
func ofTest(fn *ssa.Function) bool {
	for _, p := range ssaval.Root(fn).Params {
		switch types.TypeString(p.Type(), nil) {
		case "*testing.T", "*testing.B", "*testing.F", "testing.TB":
			return true
		}
	}
	return false
}

// lowest returns the functions that run both, none of whose callees does.
func (r *Room) lowest(a, b *ssa.Function) []*ssa.Function {
	both := func(fn *ssa.Function) bool { return r.Sync(fn)[a] && r.Sync(fn)[b] }
	var out []*ssa.Function
	for _, fn := range r.Funcs {
		if both(fn) && !slices.ContainsFunc(r.below(fn, false), func(g *ssa.Function) bool { return g != fn && both(g) }) {
			out = append(out, fn)
		}
	}
	return out
}

// callTo returns the call of fn that leads to the exchange.
func (r *Room) callTo(fn *ssa.Function, x *Exchange) ssa.CallInstruction {
	if calls := r.openings(fn, x); len(calls) > 0 {
		return calls[0]
	}
	return nil
}

// keeps reports whether the event ids that the parser finds may be presented.
func (r *Room) keeps(p *Parser, presented Set) bool {
	for _, t := range p.Tests {
		if t.Field == FieldID && slices.ContainsFunc(t.Seeds, func(s Place) bool { return presented[s] }) {
			return true
		}
	}
	return false
}

// tries reports whether one of the exchanges is run by fn, by what it runs,
// or by its callers so many levels up.
func (r *Room) tries(fn *ssa.Function, resumes []*Exchange, up int) bool {
	under := r.Under(fn)
	if slices.ContainsFunc(resumes, func(x *Exchange) bool { return under[x.Fn()] }) {
		return true
	}
	if up == 0 {
		return false
	}
	return slices.ContainsFunc(r.callers[fn], func(c ssa.CallInstruction) bool { return r.tries(c.Parent(), resumes, up-1) })
}

// failsAtEnd reports whether the function has an error to return that is not
// what a read gave it.
func failsAtEnd(fn *ssa.Function) bool {
	for ret := range ssaval.Returns(fn) {
		if len(ret.Results) == 0 {
			continue
		}
		last := lastResult(ret)
		if !ssaval.IsError(last.Type()) {
			continue
		}
		if c, ok := last.(*ssa.Const); !ok || c.Value != nil {
			return true
		}
	}
	return false
}
