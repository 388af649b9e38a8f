// This file recognises the streams of the transport of the first edition.

package stream

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// OfFirstEdition reports whether the exchange opens the stream of HTTP+SSE, the
// transport of the 2024-11-05 edition: its first event says where to post, and
// is named endpoint. Its requests have neither a session id nor a cursor.
func (r *Room) OfFirstEdition(x *Exchange) bool {
	if r.carriesAny(x, SessionID) || r.carriesAny(x, LastEventID) {
		return false // of a later edition, or of both
	}
	var names []Place
	for _, p := range r.readersOf(x) {
		for _, t := range p.Tests {
			if t.Field == FieldEvent {
				names = append(names, t.Seeds...)
			}
		}
	}
	if len(names) == 0 {
		return false // no event has a name
	}
	from := r.Flow.From(Value, names...)
	return slices.ContainsFunc(r.Funcs, func(fn *ssa.Function) bool { return r.asksEndpoint(fn, from) })
}

// asksEndpoint reports whether a function compares one of the values with the
// name of that event.
func (r *Room) asksEndpoint(fn *ssa.Function, from Set) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			eq, ok := instr.(*ssa.BinOp)
			if !ok || eq.Op != token.EQL && eq.Op != token.NEQ {
				continue
			}
			for _, pair := range [][2]ssa.Value{{eq.X, eq.Y}, {eq.Y, eq.X}} {
				if s, ok := r.text(pair[1]); ok && s == "endpoint" && from[pair[0]] {
					return true
				}
			}
		}
	}
	return false
}
