package recovery

import (
	"encoding"
	"fmt"
	"testing"
)

func TestEraOf(t *testing.T) {
	for revision, want := range map[string]Era{
		"2024-11-05": Legacy, "2025-03-26": Legacy, "2025-06-18": Legacy, "2025-11-25": Legacy,
		"2026-07-28": Modern, "2027-01-01": Modern,
		"": EraUnknown, "draft": EraUnknown, "2026": EraUnknown, "2026-07-2x": EraUnknown, "2026/07/28": EraUnknown, "2026-07-281": EraUnknown,
	} {
		if got := EraOf(revision); got != want {
			t.Errorf("EraOf(%q) = %v, want %v", revision, got, want)
		}
	}
}

// TestZeroValues checks that what is left out is careful.
func TestZeroValues(t *testing.T) {
	var (
		o Outcome
		a Action
		e Effect
		r Reconciliation
	)
	if o != Unknown || a != Hold || e != EffectUnstated || r != NotAsked {
		t.Errorf("zero values: %v, %v, %v, %v", o, a, e, r)
	}
}

func TestOutcome(t *testing.T) {
	for o, want := range map[Outcome][2]bool{
		Unknown: {false, true}, NotSent: {true, false}, Refused: {true, false},
		Answered: {false, false}, Done: {false, false}, numOutcomes: {false, true}, 200: {false, true},
	} {
		if got := [2]bool{o.NeverExecuted(), o.Lost()}; got != want {
			t.Errorf("%v: NeverExecuted, Lost = %v, want %v", o, got, want)
		}
	}
}

// TestNames checks that every constant has its own name and that names travel.
func TestNames(t *testing.T) {
	type value interface {
		fmt.Stringer
		encoding.TextMarshaler
	}
	check := func(v value, back func([]byte) (value, error), known bool) {
		text, err := v.MarshalText()
		if (err == nil) != known {
			t.Errorf("%T %v: MarshalText error %v", v, v, err)
		}
		if !known {
			return
		}
		got, err := back(text)
		if err != nil || got != v || string(text) != v.String() {
			t.Errorf("%T %v became %v (%v)", v, v, got, err)
		}
		if _, err := back([]byte("nonsense")); err == nil {
			t.Errorf("%T accepts any name", v)
		}
	}
	for i := range uint8(10) {
		check(Outcome(i), func(b []byte) (value, error) { var v Outcome; err := v.UnmarshalText(b); return v, err }, i < numOutcomes)
		check(Era(i), func(b []byte) (value, error) { var v Era; err := v.UnmarshalText(b); return v, err }, i < numEras)
		check(Effect(i), func(b []byte) (value, error) { var v Effect; err := v.UnmarshalText(b); return v, err }, i < numEffects)
		check(Reconciliation(i), func(b []byte) (value, error) { var v Reconciliation; err := v.UnmarshalText(b); return v, err }, i < numReconciliations)
		check(Action(i), func(b []byte) (value, error) { var v Action; err := v.UnmarshalText(b); return v, err }, i < numActions)
	}
}
