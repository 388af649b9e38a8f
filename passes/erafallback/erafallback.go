package erafallback

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/stream"
)

//go:embed doc.go
var doc string

// Analyzer reports wrong fall-backs to initialize.
var Analyzer = &analysis.Analyzer{
	Name:     "erafallback",
	Doc:      report.Doc(doc, "erafallback"),
	URL:      report.DocURL + "erafallback.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	room := e.Stream()
	if room == nil {
		return nil // nothing of streams or sessions in sight
	}
	for _, f := range room.Fallbacks() {
		r.Report(report.Finding{Pos: f.At.Pos(), Message: messages[f.Why]})
	}
	return nil
}

var messages = map[stream.Reason]string{
	stream.ModernError:  "initialize follows an error that only a 2026-07-28 server gives: it will not know the old handshake; use a version that it supports, or correct the request",
	stream.OneCode:      "the fall-back to initialize is keyed to one error code: the specification forbids that on stdio, legacy servers answer an unknown method in many ways; fall back on any error that is not a modern one, and on a timeout",
	stream.Unread:       "any HTTP 400 leads to initialize: a 2026-07-28 server answers 400, too, and says why in the body; read it and fall back only if it is no modern error",
	stream.WriteAsProbe: "a tools/call is the probe for the era of the server: a legacy server may execute it before the fall-back; probe with server/discover or tools/list",
}
