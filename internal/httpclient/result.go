// This file follows the results of calls, among them the clients that libraries
// make.

package httpclient

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// result follows the result of a call.
func (w *walker) result(c *ssa.Call, idx int, fr *frame, f *found, depth int) {
	fn := ssaval.Callee(&c.Call)
	if fn == nil {
		return
	}
	name := knowledge.Name(fn)
	if row, ok := knowledge.HTTPProducerOf(name); ok {
		w.produced(row, c, w.made(c), c.Pos(), f)
		if row.Inner >= 0 {
			if in := ssaval.Argument(c.Common(), row.Inner); in != nil {
				w.client(in, fr, f, depth+1)
			}
		}
		return
	}
	if body := ssaval.Static(&c.Call); body != nil {
		if body.Pkg == w.SSA && len(body.Blocks) > 0 && fr.of(body) == nil {
			in := &frame{fn: body, args: c.Call.Args, up: fr}
			for ret := range ssaval.Returns(body) {
				if idx < len(ret.Results) {
					if ssaval.IsNil(ret.Results[idx]) && len(ret.Results) > 1 {
						continue // beside an error
					}
					w.client(ret.Results[idx], in, f, depth+1)
				}
			}
			return
		}
	}
	if fact := w.Fact(fn); fact != nil {
		for _, r := range fact.Replays {
			if w.switchedOn(r, c) {
				f.add(r)
			}
		}
	}
	// A wrapper of another package: what it is given is inside.
	for _, a := range c.Call.Args {
		if isTransportLike(a.Type()) {
			w.client(a, fr, f, depth+1)
		}
	}
}

// switchedOn reports whether what c makes is told to send again, as far as c
// shows it.
func (w *walker) switchedOn(r Replay, c ssa.CallInstruction) bool {
	if len(r.Switches) == 0 {
		return true
	}
	m := w.made(c)
	return slices.ContainsFunc(r.Switches, func(name string) bool { return len(m.callsOf(name)) > 0 })
}

// produced judges a client that a library makes.
func (w *walker) produced(row knowledge.HTTPProducer, c ssa.CallInstruction, m *made, pos token.Pos, f *found) {
	if row.Kind == knowledge.Once || m.off(row.Off) || m.asksMethod() {
		return
	}
	hedged := m.has(row.Hedges)
	if (row.Kind == knowledge.ByPolicy || row.Kind == knowledge.OnMarker) && !hedged && !m.has(row.Markers) {
		return
	}
	when, may := knowledge.Failures, false
	if !hedged {
		when, may = m.when(c, row)
	}
	if when = w.Unknown(when); when == 0 {
		return
	}
	f.add(Replay{By: knowledge.Short(row.Func), On: when, May: may, Func: row.Func, Pos: pos, At: w.Position(pos)})
}
