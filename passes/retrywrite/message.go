package retrywrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// message says what is repeated, on what, and what to do.
func (c checker) message(rep effect.Repetition, again knowledge.Endings) string {
	call := "tools/call"
	if name, ok := rep.Op.Name.Constant(); ok {
		call = fmt.Sprintf("tools/call %q", name)
	}
	on, why := c.gate(rep, again)
	switch rep.How {
	case effect.Library, effect.Helper:
		return fmt.Sprintf("%s can run again: handed to %s, retried on %s, %s; %s", call, rep.Via, on, why, advice)
	case effect.Inside:
		return fmt.Sprintf("%s can run again: %s repeats what it sends, retried on %s, %s; %s", call, rep.Via, on, why, advice)
	case effect.Job, effect.Registry:
		return fmt.Sprintf("%s can run again: %s runs this function again, retried on %s, %s; %s", call, rep.Via, on, why, jobAdvice)
	case effect.Recurse:
		return fmt.Sprintf("%s can run again by recursion: retried on %s, %s; %s", call, on, why, advice)
	}
	if rep.FailsOver {
		return fmt.Sprintf("%s can run again on another server: retried on %s, %s; %s", call, on, why, advice)
	}
	return fmt.Sprintf("%s can run again: retried on %s, %s; %s", call, on, why, advice)
}

const (
	advice    = "return the outcome as unknown, or reconcile before repeating"
	jobAdvice = "end the job on an unknown outcome, or reconcile before repeating"
)

// gate names what lets the repetition through, and why an executed call can
// end like that.
func (c checker) gate(rep effect.Repetition, again knowledge.Endings) (on, why string) {
	may := rep.Reach.May(again)
	full := knowledge.Failures.InClass(knowledge.ClassUnknown, c.mode)
	if again.InClass(knowledge.ClassAnswered, c.mode) == again {
		return "an error that the tool reported", "so it ran"
	}
	why = "which also follows an executed call"
	nearlyAll := again == full || (full&^again&^knowledge.OfSDKs).Len() <= 2
	if may && (nearlyAll || again == knowledge.Of(knowledge.Unclassified)) {
		on = "an error that this test may match" // it is not known which it lets through
	} else if nearlyAll {
		on = "any error"
	} else {
		on = list(again)
	}
	if may {
		why = "which may also follow an executed call"
	}
	return on, why
}

// telling lists the endings that a test usually names, most telling first.
var telling = []knowledge.Ending{
	knowledge.SessionMissing, knowledge.SessionTerminated, knowledge.TransportClosed, knowledge.ConnectionClosed,
	knowledge.NoResponse, knowledge.EOF, knowledge.UnexpectedEOF, knowledge.ClosedPipe, knowledge.DeadlineExceeded,
	knowledge.Canceled, knowledge.ConnReset, knowledge.BrokenPipe, knowledge.NetTimeout,
	knowledge.StatusGatewayTimeout, knowledge.StatusBadGateway, knowledge.StatusUnavailable, knowledge.StatusInternal,
}

func rank(e knowledge.Ending) int {
	if i := slices.Index(telling, e); i >= 0 {
		return i
	}
	return len(telling) + int(e)
}

// list names up to two endings.
func list(s knowledge.Endings) string {
	var names []string
	all := s.Slice()
	slices.SortStableFunc(all, func(a, b knowledge.Ending) int { return rank(a) - rank(b) })
	for _, e := range all {
		if e == knowledge.Unclassified && len(all) > 1 {
			continue
		}
		t := knowledge.TextOf(e)
		if t == "" {
			continue
		}
		names = append(names, t)
	}
	switch {
	case len(names) == 0:
		return "an error that says nothing of it"
	case len(names) <= 2:
		return strings.Join(names, " and ")
	}
	return fmt.Sprintf("%s, %s and %d more", names[0], names[1], len(names)-2)
}
