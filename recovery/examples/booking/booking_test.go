package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"github.com/mcprecovery/mcplint/recovery"
)

func TestMain(m *testing.M) {
	if runAsClient() {
		return
	}
	os.Exit(m.Run())
}

// output is what clients print, from more than one process.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(b)
}

// expect checks that the output has lines that begin with the given ones, in
// this order.
func (o *output) expect(t *testing.T, lines ...string) {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	pattern := "(?ms)"
	for _, line := range lines {
		pattern += "^" + regexp.QuoteMeta(line) + ".*"
	}
	if !regexp.MustCompile(pattern).Match(o.b.Bytes()) {
		t.Errorf("output is not as expected:\n%s", o.b.Bytes())
	}
}

// operation returns an operation of the journal in dir.
func operation(t *testing.T, dir, id string) *recovery.Operation {
	t.Helper()
	journal, err := recovery.OpenFileJournal(filepath.Join(dir, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	op, err := recovery.Load(t.Context(), journal, id)
	if err != nil {
		t.Fatal(err)
	}
	return op
}

func TestLostAnswer(t *testing.T) {
	var out output
	dir := t.TempDir()
	if err := lostAnswer(t.Context(), dir, &out); err != nil {
		t.Error(err)
	}
	out.expect(t, "attempt 1: unknown", "decision: reconcile", "the hotel's records: accepted", "decision: settle", "executed 1, bookings 1")
	op := operation(t, dir, "book 12")
	if a := op.Attempts(); !op.Finished() || len(a) != 1 || len(a[0].RPCIDs) != 1 || a[0].RPCIDs[0] == op.Intent().Key {
		t.Errorf("journal: %+v", a)
	}
}

func TestLostAnswerUnderContract(t *testing.T) {
	var out output
	dir := t.TempDir()
	if err := lostAnswerUnderContract(t.Context(), dir, &out); err != nil {
		t.Error(err)
	}
	out.expect(t, "attempt 1: unknown", "decision: repeat with evidence", "attempt 2: done", "executed 2, bookings 1")
	if a := operation(t, dir, "book 13").Attempts(); len(a) != 2 || a[0].RPCIDs[0] == a[1].RPCIDs[0] {
		t.Errorf("journal: %+v", a)
	}
}

func TestForgottenAnswer(t *testing.T) {
	var out output
	if err := forgottenAnswer(t.Context(), t.TempDir(), &out); err != nil {
		t.Error(err)
	}
	out.expect(t, "derived: 3 tools, bookings []", "attempt 1: unknown", "decision: new session",
		`derived: 3 tools, bookings ["room 1, nights 1"]`, "decision: reconcile", "the hotel's records: accepted", "decision: settle",
		"executed 1, bookings 1")
}

func TestKilledBetweenCallAndAnswer(t *testing.T) {
	var out output
	dir := t.TempDir()
	if err := killedClient(t.Context(), dir, &out); err != nil {
		t.Error(err)
	}
	out.expect(t, "derived: 3 tools, bookings []", "killed", `derived: 3 tools, bookings ["room 9, nights 3"]`,
		"found: order 14 may have been booked", "the hotel's records: accepted", "decision: settle", "executed 1, bookings 1")
	op := operation(t, dir, "book 14")
	if a := op.Attempts(); !op.Finished() || len(a) != 1 || a[0].Ended || len(a[0].RPCIDs) != 1 {
		t.Errorf("journal: %+v", a)
	}
}

// TestKilledBeforeTheHotelActs kills the client while its call is on the way,
// where it gets lost. Nothing says so: the order is held, not booked again.
func TestKilledBeforeTheHotelActs(t *testing.T) {
	var out output
	hotel := NewHotel(false)
	defer hotel.Close()
	dir := t.TempDir()
	if err := killAndRecover(t.Context(), hotel, hotel.HoldRequests(), dir, "14", &out); err == nil {
		t.Error("the second client knows what became of the order")
	}
	out.expect(t, "killed", "the hotel's records: missing", "decision: hold", "client: booking is held: order 14", "executed 0, bookings 0")
	if op := operation(t, dir, "book 14"); op.Finished() || len(op.Attempts()) != 1 {
		t.Errorf("journal: %+v", op.Attempts())
	}
}

// TestLateRecords loses the answer at a hotel whose records are late, and asks
// again when they are not.
func TestLateRecords(t *testing.T) {
	var out output
	hotel := NewHotel(false)
	defer hotel.Close()
	hotel.LoseAnswer()
	hotel.silent.Store(true)
	dir := t.TempDir()
	if err := bookAndCount(t.Context(), hotel, Client{}, dir, "12", &out); !errors.Is(err, errHeld) {
		t.Errorf("got %v, want held", err)
	}
	hotel.silent.Store(false)
	if err := bookAndCount(t.Context(), hotel, Client{}, dir, "12", &out); err != nil {
		t.Error(err)
	}
	if err := bookAndCount(t.Context(), hotel, Client{}, dir, "12", &out); err != nil {
		t.Errorf("a third time: %v", err)
	}
	out.expect(t, "the hotel's records: missing", "decision: hold", "executed 1, bookings 1",
		"the hotel's records: accepted", "decision: settle", "executed 1, bookings 1", "executed 1, bookings 1")
}

// TestBooked books without any failure, and again.
func TestBooked(t *testing.T) {
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		var out output
		hotel := NewHotel(version == "2025-11-25")
		dir := t.TempDir()
		for range 2 {
			if err := bookAndCount(context.Background(), hotel, Client{Version: version}, dir, "12", &out); err != nil {
				t.Error(err)
			}
		}
		out.expect(t, "attempt 1: done", "executed 1, bookings 1", "executed 1, bookings 1")
		hotel.Close()
	}
}
