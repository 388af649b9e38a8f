// This file finds cursors that are given up between one opening of a stream and the
// next.

package stream

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Dropped returns the calls that open a stream again with an empty cursor before
// they send a message, where the function that opens it is told the cursor
// elsewhere: it is gone with the last reader, and nothing is replayed.
func (r *Room) Dropped() []ssa.CallInstruction {
	var out []ssa.CallInstruction
	ids := r.ids()
	for _, h := range r.Written(LastEventID) {
		open := ssaval.Root(h.Fn())
		if !r.reopensByFlag(open) {
			continue // it opens the stream each time: the first time, perhaps
		}
		for _, i := range r.cursorParams(h, open) {
			for _, c := range r.toldNothing(open, i, ids) {
				if !slices.Contains(out, c) && r.postsAfter(c) {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// cursorParams are the parameters of fn that the header is taken from.
func (r *Room) cursorParams(h *Header, fn *ssa.Function) []int {
	var out []int
	into := r.Flow.Into(Value, h.Value, Home(h.Value))
	for i, p := range fn.Params {
		if into[p] && ssaval.IsString(p.Type()) {
			out = append(out, i)
		}
	}
	return out
}

// toldNothing returns the calls that give fn the empty text for parameter i, if
// others give it an event id.
func (r *Room) toldNothing(fn *ssa.Function, i int, ids Set) []ssa.CallInstruction {
	var empty []ssa.CallInstruction
	told := false
	for _, c := range r.callers[fn] {
		args := ssaval.Operands(c.Common())
		if i >= len(args) {
			continue
		}
		if s, ok := ssaval.Text(args[i]); ok {
			if s == "" {
				empty = append(empty, c)
			}
			continue
		}
		told = told || ids[args[i]] || ids[Home(args[i])]
	}
	if !told {
		return nil
	}
	return empty
}

// reopensByFlag reports whether fn returns at once unless a flag is set, which it
// sets again itself, when the stream has ended.
func (r *Room) reopensByFlag(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		flag, set := flagOf(br.Cond)
		if flag == nil {
			continue
		}
		for i, succ := range b.Succs {
			_, returns := succ.Instrs[len(succ.Instrs)-1].(*ssa.Return)
			if returns && r.setsUnderTo(fn, flag, set == (i == 1)) {
				return true
			}
		}
	}
	return false
}

// flagOf returns the field that a condition reads, and what it is where the
// condition holds.
func flagOf(cond ssa.Value) (*types.Var, bool) {
	set := true
	for {
		u, ok := cond.(*ssa.UnOp)
		if !ok {
			return nil, false
		}
		if u.Op == token.NOT {
			cond, set = u.X, !set
			continue
		}
		fa, ok := u.X.(*ssa.FieldAddr)
		if !ok || u.Op != token.MUL {
			return nil, false
		}
		return ssaval.Field(fa.X.Type(), fa.Field), set
	}
}

// setsUnderTo reports whether running fn sets the field to the constant.
func (r *Room) setsUnderTo(fn *ssa.Function, field *types.Var, to bool) bool {
	for g := range r.Under(fn) {
		for st := range ssaval.All[*ssa.Store](g) {
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || ssaval.Field(fa.X.Type(), fa.Field) != field {
				continue
			}
			if k, ok := st.Val.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value) == to {
				return true
			}
		}
	}
	return false
}

// postsAfter reports whether the function of a call, or the one that it is a
// literal in, sends a POST later on.
func (r *Room) postsAfter(c ssa.CallInstruction) bool {
	var at ssa.Instruction = c
	for fn := c.Parent(); fn.Parent() != nil; fn = fn.Parent() {
		made := at
		for mc := range ssaval.All[*ssa.MakeClosure](fn.Parent()) {
			if mc.Fn == fn {
				made = mc
			}
		}
		if made == at {
			return false // a literal that captures nothing
		}
		at = made
	}
	for other := range ssaval.All[*ssa.Call](at.Parent()) {
		if ssa.Instruction(other) == at || !ssaval.Reaches(at, other, nil) || slices.Contains(r.runs(other), c.Parent()) {
			continue
		}
		if slices.ContainsFunc(r.Exchanges, func(x *Exchange) bool { return x.Method == "POST" && r.makes(other, x) }) {
			return true
		}
	}
	return false
}
