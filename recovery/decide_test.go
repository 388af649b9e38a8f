package recovery

import (
	"encoding/json"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
)

// situations yields the whole decision space: every combination of every value
// of every field, with values that are none of the constants, and with both
// sides of every boundary of the window.
func situations() iter.Seq[Situation] {
	type window struct{ window, since time.Duration }
	windows := []window{
		{0, 0}, {-time.Hour, 0}, {time.Hour, -1}, {time.Hour, 0},
		{time.Hour, time.Hour - 1}, {time.Hour, time.Hour}, {time.Hour, time.Hour + 1},
	}
	bools := []bool{false, true}
	return func(yield func(Situation) bool) {
		for era := range Era(numEras + 1) {
			for effect := range Effect(numEffects + 1) {
				for rec := range Reconciliation(numReconciliations + 1) {
					for transport := range 12 {
						for contract := range 1 << 5 {
							for _, w := range windows {
								bit := func(i int) bool { return bools[contract>>i&1] }
								s := Situation{
									Era: era, Effect: effect, Reconciliation: rec,
									Cursor:         []string{"", "c"}[transport%2],
									Retry:          []time.Duration{0, -time.Second, time.Second}[transport/2%3],
									ConnectionLost: bools[transport/6],
									Contract: Contract{
										Key: []string{"", "k"}[contract&1], Scope: []string{"", "account"}[contract>>1&1],
										PayloadBound: bit(2), Atomic: bit(3), Propagated: bit(4), Window: w.window,
									},
									Since: w.since,
								}
								if !yield(s) {
									return
								}
							}
						}
					}
				}
			}
		}
	}
}

// promised reports, in words other than those of Contract.Check, whether the
// contract of s covers a repeat.
func promised(s Situation) bool {
	c := s.Contract
	return c.Key != "" && c.Scope != "" && c.PayloadBound && c.Atomic && c.Propagated &&
		s.Since >= 0 && c.Window-s.Since > 0 && c.Window > 0
}

// TestDecideInvariants checks what must hold everywhere in the decision space.
func TestDecideInvariants(t *testing.T) {
	seen := 0
	count := make(map[Action]int)
	for s := range situations() {
		seen++
		d := Decide(s)
		count[d.Action]++
		write := s.Effect != EffectRead
		definitive := s.Reconciliation == NoEffect
		resumable := s.Era == Legacy && s.Cursor != "" && !s.ConnectionLost
		check := func(ok bool, what string) {
			if !ok {
				t.Errorf("%s\n%+v\n%v", what, s, d)
			}
		}

		// The two rules that everything else serves.
		check(!(write && d.Action.Calls()) || d.Action == RepeatWithEvidence && (definitive || promised(s)),
			"a write is repeated without a definitive statement and without a complete contract")
		check(!(write && slices.Contains([]Reconciliation{Missing, Ambiguous, Inaccessible, NotAsked}, s.Reconciliation)) ||
			!d.Action.Calls() || promised(s),
			"missing, ambiguous, inaccessible or unasked is taken for no effect")

		check(d.Action != ReissueRead || !write, "a write is issued again as if it were a read")
		check(d.Action != RepeatWithEvidence || write, "a read needs no evidence")
		check((d.Action == Settle) == (write && s.Reconciliation == Accepted), "settled without, or not settled by, an accepted effect")
		check(d.Action != ResumeStream || resumable, "resumed what cannot be resumed")
		check(!resumable || d.Action == ResumeStream || write && s.Reconciliation.Definitive(), "a stream that can be resumed is given up")
		check(d.Action != NewSession || s.ConnectionLost, "a connection that stands is replaced")
		check(!s.ConnectionLost || d.Action == NewSession || d.Action == Settle, "a call or a wait on a lost connection")
		check(d.Action != Reconcile || s.Reconciliation == NotAsked && write && !promised(s), "asked without need")
		check(d.Action != Hold || write && s.Reconciliation != NotAsked && !s.Reconciliation.Definitive() && !promised(s), "held without need")

		// The values that go with the action.
		check((d.Delay > 0) == (d.Action == ResumeStream && s.Retry > 0) && (d.Delay == 0 || d.Delay == s.Retry), "wrong delay")
		byContract := d.Action == RepeatWithEvidence && !definitive
		check((d.Within > 0) == byContract && (!byContract || d.Within == s.Contract.Window-s.Since), "wrong remainder of the window")
		check(d.Key == "" || d.Action == RepeatWithEvidence, "a key without a repeat")
		check(d.Action != RepeatWithEvidence || d.Key == s.Contract.Key, "a repeat without the operation's key")
		check(d.Reason.Text != "" && strings.HasPrefix(d.Reason.Source, "https://"), "no reason or no source")
		check(len(d.Evidence) >= 2, "no evidence")
		check(!strings.Contains(d.Reason.Source, "2026-07-28") || s.Era == Modern, "a rule of the other era")
		check(!strings.Contains(d.Reason.Source, "2025-11-25") || s.Era != Modern || d.Action == Hold, "a rule of the other era")
	}
	if want := (numEras + 1) * (numEffects + 1) * (numReconciliations + 1) * 12 * 32 * 7; seen != want {
		t.Errorf("visited %d situations, want %d", seen, want)
	}
	for a := range Action(numActions) {
		if count[a] == 0 {
			t.Errorf("no situation leads to %v", a)
		}
	}
}

