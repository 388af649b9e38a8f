package eventcursor

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/stream"
)

//go:embed doc.go
var doc string

// Analyzer reports event ids that are taken for more than cursors of one
// stream, and cursors that are lost.
var Analyzer = &analysis.Analyzer{
	Name:     "eventcursor",
	Doc:      report.Doc(doc, "eventcursor"),
	URL:      report.DocURL + "eventcursor.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	room := e.Stream()
	if room == nil {
		return nil // nothing of streams or sessions in sight
	}
	if room.SpeaksMCP() && resumable(room.Shown()) {
		meaning(r, room)
		keeping(r, room)
		headers(r, room)
	}
	return nil
}

// resumable: editions from 2026-07-28 on have no resumption, so that what is
// wrong there is to try it.
func resumable(era stream.Era) bool { return era.Legacy || !era.Modern }

// meaning reports ids that are taken for numbers.
func meaning(r *report.Reporter, room *stream.Room) {
	for _, instr := range room.Parsed() {
		r.Report(report.Finding{Pos: stream.PosOf(instr), Message: "an event id is taken for a number or for something with an order: " +
			"it is a cursor in the server's own form, and no edition gives ids an order or a successor; keep it as it is and compare it for equality only"})
	}
	for _, h := range room.Counted() {
		r.Report(report.Finding{Pos: stream.PosOf(h.Instr), Message: "Last-Event-ID is counted by the client: " +
			"the server chooses the ids of events, and a counted one may name none or another; send back the last id that was received"})
	}
}

// keeping reports cursors that are shared or lost.
func keeping(r *report.Reporter, room *stream.Room) {
	for _, s := range room.SharedCursors() {
		r.Report(report.Finding{Pos: stream.PosOf(s.Header.Instr), Message: "Last-Event-ID is taken from " + s.Name + ", in which several streams keep their ids: " +
			"an id is a cursor of its own stream, and presenting it for another replays nothing of that; keep one cursor for each stream"})
	}
	for _, c := range room.Dropped() {
		r.Report(report.Finding{Pos: c.Pos(), Message: "the cursor is lost: the stream is opened again with an empty one, since the id of its last event was given up with its reader, and the server replays nothing; " +
			"keep the id for as long as the session lasts"})
	}
	keeps := room.Keeps()
	for _, k := range keeps {
		if room.Lost(k) {
			r.Report(report.Finding{Pos: k.Pos(), Message: "the cursor is lost: an event without an id, or a stream that ends before the first one, sets it to empty, and the next resume starts anew; " +
				"change it only for an event that has an id"})
		} else if room.IgnoresEmpty(k, keeps) {
			r.Report(report.Finding{Pos: k.Pos(), Message: "the id of an event without data is ignored: " +
				"a server sends such an event so that the client can resume from it; move the cursor for every event that has an id"})
		}
	}
}

// headers reports resumes without the headers that every request needs.
func headers(r *report.Reporter, room *stream.Room) {
	for _, l := range room.Lones(room.Shown()) {
		name := "Mcp-Session-Id"
		if l.Lacks == stream.ProtocolVersion {
			name = "MCP-Protocol-Version"
		}
		r.Report(report.Finding{Pos: stream.PosOf(l.Header.Instr), Message: "the stream is resumed without " + name + ": " +
			"the specification forbids to leave it out of a later request of the session; set it like on the other requests"})
	}
}
