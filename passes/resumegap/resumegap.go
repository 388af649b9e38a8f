package resumegap

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/stream"
)

//go:embed doc.go
var doc string

// Analyzer reports reconnects that are taken as proof that nothing was lost.
var Analyzer = &analysis.Analyzer{
	Name:     "resumegap",
	Doc:      report.Doc(doc, "resumegap"),
	URL:      report.DocURL + "resumegap.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(pass *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	room := e.Stream()
	if room == nil {
		return nil // nothing of streams or sessions in sight
	}
	// What an SDK keeps for its callers is theirs to refresh.
	if !e.SDK {
		check(pass, r, room)
	}
	return nil
}

func check(pass *analysis.Pass, r *report.Reporter, room *stream.Room) {
	states := room.States()
	for _, o := range room.Reopens() {
		var stale []*stream.State
		for _, s := range states {
			if room.Related(o, s) && !room.Rederived(o, s) {
				stale = append(stale, s)
			}
		}
		if len(stale) == 0 {
			for _, s := range room.LocalStates(o) {
				if !room.Rederived(o, s) {
					stale = append(stale, s)
				}
			}
		}
		if len(stale) == 0 {
			continue
		}
		r.Report(report.Finding{Pos: o.Site.Pos(), Message: message(o, stale), Fix: fix(pass, room, o, stale)})
	}
}

func message(o *stream.Reopen, stale []*stream.State) string {
	s := stale[0]
	kept := "what " + s.Method + " returned"
	if name := s.Name(); name != "" {
		kept = fmt.Sprintf("%s (from %s)", name, s.Method)
	}
	if len(stale) > 1 {
		kept = fmt.Sprintf("%s and %d more", kept, len(stale)-1)
	}
	var what, why, when string
	switch o.How {
	case stream.Resumed:
		what, when = "the stream is resumed", "after resuming"
		why = "a resume that succeeds does not prove that nothing was lost, the server may have dropped what followed the cursor"
	case stream.Reopened:
		what, when = "the stream is opened again", "after reconnecting"
		why = "a live stream does not prove that nothing was lost, notifications of the time between are not replayed"
	case stream.Reconnected:
		what, when = "the session is opened again", "after reconnecting"
		why = "a new session does not prove that nothing changed, notifications of the time between are lost"
	case stream.Resubscribed:
		what, when = "the subscription is opened again", "after its acknowledgement"
		why = "a new subscriptions/listen replays nothing"
	}
	return fmt.Sprintf("%s and %s goes on being used: %s; call %s again %s, or drop what is kept", what, kept, why, s.Method, when)
}
