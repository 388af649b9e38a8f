// This file answers what a call or a func value may run.

package effect

import "golang.org/x/tools/go/ssa"

// Bodies returns the functions of this package that a call may run; nil if it
// may run others, too.
func (e *Engine) Bodies(c ssa.CallInstruction) []*ssa.Function { return e.bodies(c) }

// Funcs returns the functions of this package that a func value may be.
func (e *Engine) Funcs(v ssa.Value) []*ssa.Function {
	var out []*ssa.Function
	for _, t := range e.resolve(v, 0) {
		if t.fn != nil {
			out = append(out, t.fn)
		}
	}
	return out
}
