// This file reads the values of return statements.

package stream

import (
	"golang.org/x/tools/go/ssa"
)

// result returns what a return statement gives for result i. Functions with
// deferred calls keep their results in variables, which are set just before.
func result(ret *ssa.Return, i int) ssa.Value {
	v := ret.Results[i]
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	for j := len(ret.Block().Instrs) - 1; j >= 0; j-- {
		if st, ok := ret.Block().Instrs[j].(*ssa.Store); ok && st.Addr == ssa.Value(a) {
			return st.Val
		}
	}
	return v // a named result, set elsewhere
}

// lastResult returns what a return statement gives for the last result, the
// error if there is one; nil if the function has none.
func lastResult(ret *ssa.Return) ssa.Value {
	if len(ret.Results) == 0 {
		return nil
	}
	return result(ret, len(ret.Results)-1)
}
