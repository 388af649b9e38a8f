// Package gosdk_test executes what mcplint says about clients of the official
// SDK: the flagged client books twice, the fixed one once.
package gosdk_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"truth/booking"
	"truth/fault"
	"truth/gosdk/safeclient"
	"truth/gosdk/server"
	"truth/gosdk/unsafeclient"
)

const legacy = "2025-11-25"

// cases are the drops in the eras in which they can happen: from 2026-07-28
// on, no stream can be resumed.
var cases = []struct {
	name, version string
	drop          fault.Drop
}{
	{"legacy/before the first event", legacy, fault.BeforeFirstEvent},
	{"legacy/resume refused", legacy, fault.AfterEventID},
	{"legacy/gateway timeout", legacy, fault.GatewayTimeout},
	{"modern/before the first event", "2026-07-28", fault.BeforeFirstEvent},
	{"modern/gateway timeout", "2026-07-28", fault.GatewayTimeout},
}

// world is a server that will lose the answer to its next booking.
type world struct {
	ledger   booking.Ledger
	injector *fault.Injector
	url      string
}

func newWorld(t *testing.T, drop fault.Drop) *world {
	t.Helper()
	w := new(world)
	w.injector = fault.New(server.New(&w.ledger), "book_room")
	srv := httptest.NewServer(w.injector)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	w.url = srv.URL
	w.injector.Arm(drop)
	return w
}

// check fails unless the answer was lost as planned and bookings were made.
func (w *world) check(t *testing.T, drop fault.Drop, bookings int) {
	t.Helper()
	if err := w.injector.Err(); err != nil {
		t.Fatal(err)
	}
	if got := w.injector.Lost(); got != 1 {
		t.Errorf("%d answers lost, want 1", got)
	}
	if resumed := w.injector.Resumes() > 0; resumed != (drop == fault.AfterEventID) {
		t.Errorf("the client tried to resume the stream: %v", resumed)
	}
	if got := w.ledger.Len(); got != bookings {
		t.Errorf("the server holds %d bookings, want %d", got, bookings)
	}
}

// bounded gives a test that would hang an end; nothing is measured with it.
func bounded(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestUnsafeClientBooksTwice(t *testing.T) {
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			w, ctx := newWorld(t, tc.drop), bounded(t)
			c := unsafeclient.New(w.url)
			c.Version = tc.version
			if err := c.Connect(ctx); err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if _, err := c.Book(ctx, "R1", "sea view"); err != nil {
				t.Fatalf("the unsafe client noticed: %v", err)
			}
			w.check(t, tc.drop, 2)
		})
	}
}

func TestSafeClientBooksOnce(t *testing.T) {
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			w, ctx := newWorld(t, tc.drop), bounded(t)
			c := safeclient.New(w.url)
			c.Version = tc.version
			if err := c.Connect(ctx); err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			id, err := c.Book(ctx, "R1", "sea view")
			if err != nil {
				t.Fatal(err)
			}
			if b, ok := w.ledger.Find("R1"); !ok || b.ID != id {
				t.Errorf("Book returned %q, the ledger holds %+v", id, b)
			}
			w.check(t, tc.drop, 1)
		})
	}
}

// A call that was refused before it ran looks like one that was executed. The
// safe client finds no booking and holds instead of booking again.
func TestSafeClientHolds(t *testing.T) {
	w, ctx := newWorld(t, fault.Refused), bounded(t)
	c := safeclient.New(w.url)
	c.Version = legacy
	if err := c.Connect(ctx); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Book(ctx, "R1", "sea view"); !errors.Is(err, safeclient.ErrOutcomeUnknown) {
		t.Errorf("Book returned %v, want ErrOutcomeUnknown", err)
	}
	w.check(t, fault.Refused, 0)
}

// TestErrors checks what docs/outcomes.md says the client sees.
func TestErrors(t *testing.T) {
	rejected := func(err error) bool {
		var rpc *jsonrpc.Error
		return errors.As(err, &rpc) && rpc.Code == -32005
	}
	for _, tc := range []struct {
		drop     fault.Drop
		executed int
		what     string
		is       func(error) bool
	}{
		{fault.BeforeFirstEvent, 1, "request terminated without response", func(err error) bool {
			return strings.Contains(err.Error(), "request terminated without response")
		}},
		{fault.AfterEventID, 1, "ErrSessionMissing", func(err error) bool {
			return errors.Is(err, mcp.ErrSessionMissing)
		}},
		{fault.GatewayTimeout, 1, "*jsonrpc.Error with code -32005", rejected},
		{fault.Refused, 0, "*jsonrpc.Error with code -32005", rejected},
	} {
		t.Run(string(tc.drop), func(t *testing.T) {
			w, ctx := newWorld(t, tc.drop), bounded(t)
			session, err := mcp.NewClient(&mcp.Implementation{Name: "probe", Version: "1.0.0"}, nil).Connect(ctx,
				&mcp.StreamableClientTransport{Endpoint: w.url, DisableStandaloneSSE: true},
				&mcp.ClientSessionOptions{ProtocolVersion: legacy})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			_, err = session.CallTool(ctx, &mcp.CallToolParams{
				Name:      "book_room",
				Arguments: map[string]any{"reference": "R1", "room": "sea view"},
			})
			if err == nil || !tc.is(err) {
				t.Errorf("CallTool returned %v, want %s", err, tc.what)
			}
			w.check(t, tc.drop, tc.executed)
		})
	}
}
