package retrybudget

import (
	_ "embed"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/budget"
	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/wording"
)

//go:embed doc.go
var doc string

// Analyzer reports repetitions of safe requests that have no bound or no
// delay. It is idle unless -with names it.
var Analyzer = &analysis.Analyzer{
	Name:     "retrybudget",
	Doc:      report.Doc(doc, "retrybudget"),
	URL:      report.DocURL + "retrybudget.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.OptIn("retrybudget", run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	if e.SSA == nil {
		return nil
	}
	told := make(map[token.Pos]bool)
	reader := &budget.Reader{Engine: e}
	for _, s := range reader.Storms() {
		if !told[s.Pos] {
			told[s.Pos] = true
			r.Report(report.Finding{Pos: s.Pos, Message: message(s)})
		}
	}
	return nil
}

func message(s budget.Storm) string {
	what := s.Method
	if s.Method == "tools/call" {
		what = wording.Call(s.Tool)
	}
	by := ""
	if s.By != "" {
		by = " (" + s.By + ")"
	}
	switch {
	case s.Auth:
		return what + " is sent again after every refusal, and nothing counts how often: a server that goes on refusing is asked for ever; give up after a few times"
	case s.AtOnce && s.Endless:
		return what + " is sent again at once after every failure" + by + ", without an end: a server that is down is kept down; wait longer after each failure, and give up after some time"
	case s.AtOnce:
		return what + " is sent again at once after every failure" + by + ": a server that is down is kept down; wait longer after each failure"
	}
	return what + " is sent again after every failure without an end" + by + ": a server that stays down is asked for ever; give up after some time or some attempts, or when a context ends"
}
