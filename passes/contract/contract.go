package contract

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/contract"
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
	Requires: []*analysis.Analyzer{mcplintconfig.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		return report.Guard(pass, func() (any, error) { return nil, run(pass) })
	},
}

// run needs no MCP in sight: a package of tool names has directives too.
func run(pass *analysis.Pass) error {
	settings := pass.ResultOf[mcplintconfig.Analyzer].(*mcplintconfig.Settings)
	d := contract.Parse(pass.Fset, pass.Files, pass.TypesInfo, pass.Pkg)
	r := report.New(pass, d)
	for _, e := range d.Errors {
		r.Report(report.Finding{Pos: e.Pos, End: e.End, Message: e.Message})
	}
	for _, c := range contract.NewSet(pass, d, settings).Conflicts() {
		r.Report(report.Finding{Pos: c.Pos, End: c.End, Message: c.Message})
	}
	r.Close()
	return nil
}
