// This file keeps the callees that a slice is in.

package identity

import (
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A frame is one call of a function that the slice looks into.
type frame struct {
	inside bool   // the call is executed anew in each round
	owner  string // the function literal that makes the call
	at     string // names the call
}

// enter notes that the slice goes on in a callee.
func (w *slicing) enter(c ssa.CallInstruction, body *ssa.Function) bool {
	if _, active := w.frames[body]; active || len(body.Blocks) == 0 || len(body.Blocks) > 60 || w.calls >= maxCalls {
		return false
	}
	if w.frames == nil {
		w.frames = make(map[*ssa.Function]frame)
	}
	w.calls++
	w.frames[body] = frame{w.inside(c), w.owner(c.Parent()), w.place(c)}
	return true
}

func (w *slicing) leave(body *ssa.Function) {
	w.calls--
	delete(w.frames, body)
}

// inside reports whether instr is executed anew in each round: in the region,
// or in a function that is called there.
func (w *slicing) inside(instr ssa.Instruction) bool {
	for fn := instr.Parent(); fn != nil; fn = fn.Parent() {
		if f, ok := w.frames[fn]; ok {
			return f.inside || w.region.In(instr)
		}
	}
	return w.region.In(instr)
}

// owner names the function literal that mints what fn mints: "" for a declared
// function.
func (w *slicing) owner(fn *ssa.Function) string {
	for f := fn; f != nil; f = f.Parent() {
		if fr, ok := w.frames[f]; ok {
			return fr.owner
		}
	}
	if fn != nil && fn.Parent() != nil {
		return fn.Name()
	}
	return ""
}

// place names a call among those that the slice starts from: calls of one
// function from two places are two, whatever is called there.
func (w *slicing) place(c ssa.CallInstruction) string {
	at := placeOf(c)
	for fn := c.Parent(); fn != nil; fn = fn.Parent() {
		if f, ok := w.frames[fn]; ok {
			return f.at + "/" + at
		}
	}
	return at
}

// placeOf names a call: by its function, and its block and place there.
func placeOf(c ssa.CallInstruction) string {
	b := c.Block()
	return c.Parent().RelString(nil) + "#" + strconv.Itoa(b.Index) + "." + strconv.Itoa(ssaval.Index(c))
}
