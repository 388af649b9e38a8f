package lostoutcome

import (
	_ "embed"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/persist"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports unknown outcomes of tools/call that are written down as
// failures, or undone.
var Analyzer = &analysis.Analyzer{
	Name:     "lostoutcome",
	Doc:      report.Doc(doc, "lostoutcome"),
	URL:      report.DocURL + "lostoutcome.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	c := &checker{Engine: e, mode: e.Mode(), r: r, told: make(map[token.Pos]bool)}
	c.finder = &persist.Finder{Outcome: e.Outcome, Callees: e.Bodies, Interesting: c.matters}
	if e.SSA != nil {
		for _, fn := range e.SSA.Funcs {
			c.function(fn)
		}
	}
	return nil
}

type checker struct {
	*effect.Engine
	mode   knowledge.Mode
	r      *report.Reporter
	finder *persist.Finder
	told   map[token.Pos]bool
}

// matters reports whether what is recorded on p claims to know what nobody
// knows: the call failed, and may have been executed all the same.
func (c *checker) matters(p *outcome.Path) bool {
	if p.Ends.Has(knowledge.Done) || p.Ends.InClass(knowledge.ClassUnknown, c.mode) == 0 {
		return false
	}
	asked := outcome.Reconciled | outcome.Confirmed
	if !c.mode.Strict {
		asked |= outcome.LookedUp
	}
	return p.Tags&asked == 0
}

func (c *checker) function(fn *ssa.Function) {
	for _, site := range c.Sites(fn) {
		if _, deferred := site.Instr.(*ssa.Defer); deferred {
			continue
		}
		for _, op := range site.Ops {
			// What is kept of the run of an agent is not about one call.
			if op.Func == nil && op.Method == nil && !op.Chosen() && c.Consequential(op) {
				c.attempt(c.Attempt(site, op), op)
			}
		}
	}
	for _, a := range c.futures(fn) {
		c.attempt(a.Attempt, a.op)
	}
}

// maxRounds bounds how often a loop around an attempt is followed.
const maxRounds = 3

// attempt looks at what is recorded after one attempt.
func (c *checker) attempt(a *reexec.Attempt, op effect.Op) {
	fn := a.Fn()
	entry := c.Outcome.Entry(fn, a.Instr)
	if entry == nil {
		return
	}
	var hits []hit
	// What is called after success, too: by callee, and the very call.
	always, both := make(map[string]bool), make(map[ssa.Instruction]bool)
	visit := c.finder.Visit(a.Instr, func(h persist.Hit) {
		hits = append(hits, hit{Hit: h, ends: h.Ends.InClass(knowledge.ClassUnknown, c.mode), may: h.May})
	})
	// A loop comes back to the attempt: what it knew on the first round, such
	// as its counter, is dropped, and the walk begins again.
	again := entry
	look := func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
		if instr == a.Instr {
			again = outcome.Join(again, p)
		}
		if call, ok := instr.(ssa.CallInstruction); ok && call != a.Instr {
			if p.Ends.Has(knowledge.Done) {
				always[c.CalleeName(call)], both[call] = true, true
			} else if k := c.undoneByTool(call); k != persist.None && c.matters(p) {
				hits = append(hits, hit{
					Hit:  persist.Hit{Record: persist.Record{Kind: k, Call: call}, Frames: []persist.Frame{{Call: call}}},
					ends: p.Ends.InClass(knowledge.ClassUnknown, c.mode), may: p.May,
				})
			}
		}
		return visit(instr, p)
	}
	for range maxRounds {
		entry = again
		entry.Ends, entry.Tags, entry.May = knowledge.All, 0, false
		w := &outcome.Walk{Engine: c.Outcome, Fn: fn, Visit: look}
		w.After(a.Instr, a.After(entry))
		if again == entry {
			break
		}
	}
	for _, h := range hits {
		outer := h.Frames[0].Call
		if h.Kind >= persist.Compensated && always[c.CalleeName(outer)] {
			continue // cleaning up, whatever came of it
		}
		c.report(h, op, h.Blame(both[outer]))
	}
}

// undoneByTool says what a call undoes by a tool whose name says so.
func (c *checker) undoneByTool(call ssa.CallInstruction) persist.Kind {
	for _, op := range c.OpsOf(call) {
		if name, ok := op.Name.Constant(); ok {
			if k := persist.Undoes(name); k != persist.None {
				return k
			}
		}
	}
	return persist.None
}
