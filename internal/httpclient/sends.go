// This file follows what a RoundTrip sends, and through what.

package httpclient

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// sends follows a RoundTrip of this package, of the value recv: what it sends
// again itself, and what it sends through.
func (w *walker) sends(fn *ssa.Function, recv ssa.Value, fr *frame, f *found, depth int) {
	if fr.of(fn) != nil || depth > maxDepth {
		return
	}
	f.add(w.Repeats(fn)...)
	f.add(w.keyHeaders(fn, recv)...)
	var in *frame
	if recv != nil {
		in = &frame{fn: fn, args: []ssa.Value{recv}, up: fr}
	} else {
		in = &frame{fn: fn, up: fr}
	}
	for _, g := range w.reach(fn) {
		for c := range ssaval.All[ssa.CallInstruction](g) {
			row, sends := sender(c)
			if !sends && !w.exchange(c) {
				continue
			}
			// Asked last, since the answer takes a walk over the function.
			if g == fn && !w.Reached(c) {
				continue
			}
			if sends {
				w.produced(row, c, w.made(c), c.Pos(), f)
			} else if r := ssaval.Receiver(c.Common()); r != nil {
				w.client(r, in, f, depth+1)
			}
		}
	}
}

// sender returns the table row of a call that sends a request and may repeat
// it.
func sender(c ssa.CallInstruction) (knowledge.HTTPProducer, bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return knowledge.HTTPProducer{}, false
	}
	return knowledge.HTTPSenderOf(knowledge.Name(fn))
}

// exchange reports whether c sends a request: RoundTrip or Do of something.
func (w *walker) exchange(c ssa.CallInstruction) bool {
	fn := ssaval.Callee(c.Common())
	if fn == nil || !Exchanges(fn.Signature()) || fn.Signature().Recv() == nil {
		return false
	}
	return fn.Name() == "RoundTrip" || fn.Name() == "Do"
}
