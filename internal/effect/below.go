package effect

import (
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/report"
)

// below is what an Engine holds for questions other than its own.
type below struct {
	// probe replaces the sinks: the engine then asks of another kind of
	// attempt what it asks of tools/call.
	probe func(c ssa.CallInstruction) (Op, outcome.Shape, bool)
	mu    sync.Mutex
	// HTTP is what the package puts under MCP transports that can be sent
	// again.
	HTTP *httpclient.Result
}

// Run returns the Run function of an analyzer that reads the engine. The
// engine fills caches when it is asked, and drivers run the analyzers of a
// package concurrently, so that only one of them asks at a time.
func Run(run func(pass *analysis.Pass, e *Engine, r *report.Reporter) error) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		return report.Guard(pass, func() (any, error) {
			e := pass.ResultOf[Analyzer].(*Engine)
			if !e.Relevant {
				return nil, nil // no MCP in sight
			}
			e.mu.Lock()
			defer e.mu.Unlock()
			r := report.New(pass, e.Directives)
			if err := run(pass, e, r); err != nil {
				return nil, err
			}
			r.Close()
			return nil, nil
		})
	}
}
