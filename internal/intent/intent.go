// Package intent finds calls with consequences that are made before anything
// durable says that they were asked for.
//
// What counts as a journal is told by the settings, and by package recovery of
// this module.
package intent

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Call is a tools/call without an intent in a journal.
type Call struct {
	At ssa.CallInstruction
	Op effect.Op
	// Unheeded names the journal's function whose error is not looked at.
	Unheeded string
}

// A Reader reads the functions of one package.
type Reader struct{ Engine *effect.Engine }

// Calls lists the calls of the package that are made without an intent.
func (r *Reader) Calls() []Call {
	handlers := r.Engine.JobHandlers()
	var out []Call
	for _, fn := range r.Engine.SSA.Funcs {
		if handlers[ssaval.Root(fn)] {
			continue // an engine has the job in its own journal
		}
		for _, site := range r.Engine.Sites(fn) {
			for _, op := range site.Ops {
				if op.Func != nil || op.Method != nil || op.Body != nil || !r.Engine.Consequential(op) ||
					op.Name.Kind == identity.Param || r.named(site.Instr) {
					continue
				}
				if !r.covered(site.Instr, site.Instr, 0) {
					out = append(out, Call{site.Instr, op, r.unheeded(site.Instr)})
				}
				break
			}
		}
	}
	return out
}

// named: the function that is called names the tool itself, and is judged by
// itself.
func (r *Reader) named(c ssa.CallInstruction) bool {
	has := func(s *effect.Summary) bool {
		return s != nil && slices.ContainsFunc(s.Ops, func(op effect.Op) bool {
			return op.Func == nil && op.Method == nil && op.Body == nil && op.Name.Kind != identity.Param
		})
	}
	for _, body := range r.Engine.Bodies(c) {
		if has(r.Engine.SummaryOf(body)) {
			return true
		}
	}
	for _, a := range c.Common().Args {
		if _, isCtx := a.Type().Underlying().(*types.Interface); isCtx && knowledge.TypeName(a.Type()) == "context.Context" {
			continue
		}
		for _, given := range r.Engine.Funcs(a) {
			if has(r.Engine.SummaryOf(given)) {
				return true // what is handed over
			}
		}
	}
	fn := ssaval.Callee(c.Common())
	return fn != nil && fn.Pkg() != nil && fn.Pkg() != r.Engine.Pass.Pkg && !knowledge.IsSDK(fn.Pkg().Path()) && has(r.Engine.Summary(fn))
}

// maxCallers bounds how far up the callers are asked.
const maxCallers = 4

// covered reports whether an intent is written before c whenever c is reached.
// call is the tools/call that c leads to.
func (r *Reader) covered(c ssa.Instruction, call ssa.CallInstruction, up int) bool {
	if j := effect.CheckedBefore(c, r.journals); j != nil && !r.other(c, j, call) {
		return true
	}
	if up >= maxCallers {
		return false
	}
	fn := c.Parent()
	if fn.Parent() != nil {
		return r.makers(fn, func(mc ssa.Instruction) bool { return r.covered(mc, call, up+1) })
	}
	obj, ok := fn.Object().(*types.Func)
	room := r.Engine.Stream()
	if !ok || room == nil || obj.Exported() && exportedRecv(obj) {
		return false
	}
	callers := room.Callers(fn)
	if len(callers) == 0 {
		return false
	}
	for _, caller := range callers {
		if !r.covered(caller, call, up+1) {
			return false
		}
	}
	return true
}

// exportedRecv: other packages can name the type that a method belongs to, or
// it is none.
func exportedRecv(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	name := strings.TrimPrefix(types.TypeString(recv.Type(), func(*types.Package) string { return "" }), "*")
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// makers asks of the places where a function literal is made.
func (r *Reader) makers(fn *ssa.Function, ask func(ssa.Instruction) bool) bool {
	found := false
	for instr := range ssaval.Instructions(fn.Parent()) {
		var ops [8]*ssa.Value
		mc, isMake := instr.(*ssa.MakeClosure)
		uses := isMake && mc.Fn == fn
		if !isMake {
			uses = slices.ContainsFunc(instr.Operands(ops[:0]), func(op *ssa.Value) bool { return *op == ssa.Value(fn) })
		}
		if uses {
			found = true
			if !ask(instr) {
				return false
			}
		}
	}
	return found
}

// other reports whether c is about something else than what was written: it is
// in a loop that the journal call is not in, and called for each element.
func (r *Reader) other(c ssa.Instruction, j ssa.CallInstruction, call ssa.CallInstruction) bool {
	if c != ssa.Instruction(call) {
		return false
	}
	for _, l := range identity.Loops(c.Parent(), c.Block()) {
		if l.Blocks[j.Block()] {
			continue
		}
		for _, a := range call.Common().Args {
			if knowledge.TypeName(a.Type()) != "context.Context" && r.Engine.Slicer.Value(a, nil, l).Varies().Data {
				return true
			}
		}
	}
	return false
}

// unheeded names a journal function that is called before c, but whose error
// does not keep c from being made.
func (r *Reader) unheeded(c ssa.Instruction) string {
	for instr := range ssaval.Before(c) {
		if o, ok := instr.(*ssa.Call); ok && r.journals(o) && effect.CheckedBefore(c, func(x ssa.CallInstruction) bool { return x == ssa.CallInstruction(o) }) == nil {
			return r.Engine.CalleeName(o)
		}
	}
	return ""
}

// journals reports whether a call writes an intent to a journal.
func (r *Reader) journals(c ssa.CallInstruction) bool { return r.Engine.Journals(c) }
