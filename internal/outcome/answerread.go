// This file knows the functions of the package that read the answer, and those that
// tell errors apart.

package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// afterSuccess takes success out of the outcomes in which a call that reads the
// answer fails, if it can succeed: what it makes of the answer is there after a
// success, so that a decoding error does not make a loop look like polling.
func afterSuccess(alts []Alt, ei int) []Alt {
	fine := false
	for _, a := range alts {
		_, isNil := a.Result(ei).nilness()
		fine = fine || (a.When & isNil).Has(knowledge.Done)
	}
	if !fine {
		return alts
	}
	var out []Alt
	for _, a := range alts {
		if _, isNil := a.Result(ei).nilness(); !isNil.Has(knowledge.Done) {
			a.When &^= knowledge.Of(knowledge.Done)
		}
		if a.When != 0 {
			out = append(out, a)
		}
	}
	return out
}

// readsAnswer reports whether a call is told of the answer and makes something of
// it: it returns a value beside an error, fills one that it is given, or reads the
// body. One that only says whether the answer is as wished makes nothing.
func readsAnswer(sig *types.Signature, args []ssa.Value, abs []Abs) bool {
	told, fills := false, false
	for i, a := range args {
		switch p := abs[i].P; {
		case p == resultObject || len(p) >= len(respObject) && p[:len(respObject)] == respObject:
			told = true
			fills = fills || hasMethod(a.Type(), "Read")
		default:
			_, local := ssaval.Inside(a).(*ssa.Alloc)
			fills = fills || local
		}
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		fills = fills || !ssaval.IsError(t) && !ssaval.IsBool(t)
	}
	return told && fills
}

// maxBelow bounds how far down a function is searched for errors of its own.
const maxBelow = 3

// ownErrors reports whether a function, or one that it calls, uses an error
// variable of its package: what it returns may be told from other errors.
func (e *Engine) ownErrors(fn *ssa.Function, depth int) bool {
	if has, ok := e.sentinels[fn]; ok {
		return has
	}
	if e.sentinels == nil {
		e.sentinels = make(map[*ssa.Function]bool)
	}
	e.sentinels[fn] = false // while it is searched
	has := false
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.UnOp:
			g, ok := x.X.(*ssa.Global)
			has = has || ok && ssaval.IsError(x.Type()) && g.Pkg == fn.Pkg
		case ssa.CallInstruction:
			if has || depth >= maxBelow || e.Callees == nil {
				continue
			}
			for _, g := range e.Callees(x) {
				has = has || e.ownErrors(g, depth+1)
			}
		}
	}
	e.sentinels[fn] = has
	return has
}
