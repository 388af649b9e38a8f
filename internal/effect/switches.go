// This file finds options of a type that switch a repetition on.

package effect

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// switchOf returns the unexported boolean field of fn's receiver without which
// instr is not reached, if there is one: what the instruction does is an option
// of the type.
func switchOf(fn *ssa.Function, instr ssa.Instruction) *types.Var {
	if instr.Parent() != fn || fn.Signature.Recv() == nil || len(fn.Params) == 0 {
		return nil
	}
	for b := instr.Block(); b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		br, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || d.Succs[0] == d.Succs[1] || len(d.Succs[0].Preds) != 1 || !d.Succs[0].Dominates(b) {
			continue
		}
		load, ok := br.Cond.(*ssa.UnOp)
		if !ok {
			continue
		}
		fa, ok := load.X.(*ssa.FieldAddr)
		if !ok || fa.X != fn.Params[0] {
			continue
		}
		if f := ssaval.Field(fa.X.Type(), fa.Field); f != nil && !f.Exported() && ssaval.IsBool(f.Type()) {
			return f
		}
	}
	return nil
}

// switchedBy returns the functions that set a field to anything but false,
// sorted.
func (e *Engine) switchedBy(field *types.Var) []string {
	var out []string
	for _, fn := range e.SSA.Funcs {
		for st := range ssaval.All[*ssa.Store](fn) {
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || ssaval.Field(fa.X.Type(), fa.Field) != field {
				continue
			}
			if k, ok := st.Val.(*ssa.Const); ok && (k.Value == nil || k.Value.ExactString() == "false") {
				continue
			}
			if obj := ssaval.Object(ssaval.Root(fn)); obj != nil {
				out = append(out, knowledge.Name(obj))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