// TestDecideTransportIsNoEvidence holds everything fixed that could be
// evidence and varies the transport facts: without evidence none of them leads
// to a repeated write, and with evidence none takes it away for good.
func TestDecideTransportIsNoEvidence(t *testing.T) {
	for s := range situations() {
		if s.Effect == EffectRead {
			continue
		}
		d := Decide(s)
		bare := s
		bare.Era, bare.Cursor, bare.Retry, bare.ConnectionLost = EraUnknown, "", 0, false
		if b := Decide(bare); b.Action != RepeatWithEvidence && d.Action.Calls() {
			t.Errorf("transport facts license a repeat: %+v: %v, without them %v", s, d, b)
		} else if b.Action == RepeatWithEvidence && !d.Action.Calls() && d.Action != ResumeStream && d.Action != NewSession {
			t.Errorf("transport facts end a licensed repeat: %+v: %v", s, d)
		}
		unstated := s
		unstated.Effect = EffectUnstated
		if u := Decide(unstated); u.Action != d.Action {
			t.Errorf("an unstated effect is no write: %+v: %v, unstated %v", s, d, u)
		}
	}
}

// TestDecide shows the decisions that a reader would look up.
func TestDecide(t *testing.T) {
	contract := Contract{Key: "k", Scope: "account", PayloadBound: true, Atomic: true, Propagated: true, Window: time.Hour}
	for _, test := range []struct {
		name string
		s    Situation
		want Action
	}{
		{"nothing is known", Situation{}, Reconcile},
		{"legacy stream with a cursor", Situation{Era: Legacy, Cursor: "c", Retry: time.Second}, ResumeStream},
		{"legacy read with a cursor", Situation{Era: Legacy, Effect: EffectRead, Cursor: "c"}, ResumeStream},
		{"legacy stream, resumption refused", Situation{Era: Legacy, Effect: EffectWrite, ConnectionLost: true}, NewSession},
		{"modern has no resumption", Situation{Era: Modern, Effect: EffectWrite, Cursor: "c"}, Reconcile},
		{"modern read", Situation{Era: Modern, Effect: EffectRead}, ReissueRead},
		{"legacy read without a cursor", Situation{Era: Legacy, Effect: EffectRead}, ReissueRead},
		{"modern connection lost", Situation{Era: Modern, Effect: EffectRead, ConnectionLost: true}, NewSession},
		{"write accepted", Situation{Effect: EffectWrite, Reconciliation: Accepted}, Settle},
		{"write accepted, connection lost", Situation{Effect: EffectWrite, Reconciliation: Accepted, ConnectionLost: true}, Settle},
		{"write without effect", Situation{Effect: EffectWrite, Reconciliation: NoEffect}, RepeatWithEvidence},
		{"write without effect, stream resumable", Situation{Era: Legacy, Cursor: "c", Reconciliation: NoEffect}, RepeatWithEvidence},
		{"write not found", Situation{Effect: EffectWrite, Reconciliation: Missing}, Hold},
		{"write not found, contract", Situation{Effect: EffectWrite, Reconciliation: Missing, Contract: contract}, RepeatWithEvidence},
		{"write ambiguous", Situation{Effect: EffectWrite, Reconciliation: Ambiguous}, Hold},
		{"write, source inaccessible", Situation{Effect: EffectWrite, Reconciliation: Inaccessible}, Hold},
		{"contract", Situation{Effect: EffectWrite, Contract: contract}, RepeatWithEvidence},
		{"contract on a lost connection", Situation{Effect: EffectWrite, Contract: contract, ConnectionLost: true}, NewSession},
		{"window over", Situation{Effect: EffectWrite, Contract: contract, Since: time.Hour}, Reconcile},
		{"window over, not found", Situation{Effect: EffectWrite, Contract: contract, Since: time.Hour, Reconciliation: Missing}, Hold},
		{"clock unknown", Situation{Effect: EffectWrite, Contract: contract, Since: -1}, Reconcile},
		{"key alone", Situation{Effect: EffectWrite, Contract: Contract{Key: "k", Window: time.Hour}}, Reconcile},
	} {
		t.Run(test.name, func(t *testing.T) {
			if d := Decide(test.s); d.Action != test.want {
				t.Errorf("got %v, want %v", d, test.want)
			}
		})
	}
}

// TestDecisionValues checks that decisions survive the trip through JSON and
// come out of a log.
func TestDecisionValues(t *testing.T) {
	seen := make(map[string]bool)
	for s := range situations() {
		if s.Era >= numEras || s.Effect >= numEffects || s.Reconciliation >= numReconciliations || s.Since != 0 {
			continue
		}
		d := Decide(s)
		if seen[d.String()] {
			continue
		}
		seen[d.String()] = true
		data, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var back Decision
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if back.String() != d.String() || back.Key != d.Key || back.Reason != d.Reason {
			t.Fatalf("%v became %v", d, back)
		}
	}
	var b strings.Builder
	log := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	log.Info("lost", "decision", Decide(Situation{Era: Legacy, Cursor: "7_1", Retry: time.Second}))
	for _, want := range []string{
		`decision.action="resume stream"`, "decision.delay=1s", "decision.evidence.cursor=7_1",
		"decision.source=https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("log lacks %s:\n%s", want, b.String())
		}
	}
}
