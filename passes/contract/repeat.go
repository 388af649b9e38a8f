package contract

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/report"
	"github.com/mcprecovery/mcplint/internal/schedule"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/wording"
)

// repetitions reports repetitions that a dedupes contract does not cover: the
// key changes between attempts, or the attempts go on for longer than the
// server remembers it.
func (c *checker) repetitions() {
	for _, rep := range c.Repetitions {
		if len(rep.Op.Dedupes) == 0 || rep.Reach.Ends(0).InClass(knowledge.ClassUnknown, c.Mode()) == 0 {
			continue
		}
		op := c.Relative(rep)
		if len(op.Dedupes) == 0 {
			op.Dedupes = rep.Op.Dedupes
		}
		if c.broken(op) != "" {
			continue // said at the call
		}
		if msg := c.uncovered(rep, op); msg != "" {
			c.r.Report(report.Finding{Pos: rep.Pos, Message: fmt.Sprintf("the dedupes contract of %s does not cover this repetition: %s", wording.Call(rep.Op.Name), msg)})
		}
	}
}

// uncovered says why none of the contracts covers a repetition.
func (c *checker) uncovered(rep effect.Repetition, op effect.Op) string {
	msg := ""
	for _, d := range op.Dedupes {
		key, state := c.key(op, d.Key)
		if state != passed {
			return ""
		}
		if !c.StableKey(rep, key) {
			msg = fmt.Sprintf("%s is %s; mint it once, before the first attempt", d.Key, changes(key))
			continue
		}
		span, ok := c.span(rep)
		if !ok || d.Window == 0 || !span.Longer(d.Window) {
			return ""
		}
		msg = fmt.Sprintf("attempts go on %s (%s), and the server recognises %s for %s; end them earlier, or reconcile", howLong(span), span.By, d.Key, window(d))
	}
	return msg
}

// changes says how a key differs from attempt to attempt.
func changes(key identity.Term) string {
	v := key.Varies()
	switch {
	case key.Has(identity.Time):
		return "taken from the clock for each attempt"
	case v.Counter:
		return "counted with each attempt"
	case key.Has(identity.Mint):
		return "minted for each attempt"
	}
	return "another one for each attempt"
}

func howLong(s schedule.Span) string {
	if s.Endless {
		return "without end"
	}
	return "for up to " + short(s.D)
}

func window(d contract.Dedupes) string { return short(d.Window) }

// short prints a duration without trailing zeros.
func short(d time.Duration) string {
	text := d.Round(time.Millisecond).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if len(text) > len(zero) && text[len(text)-len(zero):] == zero {
			text = text[:len(text)-len(zero)+1]
		}
	}
	return text
}

// span returns how long a repetition goes on, if constants say so.
func (c *checker) span(rep effect.Repetition) (schedule.Span, bool) {
	switch rep.How {
	case effect.Loop:
		return schedule.Loop(rep.Region)
	case effect.Library, effect.Job:
		call, ok := rep.At.(ssa.CallInstruction)
		if !ok || rep.Vehicle == nil {
			return schedule.Span{}, false
		}
		return schedule.Library(rep.Vehicle.Func, call, c.Configuration(call, ssaval.Argument(call.Common(), rep.Vehicle.Op)))
	}
	return schedule.Span{}, false
}
