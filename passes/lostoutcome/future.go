package lostoutcome

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
)

// A futureAttempt is the place where a workflow learns what became of an
// activity that calls a tool.
type futureAttempt struct {
	*reexec.Attempt
	op effect.Op
}

// futures finds where fn waits for activities that it has started: the error
// of Future.Get is the attempt's.
func (c *checker) futures(fn *ssa.Function) []futureAttempt {
	var out []futureAttempt
	for _, site := range c.Sites(fn) {
		future := site.Instr.Value()
		if future == nil || future.Referrers() == nil {
			continue
		}
		for _, ref := range *future.Referrers() {
			get, ok := ref.(ssa.CallInstruction)
			if !ok || !knowledge.Future(knowledge.TypeName(future.Type())) || !get.Common().IsInvoke() ||
				get.Common().Value != future || get.Common().Method.Name() != "Get" {
				continue
			}
			for _, op := range site.Ops {
				if op.Func == nil && op.Method == nil && c.Consequential(op) {
					out = append(out, futureAttempt{&reexec.Attempt{Instr: get, After: func(entry *outcome.Path) []*outcome.Path {
						return c.Outcome.Initial(entry, get, outcome.Result)
					}}, op})
				}
			}
		}
	}
	return out
}
