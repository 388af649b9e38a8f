// This file finds what sends hand-written messages, so that nothing else has to be
// looked at.

package effect

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// maxSenders bounds the functions that are asked about messages. Of more,
// those that are nearest to the wire are asked.
const maxSenders = 120

// buildsMessages reports whether the package builds a request by hand: a
// message with a method and an id, or a text of one.
func (e *Engine) buildsMessages() bool {
	for _, fn := range e.SSA.Funcs {
		for instr := range ssaval.Instructions(fn) {
			switch x := instr.(type) {
			case *ssa.Store:
				if fa, ok := x.Addr.(*ssa.FieldAddr); ok && keys.IsRequestID(fa) && len(siblings(fa)) > 0 && !e.Tested(instr) {
					return true
				}
			case *ssa.MapUpdate:
				if k, ok := ssaval.Text(x.Key); ok && k == "id" && keys.IsMessage(x.Map) && len(entriesNamed(x.Map, "method")) > 0 && !e.Tested(instr) {
					return true
				}
			}
			if e.messageText(instr) && !e.Tested(instr) {
				return true
			}
		}
	}
	return false
}

// messageText: an operand is a request, or the beginning of one, as text.
func (e *Engine) messageText(instr ssa.Instruction) bool {
	var ops [8]*ssa.Value
	for _, op := range instr.Operands(ops[:0]) {
		if k, ok := (*op).(*ssa.Const); ok {
			if text, ok := ssaval.Text(k); ok && strings.Contains(text, `"id"`) && strings.Contains(text, `"jsonrpc"`) {
				return true
			}
		}
	}
	return false
}

// senders returns the declared functions that put something on the wire, and
// those that lead to them, tests left out; and those for which it was too many.
func (e *Engine) senders() (only map[*ssa.Function]bool, left []*ssa.Function) {
	only = make(map[*ssa.Function]bool)
	var next []*ssa.Function
	add := func(fn *ssa.Function, at ssa.Instruction) {
		fn = ssaval.Root(fn)
		switch {
		case only[fn] || e.Tested(at):
		case len(only) < maxSenders:
			only[fn] = true
			next = append(next, fn)
		case !slices.Contains(left, fn):
			left = append(left, fn)
		}
	}
	for _, fn := range e.SSA.Funcs {
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			if _, _, ok := e.sentBody(c); ok {
				add(fn, c)
			}
		}
	}
	for range 3 {
		work := next
		next = nil
		for _, fn := range work {
			for _, g := range withLiterals(fn) {
				for _, c := range e.room.Callers(g) {
					add(c.Parent(), c)
				}
			}
		}
	}
	return only, left
}
