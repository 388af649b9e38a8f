// This file makes the room of package stream, and carries its facts.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/lazyssa"
	"github.com/mcprecovery/mcplint/internal/stream"
)

// Stream returns what the package shows of streams and sessions, or nil if
// it is not relevant.
func (e *Engine) Stream() *stream.Room { return e.room }

// streamFacts are the facts on streams.
func streamFacts() []analysis.Fact {
	return []analysis.Fact{new(stream.Fact), new(stream.Holds), new(stream.Tells)}
}

// buildStream makes the room and exports what it knows.
func (e *Engine) buildStream() {
	if !e.Relevant && !stream.Candidate(e.Pass.Files) {
		return
	}
	e.room = stream.New(e.Pass.Pkg, lazyssa.WithInit(e.SSA.SSA, e.SSA.Funcs), stream.Hooks{
		Callees: e.bodies,
		Fact: func(fn *types.Func) *stream.Fact {
			var f stream.Fact
			if fn.Pkg() == nil || fn.Pkg() == e.Pass.Pkg || !e.Pass.ImportObjectFact(fn.Origin(), &f) {
				return nil
			}
			return &f
		},
		Field: func(v *types.Var) (stream.Holds, bool) {
			var h stream.Holds
			if v.Pkg() == nil || v.Pkg() == e.Pass.Pkg || !e.Pass.ImportObjectFact(v.Origin(), &h) {
				return h, false
			}
			return h, true
		},
		Tells: func(obj types.Object) (stream.Tells, bool) {
			var t stream.Tells
			if obj.Pkg() == nil || obj.Pkg() == e.Pass.Pkg || !e.Pass.ImportObjectFact(obj, &t) {
				return t, false
			}
			return t, true
		},
		Rederives: func(fn *types.Func) bool {
			f := e.contractOf(fn)
			return f != nil && f.Rederives
		},
		EventOrder: func(fn *types.Func) bool {
			f := e.contractOf(fn)
			return f != nil && f.EventOrder
		},
	})
	e.room.Facts(func(obj types.Object, fact analysis.Fact) { e.Pass.ExportObjectFact(obj, fact) })
}
