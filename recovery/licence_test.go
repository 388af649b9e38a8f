package recovery

import (
	"errors"
	"testing"
	"time"
)

// TestLicence checks that a write that may have been executed is attempted
// again only on a decision, and on each decision once.
func TestLicence(t *testing.T) {
	contract := Contract{Scope: "account", PayloadBound: true, Atomic: true, Propagated: true, Window: time.Hour}
	write := Intent{Effect: EffectWrite, Key: "k"}
	refused := func(t *testing.T, op *Operation, want error) {
		t.Helper()
		n := len(op.Attempts())
		if _, _, err := op.Attempt(t.Context(), args); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		if len(op.Attempts()) != n {
			t.Error("a refused attempt was recorded")
		}
	}
	decide := func(t *testing.T, op *Operation, s Situation, want Action) {
		t.Helper()
		if d, err := op.Decide(t.Context(), s); err != nil || d.Action != want {
			t.Fatalf("got %v, %v, want %v", d, err, want)
		}
	}

	t.Run("never executed", func(t *testing.T) {
		op, _, _ := begin(t, write)
		attempt(t, op, NotSent)
		attempt(t, op, Refused)
		attempt(t, op, Unknown)
		refused(t, op, ErrUnlicensed)
	})
	t.Run("answered", func(t *testing.T) {
		op, _, _ := begin(t, write)
		attempt(t, op, Answered)
		refused(t, op, ErrUnlicensed)
	})
	t.Run("done", func(t *testing.T) {
		op, _, _ := begin(t, write)
		attempt(t, op, Done)
		refused(t, op, ErrFinished)
		if _, err := op.Decide(t.Context(), Situation{Contract: contract}); !errors.Is(err, ErrFinished) {
			t.Errorf("decided about what is done: %v", err)
		}
	})
	t.Run("contract", func(t *testing.T) {
		op, j, c := begin(t, write)
		attempt(t, op, Unknown)
		decide(t, op, Situation{}, Reconcile)
		refused(t, op, ErrUnlicensed)
		c.t = c.t.Add(time.Minute)
		decide(t, op, Situation{Contract: contract}, RepeatWithEvidence)
		// The licence survives the process, and is good for one attempt.
		next, err := Load(t.Context(), j, "op")
		if err != nil {
			t.Fatal(err)
		}
		next.now = c.now
		attempt(t, next, Unknown)
		refused(t, next, ErrUnlicensed)
		// The window is counted from the first attempt.
		c.t = c.t.Add(time.Hour)
		decide(t, next, Situation{Contract: contract}, Reconcile)
	})
	t.Run("window over before the attempt", func(t *testing.T) {
		for _, late := range []time.Duration{time.Hour, -time.Hour} {
			op, _, c := begin(t, write)
			attempt(t, op, Unknown)
			decide(t, op, Situation{Contract: contract}, RepeatWithEvidence)
			c.t = c.t.Add(late)
			refused(t, op, ErrUnlicensed)
		}
	})
	t.Run("no effect", func(t *testing.T) {
		op, _, _ := begin(t, write)
		attempt(t, op, Unknown)
		if err := op.Reconciled(t.Context(), NoEffect, "ledger"); err != nil {
			t.Fatal(err)
		}
		decide(t, op, Situation{}, RepeatWithEvidence)
		attempt(t, op, Unknown)
		// What the ledger said was about the first attempt.
		decide(t, op, Situation{}, Reconcile)
	})
	t.Run("accepted after the decision", func(t *testing.T) {
		op, _, _ := begin(t, write)
		attempt(t, op, Unknown)
		decide(t, op, Situation{Contract: contract}, RepeatWithEvidence)
		if err := op.Reconciled(t.Context(), Accepted, "ledger"); err != nil {
			t.Fatal(err)
		}
		refused(t, op, ErrUnlicensed)
		decide(t, op, Situation{Contract: contract}, Settle)
	})
	t.Run("read", func(t *testing.T) {
		op, _, _ := begin(t, Intent{Effect: EffectRead})
		attempt(t, op, Unknown)
		refused(t, op, ErrUnlicensed)
		decide(t, op, Situation{Effect: EffectWrite}, ReissueRead) // the intent counts
		attempt(t, op, Done)
	})
	t.Run("other arguments", func(t *testing.T) {
		op, _, _ := begin(t, write)
		if _, _, err := op.Attempt(t.Context(), map[string]any{"room": "8"}); !errors.Is(err, ErrArgumentsChanged) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("other key", func(t *testing.T) {
		op, _, _ := begin(t, write)
		attempt(t, op, Unknown)
		other := contract
		other.Key = "2"
		if d, err := op.Decide(t.Context(), Situation{Contract: other}); !errors.Is(err, ErrKeyChanged) || d.Action != Hold {
			t.Errorf("got %v, %v", d, err)
		}
	})
	t.Run("settled", func(t *testing.T) {
		op, _, _ := begin(t, write)
		_, a, err := op.Attempt(t.Context(), args)
		if err != nil {
			t.Fatal(err)
		}
		if err := op.Settle(t.Context(), "given up"); err != nil {
			t.Fatal(err)
		}
		refused(t, op, ErrFinished)
		if err := a.BeforeSend(t.Context(), "4"); !errors.Is(err, ErrFinished) {
			t.Errorf("sent after settling: %v", err)
		}
		if err := a.End(t.Context(), Refused, nil); err != nil {
			t.Errorf("the end of an attempt was not recorded: %v", err)
		}
		if err := op.Settle(t.Context(), "again"); !errors.Is(err, ErrFinished) {
			t.Errorf("settled twice: %v", err)
		}
	})
}
