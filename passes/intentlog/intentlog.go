package intentlog

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/intent"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/wording"
)

//go:embed doc.go
var doc string

// Analyzer reports calls with consequences that no journal knows of before
// they are made. It is idle unless -with names it.
var Analyzer = &analysis.Analyzer{
	Name:     "intentlog",
	Doc:      report.Doc(doc, "intentlog"),
	URL:      report.DocURL + "intentlog.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.OptIn("intentlog", run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	if e.SSA == nil || e.SDK {
		return nil // an SDK calls what its client asks for
	}
	reader := &intent.Reader{Engine: e}
	for _, c := range reader.Calls() {
		r.Report(report.Finding{Pos: c.At.Pos(), Message: message(c)})
	}
	return nil
}

func message(c intent.Call) string {
	call := wording.Call(c.Op.Name)
	if c.Unheeded != "" {
		return call + " is made even if " + c.Unheeded + " fails to write its intent down: if the process ends before the answer, nothing may say what was asked for; make it only if the journal gives no error"
	}
	return call + " is made before any journal has its intent: if the process ends before the answer, nothing says what was asked for; write the operation down first, and make it only if that gives no error"
}
