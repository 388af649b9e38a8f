// Package world sets the scene for the executed cases: a real server on the
// loopback interface that loses the answer to one booking.
package world

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"truth/booking"
	"truth/fault"
)

// The protocol versions that stand for the two eras. From Modern on, a stream
// cannot be resumed, so [fault.AfterEventID] cannot happen.
const (
	Legacy = "2025-11-25"
	Modern = "2026-07-28"
)

// A Case is a way to lose an answer, in an era in which it can happen.
type Case struct {
	Name    string
	Version string
	Drop    fault.Drop
}

// Cases are the ways to lose the answer to an executed call.
var Cases = []Case{
	{"legacy/connection reset", Legacy, fault.Reset},
	{"legacy/before the first event", Legacy, fault.BeforeFirstEvent},
	{"legacy/resume refused", Legacy, fault.AfterEventID},
	{"legacy/gateway timeout", Legacy, fault.GatewayTimeout},
	{"modern/connection reset", Modern, fault.Reset},
	{"modern/before the first event", Modern, fault.BeforeFirstEvent},
	{"modern/gateway timeout", Modern, fault.GatewayTimeout},
}

// A World is a server and the ledger it books in.
type World struct {
	Ledger booking.Ledger
	URL    string

	wanted   Case
	injector *fault.Injector
}

// New starts a server that will lose the answer to its next booking as c says.
func New(t *testing.T, server func(ledger *booking.Ledger, stateless bool) http.Handler, c Case) *World {
	t.Helper()
	w := &World{wanted: c}
	w.injector = fault.New(server(&w.Ledger, c.Version == Modern), "book_room")
	srv := httptest.NewServer(w.injector)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	w.URL = srv.URL
	w.injector.Arm(c.Drop)
	return w
}

// Check fails the test unless one answer was lost as planned and the server
// holds that many bookings.
func (w *World) Check(t *testing.T, bookings int) {
	t.Helper()
	if err := w.injector.Err(); err != nil {
		t.Fatal(err)
	}
	if got := w.injector.Lost(); got != 1 {
		t.Errorf("%d answers lost, want 1", got)
	}
	if got := w.injector.Version(); got != w.wanted.Version {
		t.Errorf("the call was made in protocol version %q, want %q", got, w.wanted.Version)
	}
	if resumed := w.injector.Resumes() > 0; resumed != (w.wanted.Drop == fault.AfterEventID) {
		t.Errorf("the client tried to resume the stream: %v", resumed)
	}
	if got := w.Ledger.Len(); got != bookings {
		t.Errorf("the server holds %d bookings, want %d", got, bookings)
	}
}

// Context ends a test that would hang; nothing is measured with it.
func Context(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
