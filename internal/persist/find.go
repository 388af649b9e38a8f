// This file finds records on the paths of a walk.

package persist

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Finder finds records along the paths of a walk, also in the functions of
// the package that are called on the way.
type Finder struct {
	Outcome *outcome.Engine
	// Callees returns the bodies that a call may run, if they are in the
	// package.
	Callees func(ssa.CallInstruction) []*ssa.Function
	// Interesting says on which paths a record matters; others are not looked
	// at. It is asked before every call.
	Interesting func(*outcome.Path) bool

	walks   map[*ssa.Function]*outcome.Walk
	records map[*ssa.Function]bool
	// entered remembers what was found in bodies, with the frames inside.
	entered map[string][]Hit
}

// A Hit is a record on a path.
type Hit struct {
	Record
	// Ends are the endings that the attempt can have had there. May says that a
	// test that could not be classified leads there.
	Ends knowledge.Endings
	May  bool
	// Frames are the calls that lead to it, outermost first: from the one in
	// the function that the walk began in to the record's own.
	Frames []Frame
}

// A Frame is one call on the way to a record.
type Frame struct {
	Call ssa.CallInstruction
	// Ends are the endings that the attempt can have had there.
	Ends knowledge.Endings
}

// Blame returns the call at which it was decided to make the record: the
// outermost one after which no test of the attempt's outcome follows. A helper
// that does what it is told is not to blame, one that decides by the error is.
// always says that the outermost call is made whatever the outcome.
func (h Hit) Blame(always bool) ssa.CallInstruction {
	frames := h.Frames
	if always && len(frames) > 1 {
		frames = frames[1:]
	}
	last := frames[len(frames)-1]
	for _, f := range frames {
		if f.Ends == last.Ends {
			return f.Call
		}
	}
	return last.Call
}

// maxNesting bounds how far calls are followed.
const maxNesting = 4

// Visit returns a visitor for a walk over a function that made its attempt at
// the instruction attempt.
func (f *Finder) Visit(attempt ssa.CallInstruction, found func(Hit)) func(ssa.Instruction, *outcome.Path) outcome.Action {
	return func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
		if instr == attempt {
			return outcome.Stop // the next attempt is judged by itself
		}
		f.visit(instr, p, attempt, 0, found)
		return outcome.Continue
	}
}

func (f *Finder) visit(instr ssa.Instruction, p *outcome.Path, attempt ssa.Instruction, depth int, found func(Hit)) {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || !f.Interesting(p) {
		return
	}
	if _, isDefer := call.(*ssa.Defer); isDefer {
		return // it runs later
	}
	if _, builtin := call.Common().Value.(*ssa.Builtin); builtin {
		return
	}
	w := f.walk(call.Parent())
	bodies := f.Callees(call)
	if len(bodies) == 0 || call.Common().IsInvoke() || undoing(call, attempt) != None {
		if rec, ok := At(w, p, call, attempt); ok {
			found(Hit{Record: rec, Ends: p.Ends, May: p.May, Frames: []Frame{{call, p.Ends}}})
			return
		}
	}
	if depth >= maxNesting || len(bodies) > 3 {
		return
	}
	for _, body := range bodies {
		if !f.mayRecord(body) {
			continue
		}
		for _, h := range f.enter(w, p, call, body, depth) {
			h.Frames = append([]Frame{{call, p.Ends}}, h.Frames...)
			found(h)
		}
	}
}

// maxEntered bounds how many bodies are walked for one package.
const maxEntered = 2000

// enter returns what is found in a body. What was found once for the same
// arguments and the same outcomes is remembered: bodies call bodies, and a
// walk for each of the ways there would not end.
func (f *Finder) enter(w *outcome.Walk, p *outcome.Path, call ssa.CallInstruction, body *ssa.Function, depth int) []Hit {
	key := entryKey(w, p, call, body)
	if hits, ok := f.entered[key]; ok || len(f.entered) >= maxEntered {
		return hits
	}
	if f.entered == nil {
		f.entered = make(map[string][]Hit)
	}
	var hits []Hit
	w.Enter(p, call, body, func(instr ssa.Instruction, q *outcome.Path) outcome.Action {
		f.visit(instr, q, nil, depth+1, func(h Hit) { hits = append(hits, h) })
		return outcome.Continue
	})
	f.entered[key] = hits
	return hits
}

// entryKey says what a body is entered with.
func entryKey(w *outcome.Walk, p *outcome.Path, call ssa.CallInstruction, body *ssa.Function) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s@%d|%x %t %d", body.RelString(nil), body.Pos(), uint64(p.Ends), p.May, p.Tags)
	values := call.Common().Args
	if mc, ok := call.Common().Value.(*ssa.MakeClosure); ok {
		values = append(slices.Clone(mc.Bindings), values...)
	}
	for _, v := range values {
		fmt.Fprintf(&b, "|%+v", w.Contents(p, v))
	}
	return b.String()
}

// MayRecord reports whether a function can make a record at all.
func (f *Finder) MayRecord(fn *ssa.Function) bool { return f.mayRecord(fn) }

func (f *Finder) walk(fn *ssa.Function) *outcome.Walk {
	if f.walks == nil {
		f.walks = make(map[*ssa.Function]*outcome.Walk)
	}
	w := f.walks[fn]
	if w == nil {
		w = f.Outcome.At(fn)
		f.walks[fn] = w
	}
	return w
}

// mayRecord reports whether fn, or a function of the package that it calls,
// has a call that can make a record.
func (f *Finder) mayRecord(fn *ssa.Function) bool {
	if f.records == nil {
		f.records = make(map[*ssa.Function]bool)
	}
	if known, ok := f.records[fn]; ok {
		return known
	}
	f.records[fn] = false // for recursion
	for call := range ssaval.All[ssa.CallInstruction](fn) {
		if formOf(call.Common()) != notStore || undoing(call, nil) != None {
			f.records[fn] = true
			return true
		}
		for _, body := range f.Callees(call) {
			if f.mayRecord(body) {
				f.records[fn] = true
				return true
			}
		}
	}
	return false
}
