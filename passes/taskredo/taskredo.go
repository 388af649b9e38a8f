package taskredo

import (
	_ "embed"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/persist"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/tasks"
)

//go:embed doc.go
var doc string

// Analyzer reports tasks that are created again, or taken for rolled back,
// although they may have had their effect.
var Analyzer = &analysis.Analyzer{
	Name:     "taskredo",
	Doc:      report.Doc(doc, "taskredo"),
	URL:      report.DocURL + "taskredo.md",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      effect.Run(run),
}

func run(_ *analysis.Pass, e *effect.Engine, r *report.Reporter) error {
	c := &checker{Engine: e, r: r, told: make(map[token.Pos]bool), reader: &tasks.Reader{Engine: e}}
	c.lost()
	if e.SSA != nil {
		for _, fn := range e.SSA.Funcs {
			if list := c.reader.Evidence(fn); len(list) > 0 {
				c.again(fn, list)
				c.undone(fn, list)
				c.recorded(fn, list)
			}
		}
	}
	return nil
}

type checker struct {
	*effect.Engine
	r      *report.Reporter
	reader *tasks.Reader
	told   map[token.Pos]bool
}

// lost reports tasks that are created again after the answer was lost that
// carries the task's id.
func (c *checker) lost() {
	for _, rep := range c.Repetitions {
		ends := rep.Reach.Ends(outcome.Hinted|outcome.LookedUp).InClass(knowledge.ClassUnknown, c.Mode())
		if ends == 0 || rep.How == effect.Registry || !c.Consequential(rep.Op) || c.Keyed(rep, c.Settings.Strict) {
			continue
		}
		if c.creates(rep) {
			c.tell(rep.Pos, lostMessage(rep.Op, ends, rep.Reach.May(ends), c.Mode()))
		}
	}
}

// creates reports whether what is repeated creates a task.
func (c *checker) creates(rep effect.Repetition) bool {
	if rep.Func != nil {
		for _, fn := range c.Funcs(rep.Func) {
			for _, s := range c.Sites(fn) {
				if c.CreatesTask(s.Instr) {
					return true
				}
			}
		}
	}
	if rep.Site == nil {
		return false
	}
	return c.CreatesTask(rep.Site.Instr)
}

// again reports calls that are made again only because of what is known of the
// task, and nothing of it says that it had no effect.
func (c *checker) again(fn *ssa.Function, list []tasks.Evidence) {
	sites := c.Sites(fn)
	for _, t := range sites {
		for _, op := range t.Ops {
			if op.Func != nil || op.Method != nil || !c.Consequential(op) {
				continue
			}
			for _, s := range sites {
				if !c.has(s, op) {
					continue
				}
				if ev, ok := tasks.Only(list, s.Instr, t.Instr); ok {
					c.tell(t.Instr.Pos(), againMessage(op, ev.Kind))
				}
			}
			if !c.CreatesTask(t.Instr) {
				continue
			}
			// The task was created elsewhere, and its id is given. After a
			// cancellation this is another task in its place.
			if ev, ok := tasks.Only(list, nil, t.Instr); ok && ev.Kind != tasks.Asked {
				c.tell(t.Instr.Pos(), againMessage(op, ev.Kind))
			}
		}
	}
}

func (c *checker) has(s *effect.Site, op effect.Op) bool {
	for _, o := range s.Ops {
		if o.Func == nil && effect.SameOp(o, op) {
			return true
		}
	}
	return false
}

// undone reports compensations that rest on such evidence.
func (c *checker) undone(fn *ssa.Function, list []tasks.Evidence) {
	for call := range ssaval.All[ssa.CallInstruction](fn) {
		kind := persist.Undoing(call)
		for _, op := range c.OpsOf(call) {
			if name, ok := op.Name.Constant(); ok && kind == persist.None {
				kind = persist.Undoes(name)
			}
		}
		if kind == persist.None {
			continue
		}
		if ev, ok := tasks.Only(list, nil, call); ok && (ev.Kind != tasks.Failed || c.Settings.Strict) {
			c.tell(call.Pos(), undoneMessage(c.CalleeName(call), kind, ev.Kind))
		}
	}
}

// recorded reports records that claim more than the evidence does.
func (c *checker) recorded(fn *ssa.Function, list []tasks.Evidence) {
	for _, rec := range c.reader.Records(fn, list) {
		switch rec.Hit.Kind {
		case persist.NotExecuted, persist.RolledBack:
		case persist.Failed, persist.Cancelled:
			if rec.Evidence.Kind != tasks.NotFound {
				continue // that is what the task says of itself
			}
		default:
			continue
		}
		c.tell(rec.At.Pos(), recordedMessage(rec.Hit.Record, c.Pass.Pkg, rec.Evidence.Kind))
	}
}

func (c *checker) tell(pos token.Pos, msg string) {
	if !c.told[pos] {
		c.told[pos] = true
		c.r.Report(report.Finding{Pos: pos, Message: msg})
	}
}
