// This file evaluates conditions for a tool whose annotations set nothing.

package trust

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/verdict"
)

// Unset evaluates a condition for a tool whose annotations are there but set
// nothing: destructiveHint is nil, which means true, and the others are false
// or nil.
func Unset(cond ssa.Value) verdict.Verdict {
	e := &verdict.Evaluator{Leaf: unset, Enter: takesTool}
	return e.Test(cond)
}

func unset(v ssa.Value, _ verdict.Args) verdict.Verdict {
	switch x := v.(type) {
	case *ssa.BinOp:
		if x.Op != token.EQL && x.Op != token.NEQ {
			return verdict.Open
		}
		a, b := x.X, x.Y
		if ssaval.IsNil(a) {
			a, b = b, a
		}
		if !ssaval.IsNil(b) {
			return verdict.Open
		}
		equal := verdict.Open
		if _, ok := hintOf(a); ok {
			equal = verdict.Yes
		} else if annotations(a.Type()) {
			equal = verdict.No
		}
		if x.Op == token.NEQ {
			return equal.Not()
		}
		return equal
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return verdict.Open
		}
		if _, ok := hintOf(x); ok && ssaval.IsBool(x.Type()) {
			return verdict.No // a bool that is not set
		}
		if _, ok := hintOf(x.X); ok && ssaval.IsBool(x.Type()) {
			return verdict.No // behind a pointer: never reached
		}
	case *ssa.Field:
		if _, ok := hintOf(x); ok && ssaval.IsBool(x.Type()) {
			return verdict.No
		}
	}
	return verdict.Open
}

// hintOf returns which annotation a value was read from.
func hintOf(v ssa.Value) (knowledge.Hint, bool) {
	owner, i, ok := ssaval.Read(v)
	if !ok {
		return 0, false // no field
	}
	return knowledge.IsHintField(knowledge.TypeName(ssaval.Deref(owner)) + "." + ssaval.FieldName(owner, i))
}

func annotations(t types.Type) bool {
	return knowledge.IsAnnotationType(knowledge.TypeName(ssaval.Deref(t)))
}

// takesTool looks into predicates that are given a tool or its annotations.
func takesTool(c *ssa.Call, _ *ssa.Function, _ verdict.Args) (verdict.Args, bool) {
	for _, a := range c.Call.Args {
		t := ssaval.Deref(a.Type())
		if annotations(t) {
			return nil, true
		}
		if st, ok := t.Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				if annotations(f.Type()) {
					return nil, true
				}
			}
		}
	}
	return nil, false
}

// ReadsDestructive reports whether the functions read destructiveHint.
func ReadsDestructive(fns []*ssa.Function) bool {
	for _, fn := range fns {
		for v := range ssaval.All[ssa.Value](fn) {
			if h, ok := hintOf(v); ok && h == knowledge.DestructiveHint {
				return true
			}
		}
	}
	return false
}
