package effect

import "golang.org/x/tools/go/ssa"

// Bodies returns the functions of this package that a call may run; nil if it
// may run others, too.
func (e *Engine) Bodies(c ssa.CallInstruction) []*ssa.Function { return e.bodies(c) }
