package retrywrite

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// constructors reports wrappers that call tools again by themselves.
func (c checker) constructors() []report.Finding {
	var out []report.Finding
	if c.SSA == nil || c.SDK {
		return nil
	}
	for _, fn := range c.SSA.Funcs {
		for call := range ssaval.All[ssa.CallInstruction](fn) {
			row, name, ok := c.Constructor(call)
			if !ok || row.HTTP {
				continue
			}
			out = append(out, report.Finding{Pos: call.Pos(), Message: fmt.Sprintf(
				"tools/call can run again: %s repeats a tool call after a lost connection, which also follows an executed call; admit only tools without effect (%s) or confirm each call",
				name, "a tool filter")})
		}
	}
	return out
}
