package taskredo

import (
	"fmt"
	"go/types"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/persist"
	"github.com/mcprecovery/mcplint/internal/tasks"
	"github.com/mcprecovery/mcplint/internal/wording"
)

// proves says why a piece of evidence proves nothing.
var proves = map[tasks.Kind]string{
	tasks.Asked:     "tasks/cancel is a request, and a task can run to its end after it",
	tasks.Cancelled: "a task that is cancelled may have run to its end",
	tasks.Failed:    "a task that failed may have had its effect before",
	tasks.Ended:     "a task that did not complete may have had its effect",
	tasks.NotFound:  "a task that is not found, or cannot be asked for, may have run",
}

func lostMessage(op effect.Op, ends knowledge.Endings, may bool, mode knowledge.Mode) string {
	on, _ := wording.Gate(ends, may, mode)
	return fmt.Sprintf("%s can create a second task on %s: the id of the first one is in the answer that was lost, and nothing finds a task by what it does; "+
		"hold the operation as unknown until a status source settles it", wording.Call(op.Name), on)
}

func againMessage(op effect.Op, kind tasks.Kind) string {
	return fmt.Sprintf("%s is called again for a task, but %s; hold the operation as unknown until a status source settles it", wording.Call(op.Name), proves[kind])
}

func undoneMessage(name string, undo persist.Kind, kind tasks.Kind) string {
	does := "undoes what belongs to a task"
	if undo == persist.Requeued {
		does = "hands the work of a task out again"
	}
	return fmt.Sprintf("%s %s, but %s; hold it until a status source settles it", name, does, proves[kind])
}

func recordedMessage(rec persist.Record, pkg *types.Package, kind tasks.Kind) string {
	as := ""
	if rec.Status != "" {
		as = "as " + rec.Status + " "
	}
	return fmt.Sprintf("the outcome of a task is recorded %sby %s, but %s; record it as unknown and reconcile", as, rec.Name(pkg), proves[kind])
}
