// This file answers questions of the passes that need no more than a look; the files
// access_* hold the others.

package effect

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Literal returns the function that a function literal of this package is.
func (e *Engine) Literal(lit *ast.FuncLit) *ssa.Function {
	for _, fn := range e.SSA.Funcs {
		if fn.Syntax() == lit {
			return fn
		}
	}
	return nil
}

// Filtered reports whether a predicate among a vehicle's options decides what
// is repeated.
func (e *Engine) Filtered(r Repetition) bool {
	c, ok := r.At.(ssa.CallInstruction)
	if !ok || r.Vehicle == nil {
		return false
	}
	cfg := e.config(c, ssaval.Argument(c.Common(), r.Vehicle.Op))
	for _, f := range r.Vehicle.Filters {
		if f.Func != "" && len(cfg.callsOf(f.Func)) > 0 {
			return true
		}
	}
	return false
}
