// This file holds what the engine asks other rooms, and how analyzers ask the engine:
// one at a time.

package effect

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/trust"
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
	// trust tells decisions about which servers are believed.
	trust *trust.Tester
	// ids: the package makes keys or ids for others.
	ids bool
	// keyed holds the parameters that become keys.
	keyed map[*types.Func][]keys.Param
	// carried holds the values put into contexts, by the type of the key.
	carried map[string][]ssa.Value
}

// Ask calls f alone. The engine fills caches when it is asked, and drivers run
// the analyzers of a package concurrently, so that only one of them may ask at
// a time.
func (e *Engine) Ask(f func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f()
}

// Run returns the Run function of an analyzer that reads the engine: it asks
// within [Engine.Ask], and has nothing to do where there is no MCP in sight.
// Under -report-skips it tells which functions were too large for what the
// analyzer alone asked.
func Run(run func(pass *analysis.Pass, e *Engine, r *report.Reporter) error) func(*analysis.Pass) (any, error) {
	return runIf((*Engine).speaksMCP, run)
}

func (e *Engine) speaksMCP() bool { return e.Relevant }

// RunSkips is [Run] for the analyzer that tells of [Engine.Skips]: where there
// is no MCP in sight, too, if there are any.
func RunSkips(run func(pass *analysis.Pass, e *Engine, r *report.Reporter) error) func(*analysis.Pass) (any, error) {
	return runIf(func(e *Engine) bool { return e.Relevant || len(e.skips) > 0 }, run)
}

func runIf(concerns func(*Engine) bool, run func(pass *analysis.Pass, e *Engine, r *report.Reporter) error) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		return report.Guard(pass, func() (any, error) {
			e := pass.ResultOf[Analyzer].(*Engine)
			if !concerns(e) {
				return nil, nil // no MCP in sight
			}
			r := report.New(pass, e.Directives)
			var err error
			skips := e.askSkips(func() { err = run(pass, e, r) })
			if err != nil {
				return nil, err
			}
			for _, s := range skips {
				r.Report(report.Finding{Pos: s.Pos, Message: s.Func +
					" is too large to be analysed to its end for this rule, so that what it does may not have been found; divide it, or look at it by hand"})
			}
			r.Close()
			return nil, nil
		})
	}
}

// OptIn is [Run] for an analyzer that is idle unless -with names it: then it
// judges no ignores either.
func OptIn(name string, run func(pass *analysis.Pass, e *Engine, r *report.Reporter) error) func(*analysis.Pass) (any, error) {
	on := Run(run)
	return func(pass *analysis.Pass) (any, error) {
		if !pass.ResultOf[Analyzer].(*Engine).Settings.Enabled(name) {
			return nil, nil
		}
		return on(pass)
	}
}

// contextValues returns what the package puts into contexts under keys of a
// type of its own.
func (e *Engine) contextValues(key types.Type) []ssa.Value {
	if e.carried == nil {
		e.carried = make(map[string][]ssa.Value)
		for _, fn := range e.SSA.Funcs {
			for c := range ssaval.All[*ssa.Call](fn) {
				if len(c.Call.Args) != 3 {
					continue
				}
				if f := ssaval.Callee(&c.Call); f == nil || knowledge.Name(f) != "context.WithValue" {
					continue
				}
				if mi, ok := c.Call.Args[1].(*ssa.MakeInterface); ok {
					t := types.TypeString(mi.X.Type(), nil)
					e.carried[t] = append(e.carried[t], c.Call.Args[2])
				}
			}
		}
	}
	if knowledge.TypeName(key) == "" {
		return nil // string keys may mean anything
	}
	return e.carried[types.TypeString(key, nil)]
}

// aboutKeys reports whether a package without MCP makes keys or ids for
// others.
func (e *Engine) aboutKeys() bool {
	e.ids = keys.Candidate(e.Pass)
	return e.ids
}

// decides marks conditions by which the client says whether it trusts a
// server.
func (e *Engine) decides(cond ssa.Value, read outcome.Abs) outcome.Abs {
	if e.trust == nil {
		e.trust = trust.New(e.SSA.SSA)
	}
	if e.trust.Decides(cond) {
		read.On |= outcome.Trusted
		read.Off |= outcome.Trusted
	}
	return read
}
