package lostoutcome

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/persist"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/wording"
)

// A hit is a record with what is known of the attempt there.
type hit struct {
	persist.Hit
	ends knowledge.Endings
	may  bool
}

// report reports one record, once, at the call that is to blame.
func (c *checker) report(h hit, op effect.Op, at ssa.CallInstruction) {
	if c.told[at.Pos()] {
		return
	}
	c.told[at.Pos()] = true
	f := report.Finding{Pos: at.Pos(), Message: c.message(h, op)}
	if at != h.Call {
		f.Flow = append(f.Flow, report.Step{Text: h.Name(c.Pass.Pkg), Ref: c.Position(h.Call.Pos())})
	}
	c.r.Report(f)
}

func (c *checker) message(h hit, op effect.Op) string {
	on, why := wording.Gate(h.ends, h.may, c.mode)
	call, by := wording.Call(op.Name), h.Name(c.Pass.Pkg)
	switch h.Kind {
	case persist.Compensated:
		return fmt.Sprintf("%s undoes what belongs to %s on %s, %s; leave it as it is until the outcome is known", by, call, on, why)
	case persist.Requeued:
		return fmt.Sprintf("%s hands the work of %s out again on %s, %s; hold it until the outcome is known", by, call, on, why)
	}
	as := ""
	if h.Status != "" {
		as = "as " + h.Status + " "
	}
	return fmt.Sprintf("the outcome of %s is recorded %sby %s on %s, %s; record it as unknown and reconcile", call, as, by, on, why)
}
