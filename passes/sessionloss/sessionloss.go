package sessionloss

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/stream"
)

//go:embed doc.go
var doc string

// Analyzer reports wrong answers to the loss of a session.
var Analyzer = &analysis.Analyzer{
	Name:     "sessionloss",
	Doc:      report.Doc(doc, "sessionloss"),
	URL:      report.DocURL + "sessionloss.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	room := e.Stream()
	if room == nil {
		return nil // nothing of streams or sessions in sight
	}
	if room.SpeaksMCP() || room.FarSessions() {
		for _, again := range room.Replays() {
			r.Report(report.Finding{Pos: stream.PosOf(again.Again), Message: "a request is sent again with the session id that a 404 has ended: " +
				"the specification forbids to go on with it, a client must start a new session; initialize without a session id first"})
		}
		for _, act := range room.Sessionless() {
			if e.Tested(act) {
				continue // it asks for the 404 of a server
			}
			r.Report(report.Finding{Pos: stream.PosOf(act), Message: "any 404 is taken for the end of a session: " +
				"without a session id on the request it says that the address or the method is unknown; look whether a session id was sent, or read the body, first"})
		}
	}
	return nil
}
