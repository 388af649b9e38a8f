package requestid

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports requests that reuse an id.
var Analyzer = &analysis.Analyzer{
	Name:     "requestid",
	Doc:      report.Doc(doc, "requestid"),
	URL:      report.DocURL + "requestid.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	ids := e.FixedIDs()
	for _, s := range e.Resends() {
		if slices.ContainsFunc(ids, func(f effect.FixedID) bool { return e.Explains(f, s) }) {
			continue // the constant is why, and is reported where it stands
		}
		r.Report(report.Finding{Pos: s.Pos, Message: resent(s)})
	}
	for _, f := range ids {
		r.Report(report.Finding{Pos: f.Pos, Message: fixed(e, f)})
	}
	for _, s := range e.SkippedSenders() {
		why := " is one of more functions that send requests than are analysed"
		if e.SDK {
			why = " sends requests in an SDK, where that is not analysed"
		}
		r.Report(report.Finding{Pos: s.Pos, Message: s.Func + why +
			", so that requests it sends again with their id may not have been found; look at it by hand"})
	}
	return nil
}

// resent says what is wrong with a request that is sent again.
func resent(s effect.Resend) string {
	what := "this request"
	if s.Method != "" {
		what = "this " + s.Method + " request"
	}
	switch s.Why {
	case effect.ForInput:
		return what + " goes on after input_required with the JSON-RPC id of the first, but the specification demands another id for it; build the request anew"
	case effect.NextRequest:
		return what + " is sent with the same JSON-RPC id in all rounds of a loop, but the specification forbids to use an id twice in a session; give each request an id of its own"
	}
	return what + " is sent again after a failure with the JSON-RPC id of the first attempt, but the specification forbids to use the id of a request that may have arrived; build the request anew for each attempt"
}

// fixed says what is wrong with a constant id, once for all requests of a client
// that have it.
func fixed(e *effect.Engine, f effect.FixedID) string {
	what := "requests"
	if f.Method != "" {
		what = f.Method + " requests"
	}
	also := ""
	if n := len(f.Also); n > 0 {
		also = ", which those of " + e.Position(f.Also[0])
		if n > 1 {
			also += fmt.Sprintf(" and %d more", n-1)
		}
		also += " have, too,"
	}
	if f.Other.IsValid() {
		return fmt.Sprintf("%s have the constant JSON-RPC id %s that another request of the same session has (%s)%s, but the specification forbids to use an id twice in a session; count the ids",
			what, f.ID, e.Position(f.Other), strings.TrimSuffix(also, ","))
	}
	return fmt.Sprintf("%s have the constant JSON-RPC id %s%s and can be sent twice in one session, but the specification forbids to use an id twice; count the ids",
		what, f.ID, also)
}
