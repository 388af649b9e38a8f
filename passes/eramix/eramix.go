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
	for _, m := range room.Misfits() {
		why := reasons[[2]bool{m.Modern, m.Here}]
		r.Report(report.Finding{Pos: stream.PosOf(m.At), Message: m.What + " belongs to another era of the protocol: " + why})
	}
	return nil
}

// reasons by whether the code speaks the 2026-07-28 edition, and whether a
// test in this place says so.
var reasons = map[[2]bool]string{
	{true, false}:  "the code names only the 2026-07-28 edition, which has neither sessions nor resumption; use it only after a test of the negotiated version",
	{false, false}: "the code names only editions before 2026-07-28, which do not have it; use it only after a test of the negotiated version",
	{true, true}:   "a test says that the 2026-07-28 edition is spoken here, which has neither sessions nor resumption; use it where an earlier one was negotiated",
	{false, true}:  "a test says that an edition before 2026-07-28 is spoken here, which does not have it; use it where the later one was negotiated",
}
