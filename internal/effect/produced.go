// This file tells whether the package is seen to return a sentinel of its own.

package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// produced reports whether the error variable named full belongs to this
// package and is used here other than in tests for it.
func (e *Engine) produced(full string) bool {
	for _, fn := range e.SSA.Funcs {
		for ld := range ssaval.All[*ssa.UnOp](fn) {
			g, ok := ld.X.(*ssa.Global)
			if !ok || g.Pkg != e.SSA.SSA || g.Pkg.Pkg.Path()+"."+g.Name() != full {
				continue
			}
			for _, r := range *ld.Referrers() {
				switch r := r.(type) {
				case *ssa.BinOp, *ssa.DebugRef:
					continue
				case *ssa.Call:
					if fn := ssaval.Callee(&r.Call); fn != nil && fn.Name() == "Is" {
						continue
					}
				}
				return true
			}
		}
	}
	return false
}
