package recovery

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"
)

// An Action is what to do next about a lost response.
type Action uint8

const (
	// Hold: keep the operation's outcome unknown, repeat nothing. Ask again
	// later, or let a person decide.
	Hold Action = iota
	// ResumeStream: after Decision.Delay, send a GET with Last-Event-ID, the
	// session id and the protocol version. This executes nothing.
	ResumeStream
	// ReissueRead: call the tool again as a new request with a new id. Its
	// answer is a new observation, not the one that was lost.
	ReissueRead
	// Reconcile: ask a status source what became of the operation, record the
	// answer, and decide again.
	Reconcile
	// RepeatWithEvidence: call the tool again as a new request with a new id,
	// with the same arguments and the same provider key.
	RepeatWithEvidence
	// NewSession: connect again, derive all state anew that notifications had
	// kept fresh, and decide again. In the legacy era that is initialize
	// without a session id.
	NewSession
	// Settle: the effect is there. Record it as the outcome; repeat nothing.
	Settle

	numActions = iota
)

var actionNames = [numActions]string{
	"hold", "resume stream", "reissue read", "reconcile", "repeat with evidence", "new session", "settle",
}

// String returns the name of the action in lower case.
func (a Action) String() string {
	if int(a) < len(actionNames) {
		return actionNames[a]
	}
	return "Action(" + strconv.Itoa(int(a)) + ")"
}

// Calls reports whether the action sends tools/call again.
func (a Action) Calls() bool { return a == ReissueRead || a == RepeatWithEvidence }

// MarshalText encodes the action as its name.
func (a Action) MarshalText() ([]byte, error) { return marshalName(a, actionNames[:]) }

// UnmarshalText decodes a name written by MarshalText.
func (a *Action) UnmarshalText(text []byte) error { return unmarshalName(a, actionNames[:], text) }

// A Rule is the ground of a decision.
type Rule struct {
	Text   string `json:"text"`   // one sentence
	Source string `json:"source"` // link to the specification or standard it rests on
}

// An Evidence is a fact that a decision used.
type Evidence struct {
	Fact  string `json:"fact"`
	Value string `json:"value"`
}

// A Decision is what to do next, why, and on what evidence. It contains
// nothing but values and can be logged, as JSON or by log/slog, and kept in a
// [Journal].
type Decision struct {
	Action Action `json:"action"`
	// Delay is how long to wait before ResumeStream, in nanoseconds in JSON:
	// the server's retry value, which must not be undercut. 0 means that the
	// server set none and the client's own back-off applies.
	Delay time.Duration `json:"delay,omitempty"`
	// Within is how much of the contract's window is left for a repeat that
	// rests on the contract, in nanoseconds in JSON. 0 for every other
	// decision.
	Within time.Duration `json:"within,omitempty"`
	// Key is the provider key that a repeat must carry, if there is one.
	Key      string     `json:"key,omitempty"`
	Reason   Rule       `json:"reason"`
	Evidence []Evidence `json:"evidence"`
}

// String returns the decision as one line: the action, its reason and the
// evidence.
func (d Decision) String() string {
	var b strings.Builder
	b.WriteString(d.Action.String())
	if d.Delay > 0 {
		fmt.Fprintf(&b, " after %v", d.Delay)
	}
	if d.Within > 0 {
		fmt.Fprintf(&b, " within %v", d.Within)
	}
	b.WriteString(": ")
	b.WriteString(d.Reason.Text)
	for i, e := range d.Evidence {
		b.WriteString([]string{" [", ", "}[min(i, 1)])
		b.WriteString(e.Fact + "=" + e.Value)
	}
	if len(d.Evidence) > 0 {
		b.WriteString("]")
	}
	return b.String()
}

// LogValue makes a group of the decision for log/slog.
func (d Decision) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("action", d.Action.String())}
	if d.Delay > 0 {
		attrs = append(attrs, slog.Duration("delay", d.Delay))
	}
	if d.Within > 0 {
		attrs = append(attrs, slog.Duration("within", d.Within))
	}
	if d.Key != "" {
		attrs = append(attrs, slog.String("key", d.Key))
	}
	attrs = append(attrs, slog.String("reason", d.Reason.Text), slog.String("source", d.Reason.Source))
	evidence := make([]any, len(d.Evidence))
	for i, e := range d.Evidence {
		evidence[i] = slog.String(e.Fact, e.Value)
	}
	return slog.GroupValue(append(attrs, slog.Group("evidence", evidence...))...)
}
