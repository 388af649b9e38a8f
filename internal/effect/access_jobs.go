// This file answers which functions a job or workflow engine runs.

package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// JobHandlers returns the functions of the package that a job or workflow
// engine runs, as far as the package shows it: an engine writes its jobs down
// before it runs them.
func (e *Engine) JobHandlers() map[*ssa.Function]bool {
	out := make(map[*ssa.Function]bool)
	for _, fn := range e.SSA.Funcs {
		if _, ok := e.handlerMethod(fn); ok {
			out[fn] = true
		}
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			obj := ssaval.Callee(c.Common())
			if obj == nil {
				continue
			}
			name, op := knowledge.Name(obj), -1
			if h, ok := knowledge.HandlerOf(name); ok {
				op = h.Op
			} else if v, ok := knowledge.VehicleOf(name); ok && knowledge.RunsSteps(name) {
				op = v.Op
			}
			if arg := ssaval.Argument(c.Common(), op); arg != nil {
				for _, h := range e.handlersIn(arg) {
					out[h] = true
				}
			}
		}
	}
	return out
}
