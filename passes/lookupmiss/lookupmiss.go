package lookupmiss

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/toolname"
)

//go:embed doc.go
var doc string

// Analyzer reports writes that are repeated because a lookup found nothing.
var Analyzer = &analysis.Analyzer{
	Name:     "lookupmiss",
	Doc:      report.Doc(doc, "lookupmiss"),
	URL:      report.DocURL + "lookupmiss.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	c := checker{e}
	for _, rep := range e.Repetitions {
		if c.unsafe(rep) {
			f := report.Finding{Pos: rep.Pos, Message: c.message(rep)}
			for _, s := range rep.Op.Flow {
				f.Flow = append(f.Flow, report.Step{Text: s.Func, Ref: s.Pos})
			}
			r.Report(f)
		}
	}
	return nil
}

type checker struct{ *effect.Engine }

// unsafe reports whether only a lookup permits the repetition of a call that
// may have been executed.
func (c checker) unsafe(rep effect.Repetition) bool {
	again := rep.Reach.With(outcome.LookedUp)
	if again.InClass(knowledge.ClassUnknown, c.Mode()) == 0 {
		return false
	}
	if rep.How == effect.Registry || !c.Consequential(rep.Op) || c.Keyed(rep, c.Settings.Strict) {
		return false
	}
	name, ok := rep.Op.Name.Constant()
	return !ok || c.Settings.Strict || !toolname.Container(name)
}

func (c checker) message(rep effect.Repetition) string {
	call := "tools/call"
	if name, ok := rep.Op.Name.Constant(); ok {
		call = fmt.Sprintf("tools/call %q", name)
	}
	asked := "a lookup"
	if l := c.lookup(rep); l != nil {
		asked = c.CalleeName(l)
	}
	return fmt.Sprintf("%s can run again because of what %s found: finding nothing, or failing to look, does not prove that the earlier call had no effect; "+
		"hold the outcome as unknown, or state the proof (//mcplint:noeffect, //mcplint:reconciles)", call, asked)
}

// lookup returns the last lookup before the repetition, as far as the function
// that repeats shows it.
func (c checker) lookup(rep effect.Repetition) ssa.CallInstruction {
	at := rep.At
	if at == nil {
		return nil
	}
	var last, before ssa.CallInstruction
	for _, b := range at.Parent().Blocks {
		if rep.Region != nil && rep.Region.Blocks != nil && !rep.Region.Blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			l, ok := instr.(ssa.CallInstruction)
			if !ok || l == at || rep.Site != nil && l == rep.Site.Instr || !c.IsLookup(l) {
				continue
			}
			last = l
			if b.Dominates(at.Block()) && (b != at.Block() || instr.Pos() < at.Pos()) {
				before = l
			}
		}
	}
	if before != nil {
		return before
	}
	return last
}
