package contract

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/passes/mcplintconfig"
)

//go:embed doc.go
var doc string

// Analyzer reports directives that say nothing, or contradict each other.
var Analyzer = &analysis.Analyzer{
	Name:     "contract",
	Doc:      report.Doc(doc, "contract"),
	URL:      report.DocURL + "contract.md",
	Requires: []*analysis.Analyzer{mcplintconfig.Analyzer, effect.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		return report.Guard(pass, func() (any, error) { return nil, run(pass) })
	},
}

// run has no gate: a package of tool names has directives too.
func run(pass *analysis.Pass) error {
	d, set := contracts(pass)
	r := report.New(pass, d)
	for _, e := range d.Errors {
		r.Report(report.Finding{Pos: e.Pos, End: e.End, Message: e.Message})
	}
	for _, c := range set.Conflicts() {
		r.Report(report.Finding{Pos: c.Pos, End: c.End, Message: c.Message})
	}
	if e, ok := pass.ResultOf[effect.Analyzer].(*effect.Engine); ok && e != nil && e.Relevant && e.SSA != nil {
		e.Ask(func() {
			c := &checker{e, r}
			c.calls()
			c.repetitions()
			if e.Settings.Strict {
				c.doubtful()
			}
		})
	}
	r.Close()
	return nil
}

// A checker checks contracts against the code that relies on them.
type checker struct {
	*effect.Engine
	r *report.Reporter
}

// contracts returns the directives of the package, and what they say together
// with those of its imports. Where the engine says nothing (in the standard
// library, or because it failed), the package's own are still checked.
func contracts(pass *analysis.Pass) (*contract.Directives, *contract.Set) {
	if e, ok := pass.ResultOf[effect.Analyzer].(*effect.Engine); ok && e != nil && e.Contracts != nil {
		return e.Directives, e.Contracts
	}
	settings := pass.ResultOf[mcplintconfig.Analyzer].(*mcplintconfig.Settings)
	d := contract.Parse(pass.Fset, pass.Files, pass.TypesInfo, pass.Pkg)
	return d, contract.NewSet(pass, d, settings)
}
