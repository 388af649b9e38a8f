package retrywrite

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports tools/call requests that can run again although an earlier
// attempt may have been executed.
var Analyzer = &analysis.Analyzer{
	Name:     "retrywrite",
	Doc:      report.Doc(doc, "retrywrite"),
	URL:      report.DocURL + "retrywrite.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.RunSkips(run),
}

func run(pass *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	c := checker{e, e.Mode(), pass}
	for _, rep := range e.Repetitions {
		if f, ok := c.judge(rep); ok {
			r.Report(f)
		}
	}
	for _, f := range c.constructors() {
		r.Report(f)
	}
	for _, s := range e.Skips() {
		r.Report(report.Finding{Pos: s.Pos, Message: s.Func +
			" is too large to be analysed to its end, so that calls it repeats may not have been found; divide it, or look at it by hand"})
	}
	return nil
}

type checker struct {
	*effect.Engine
	mode knowledge.Mode
	pass *analysis.Pass
}

// judge decides whether a repetition is a finding.
func (c checker) judge(rep effect.Repetition) (report.Finding, bool) {
	// What only annotations permit is hinttrust's finding, what only a
	// fruitless lookup permits is lookupmiss's.
	ends := rep.Reach.Ends(outcome.Hinted | outcome.LookedUp)
	again := ends.InClass(knowledge.ClassUnknown, c.mode)
	if again == 0 && c.mode.Strict {
		again = ends.InClass(knowledge.ClassAnswered, c.mode)
	}
	if again == 0 {
		return report.Finding{}, false // only after attempts that were not executed
	}
	if rep.How == effect.Registry && !c.mode.Strict {
		return report.Finding{}, false // the options where it is executed decide
	}
	if !c.Consequential(rep.Op) {
		return report.Finding{}, false
	}
	if c.Keyed(rep, c.mode.Strict) {
		return report.Finding{}, false // the server recognises the repetition
	}
	f := report.Finding{Pos: rep.Pos, Message: c.message(rep, again)}
	for _, s := range rep.Op.Flow {
		f.Flow = append(f.Flow, report.Step{Text: s.Func, Ref: s.Pos})
	}
	f.Fix = c.fix(c.pass, rep)
	return f, true
}
