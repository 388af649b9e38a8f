package contract

import (
	"fmt"
	"go/constant"
	"go/types"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/contract/syntax"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/words"
)

// doubtful reports read contracts on tools whose name begins with a plain verb
// of writing: perhaps somebody silenced a finding.
func (c *checker) doubtful() {
	for _, dir := range c.Directives.List {
		if dir.Verb != "read" {
			continue
		}
		for _, tool := range c.toolsOf(dir) {
			if verb, kind := knowledge.VerbOf(words.Qualified(tool)); kind == knowledge.WriteVerb {
				c.r.Report(report.Finding{Pos: dir.Pos, End: dir.End, Message: fmt.Sprintf(
					"this read contract is on %q, and %s is a verb of writing; check its evidence, or say write", tool, verb)})
				break
			}
		}
	}
}

// toolsOf names the tools that a directive speaks of, patterns left out.
func (c *checker) toolsOf(dir *contract.Directive) []string {
	var out []string
	for _, t := range dir.Tools {
		if !syntax.IsPattern(t) {
			out = append(out, t)
		}
	}
	for _, obj := range dir.Objects {
		switch obj := obj.(type) {
		case *types.Const:
			if obj.Val().Kind() == constant.String {
				out = append(out, constant.StringVal(obj.Val()))
			}
		case *types.Func:
			s := c.Summary(obj)
			if s == nil {
				continue
			}
			for _, op := range s.Ops {
				if name, ok := op.Name.Constant(); ok {
					out = append(out, name)
				}
			}
		}
	}
	return out
}
