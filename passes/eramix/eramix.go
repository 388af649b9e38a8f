package eramix

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/stream"
)

//go:embed doc.go
var doc string

// Analyzer reports mechanisms of the wrong protocol era.
var Analyzer = &analysis.Analyzer{
	Name:     "eramix",
	Doc:      report.Doc(doc, "eramix"),
	URL:      report.DocURL + "eramix.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	room := e.Stream()
	if room == nil {
		return nil // nothing of streams or sessions in sight
	}
	modern, _ := room.Only()
	has, lacks := "names only editions before 2026-07-28", "which do not have it"
	if modern {
		has, lacks = "names only the 2026-07-28 edition", "which has neither sessions nor resumption"
	}
	for _, m := range room.Misfits() {
		r.Report(report.Finding{Pos: stream.PosOf(m.At), Message: m.What + " belongs to another era of the protocol: the code " + has + ", " + lacks +
			"; use it only after a test of the negotiated version"})
	}
	return nil
}
