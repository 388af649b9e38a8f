// This file finds calls that are made only if another one, before them, has succeeded.

package effect

import (
	"go/token"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// licensed returns the call of recovery's Operation.Attempt, or of a function
// that makes it, without whose success c is not made.
func (e *Engine) licensed(c ssa.CallInstruction) ssa.CallInstruction {
	return CheckedBefore(c, func(o ssa.CallInstruction) bool { return e.takesAttempt(o, 0) })
}

// licensedAnew reports whether what is repeated asks for its licence in every
// round.
func (e *Engine) licensedAnew(r Repetition) bool {
	if !r.Op.Licensed {
		return false
	}
	if r.Site == nil {
		return true
	}
	at := e.licensed(r.Site.Instr)
	switch {
	case at == nil:
		return true // in what is called
	case r.Region != nil && r.Region.Blocks != nil:
		return r.Region.In(at)
	case r.How == Second:
		again, ok := r.At.(ssa.CallInstruction)
		if !ok {
			return false
		}
		if s := e.siteAt(again); s != nil && len(e.bodies(again)) > 0 {
			// What is called asks for itself.
			return slices.ContainsFunc(s.Ops, func(op Op) bool { return op.Licensed && SameOp(op, r.Op) }) &&
				!slices.ContainsFunc(s.Ops, func(op Op) bool { return !op.Licensed && SameOp(op, r.Op) })
		}
		own := e.licensed(again)
		return own != nil && own != at
	}
	return true
}

// CheckedBefore returns a call that is made whenever c is made, before it, and
// whose error keeps c from being made. is says which calls count.
func CheckedBefore(c ssa.Instruction, is func(ssa.CallInstruction) bool) ssa.CallInstruction {
	for instr := range ssaval.Before(c) {
		if o, ok := instr.(*ssa.Call); ok && is(o) && heeded(o, c) {
			return o
		}
	}
	return nil
}

// heeded reports whether the error of o is looked at, and c is not made if
// there is one.
func heeded(o *ssa.Call, c ssa.Instruction) bool {
	err := errorOf(o)
	if err == nil {
		return !ssaval.CanFail(o.Call.Signature())
	}
	if o.Block() == c.Block() {
		return false // nothing is looked at in between
	}
	tested := false
	for failed := range failures(err) {
		tested = true
		if ssaval.Leads([]*ssa.BasicBlock{failed}, c.Block(), map[*ssa.BasicBlock]bool{o.Block(): true}) {
			return false
		}
	}
	return tested
}

// failures returns the blocks that tests of an error lead to if it is not nil.
func failures(err ssa.Value) iter.Seq[*ssa.BasicBlock] {
	return func(yield func(*ssa.BasicBlock) bool) {
		for _, v := range aliases(err) {
			for _, ref := range *v.Referrers() {
				test, ok := ref.(*ssa.BinOp)
				if !ok || !ssaval.IsNil(test.X) && !ssaval.IsNil(test.Y) {
					continue
				}
				for _, use := range *test.Referrers() {
					br, ok := use.(*ssa.If)
					if !ok {
						continue
					}
					failed := br.Block().Succs[0]
					if test.Op == token.EQL {
						failed = br.Block().Succs[1]
					}
					if !yield(failed) {
						return
					}
				}
			}
		}
	}
}

// errorOf returns the error result of a call, nil if it is not looked at.
func errorOf(o *ssa.Call) ssa.Value {
	sig := o.Call.Signature()
	if !ssaval.CanFail(sig) || o.Referrers() == nil {
		return nil
	}
	n := sig.Results().Len()
	if n == 1 {
		return o
	}
	for _, ref := range *o.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == n-1 {
			return x
		}
	}
	return nil
}

// aliases: the value, the phis that it becomes, and the loads of a local
// variable that it is stored in.
func aliases(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	for i := 0; i < len(out) && i < 16; i++ {
		if out[i].Referrers() == nil {
			continue
		}
		for _, ref := range *out[i].Referrers() {
			switch x := ref.(type) {
			case *ssa.Phi:
				if !slices.Contains(out, ssa.Value(x)) {
					out = append(out, x)
				}
			case *ssa.Store:
				cell, ok := x.Addr.(*ssa.Alloc)
				if !ok || x.Val != out[i] {
					continue
				}
				for _, use := range *cell.Referrers() {
					if ld, ok := use.(*ssa.UnOp); ok && !slices.Contains(out, ssa.Value(ld)) {
						out = append(out, ld)
					}
				}
			}
		}
	}
	return out
}
