package recovery

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

var args = map[string]any{"room": "7", "nights": 2}

// clock is a wall clock that tests set.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

// begin begins an operation on a fresh journal.
func begin(t *testing.T, in Intent) (*Operation, Journal, *clock) {
	t.Helper()
	j := NewMemoryJournal()
	in.ID = "op"
	op, err := Begin(t.Context(), j, in, args)
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)}
	op.now = c.now
	return op, j, c
}

// attempt makes one attempt that ends with o.
func attempt(t *testing.T, op *Operation, o Outcome) {
	t.Helper()
	_, a, err := op.Attempt(t.Context(), args)
	if err == nil {
		err = a.End(t.Context(), o, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestOperation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j := open(t, path)
	in := Intent{
		ID: NewID(), Purpose: "order 12", Target: Target{"https://hotel.example", "book"},
		Effect: EffectWrite, Key: NewID(),
	}
	op, err := Begin(t.Context(), j, in, args)
	if err != nil {
		t.Fatal(err)
	}
	in.Digest, _ = DigestArguments(args)
	if op.Intent() != in {
		t.Errorf("intent is %+v, want %+v", op.Intent(), in)
	}
	if _, err := Begin(t.Context(), j, in, args); !errors.Is(err, ErrOperationExists) {
		t.Errorf("begun twice: %v", err)
	}

	callCtx, a, err := op.Attempt(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	if AttemptFrom(callCtx) != a || AttemptFrom(t.Context()) != nil || a.Number() != 1 || a.Operation() != op {
		t.Error("the context does not carry the attempt")
	}
	if err := a.BeforeSend(t.Context(), "3"); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(callCtx)
	cancel()
	if err := a.End(canceled, Unknown, context.Canceled); err != nil {
		t.Errorf("an attempt whose context has ended cannot be ended: %v", err)
	}
	if err := op.Reconciled(t.Context(), Missing, "bookings by key"); err != nil {
		t.Fatal(err)
	}
	d, err := op.Decide(t.Context(), Situation{Era: Modern})
	if err != nil || d.Action != Hold {
		t.Errorf("got %v, %v", d, err)
	}
	j.Close()

	// The next process.
	j = open(t, path)
	all, err := Unfinished(t.Context(), j)
	if err != nil || len(all) != 1 {
		t.Fatalf("unfinished: %v, %v", all, err)
	}
	next := all[0]
	if next.Intent() != in || !reflect.DeepEqual(next.Attempts(), op.Attempts()) || next.found != Missing {
		t.Errorf("got %+v %+v, want %+v", next.Intent(), next.Attempts(), op.Attempts())
	}
	record := next.Attempts()[0]
	if !record.Ended || record.Outcome != Unknown || !reflect.DeepEqual(record.RPCIDs, []string{"3"}) || record.Note != "context canceled" || record.RPCIDs[0] == next.Intent().Key {
		t.Errorf("attempt: %+v", record)
	}
	if err := next.Settle(t.Context(), "handed to the night manager"); err != nil {
		t.Fatal(err)
	}
	if all, err := Unfinished(t.Context(), j); err != nil || len(all) != 0 {
		t.Errorf("unfinished after settling: %v, %v", all, err)
	}
	loaded, err := Load(t.Context(), j, in.ID)
	if err != nil || !loaded.Finished() {
		t.Errorf("loaded: %v, %v", loaded, err)
	}
	for _, id := range []string{"", "none"} {
		if _, err := Load(t.Context(), j, id); !errors.Is(err, ErrNoOperation) {
			t.Errorf("Load(%q): %v", id, err)
		}
	}
}

// TestKilledBetweenCallAndAnswer checks what the next process knows of an
// attempt that never ended.
func TestKilledBetweenCallAndAnswer(t *testing.T) {
	op, j, _ := begin(t, Intent{Effect: EffectWrite})
	if op.MayHaveExecuted() || op.Since() != -1 {
		t.Error("nothing was attempted yet")
	}
	if _, _, err := op.Attempt(t.Context(), args); err != nil {
		t.Fatal(err)
	}
	next, err := Load(t.Context(), j, "op")
	if err != nil {
		t.Fatal(err)
	}
	if a := next.Attempts(); len(a) != 1 || a[0].Ended || a[0].Outcome != Unknown || !next.MayHaveExecuted() || next.Finished() {
		t.Errorf("attempts: %+v", a)
	}
	if _, _, err := next.Attempt(t.Context(), args); !errors.Is(err, ErrUnlicensed) {
		t.Errorf("attempted again: %v", err)
	}
}

// brokenJournal takes a number of records and no more.
type brokenJournal struct {
	Journal
	left int
}

var errBroken = errors.New("journal broken")

func (j *brokenJournal) Append(ctx context.Context, r Record) error {
	if j.left--; j.left < 0 {
		return errBroken
	}
	return j.Journal.Append(ctx, r)
}

// TestWrittenBeforeItIsDone checks that nothing is done that the journal did
// not take.
func TestWrittenBeforeItIsDone(t *testing.T) {
	ctx := t.Context()
	if op, err := Begin(ctx, &brokenJournal{NewMemoryJournal(), 0}, Intent{ID: "op"}, args); !errors.Is(err, errBroken) || op != nil {
		t.Errorf("begun without a record: %v", err)
	}
	op, err := Begin(ctx, &brokenJournal{NewMemoryJournal(), 1}, Intent{ID: "op"}, args)
	if err != nil {
		t.Fatal(err)
	}
	if callCtx, a, err := op.Attempt(ctx, args); !errors.Is(err, errBroken) || a != nil || callCtx != nil {
		t.Errorf("attempted without a record: %v", err)
	}
	if len(op.Attempts()) != 0 {
		t.Error("an attempt without a record")
	}
	op, _ = Begin(ctx, &brokenJournal{NewMemoryJournal(), 2}, Intent{ID: "op"}, args)
	_, a, err := op.Attempt(ctx, args)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.End(ctx, Refused, nil); !errors.Is(err, errBroken) || !op.MayHaveExecuted() {
		t.Errorf("an outcome without a record: %v", err)
	}
	if d, err := op.Decide(ctx, Situation{}); !errors.Is(err, errBroken) || d.Action != Hold {
		t.Errorf("a decision without a record: %v, %v", d, err)
	}
}

// TestMalformedRecords checks that a journal that makes no sense is an error.
func TestMalformedRecords(t *testing.T) {
	intent := Record{Operation: "op", Kind: KindIntent, Intent: &Intent{ID: "op"}}
	for name, records := range map[string][]Record{
		"no intent":          {{Operation: "op", Kind: KindAttempt, Attempt: 1}},
		"empty intent":       {{Operation: "op", Kind: KindIntent}},
		"foreign intent":     {{Operation: "op", Kind: KindIntent, Intent: &Intent{ID: "other"}}},
		"attempt 2 first":    {intent, {Operation: "op", Kind: KindAttempt, Attempt: 2}},
		"no such attempt":    {intent, {Operation: "op", Kind: KindOutcome, Attempt: 1}},
		"attempt 0":          {intent, {Operation: "op", Kind: KindRPC}},
		"no decision":        {intent, {Operation: "op", Kind: KindDecision}},
		"a kind of tomorrow": {intent, {Operation: "op", Kind: "dream"}},
	} {
		j := NewMemoryJournal()
		for _, r := range records {
			if err := j.Append(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Load(t.Context(), j, "op"); err == nil || !strings.Contains(err.Error(), `"op"`) {
			t.Errorf("%s: Load: %v", name, err)
		}
		if _, err := Unfinished(t.Context(), j); err == nil {
			t.Errorf("%s: Unfinished accepts it", name)
		}
	}
	if _, err := Begin(t.Context(), NewMemoryJournal(), Intent{}, args); err == nil {
		t.Error("an operation without an id")
	}
	if _, err := Begin(t.Context(), NewMemoryJournal(), Intent{ID: "op"}, make(chan int)); err == nil {
		t.Error("an operation whose arguments have no digest")
	}
}
