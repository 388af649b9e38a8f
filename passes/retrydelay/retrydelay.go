package retrydelay

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/stream"
)

//go:embed doc.go
var doc string

// Analyzer reports clients of event streams that reconnect without honouring
// the server's retry field.
var Analyzer = &analysis.Analyzer{
	Name:     "retrydelay",
	Doc:      report.Doc(doc, "retrydelay"),
	URL:      report.DocURL + "retrydelay.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	room := e.Stream()
	if room == nil {
		return nil // nothing of streams or sessions in sight
	}
	if room.SpeaksMCP() {
		era := room.Shown()
		if era.Legacy || !era.Modern {
			early(r, room, era)
		}
		if era.Names("2025-11-25") {
			gaveUp(r, room)
		}
	}
	return nil
}

// early reports the ways round on which nothing waits as long as the server
// asked.
func early(r *report.Reporter, room *stream.Room, era stream.Era) {
	for _, o := range room.Rounds() {
		delays := room.Delays(o)
		if room.Honours(delays) || room.OfFirstEdition(o.Exchange) {
			continue
		}
		how := "at once"
		if len(delays) > 0 || o.Library {
			how = "after a delay of its own"
		}
		read := "the server's retry field is never read"
		if len(room.Parts(stream.FieldRetry)) > 0 {
			read = "what the server's retry field says is not used here"
		}
		why := "a server says with it how long to stay away"
		if era.Names("2025-11-25") {
			why = "the 2025-11-25 specification forbids to come back earlier than it says"
		}
		r.Report(report.Finding{Pos: o.Open.Pos(), Message: "the event stream is opened again " + how + ": " + read + ", and " + why +
			"; keep its last value and wait that long before reconnecting"})
	}
}

// gaveUp reports calls that fail when the stream of their answer ends.
func gaveUp(r *report.Reporter, room *stream.Room) {
	for _, c := range room.GivenUp() {
		r.Report(report.Finding{Pos: c.Pos(), Message: "the call fails when the stream of its answer ends, although an event id was kept and the client can resume: " +
			"the end of a stream is no failure in the 2025-11-25 edition, whose clients should reconnect for the rest; resume with Last-Event-ID before giving up"})
	}
}
