// Package lostoutcome_test executes what lostoutcome says: a booking that was
// made is recorded as failed, or as unknown and found later.
package lostoutcome_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"truth/booking"
	"truth/gosdk/server"
	"truth/lostoutcome/orders"
	"truth/lostoutcome/safedesk"
	"truth/lostoutcome/unsafedesk"
	"truth/world"
)

func connect(t *testing.T, ctx context.Context, url, version string) *mcp.ClientSession {
	t.Helper()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "desk", Version: "1.0.0"}, nil).Connect(ctx,
		&mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true},
		&mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func check(t *testing.T, store orders.Store, want orders.Status) orders.Order {
	t.Helper()
	o, err := store.Load("R1")
	if err != nil {
		t.Fatal(err)
	}
	if o.Status != want {
		t.Errorf("the order is recorded as %q (%s), want %q", o.Status, o.Note, want)
	}
	return o
}

func TestUnsafeDeskRecordsFailed(t *testing.T) {
	for _, tc := range world.Cases {
		t.Run(tc.Name, func(t *testing.T) {
			w, ctx := world.New(t, server.New, tc), world.Context(t)
			d := unsafedesk.Desk{Session: connect(t, ctx, w.URL, tc.Version), Orders: orders.Store{Dir: t.TempDir()}}
			if err := d.Book(ctx, "R1", "sea view"); err != nil {
				t.Fatal(err)
			}
			check(t, d.Orders, orders.Failed)
			w.Check(t, 1) // booked all the same
		})
	}
}

func TestSafeDeskRecordsUnknown(t *testing.T) {
	for _, tc := range world.Cases {
		t.Run(tc.Name, func(t *testing.T) {
			w, ctx := world.New(t, server.New, tc), world.Context(t)
			d := safedesk.Desk{Session: connect(t, ctx, w.URL, tc.Version), Orders: orders.Store{Dir: t.TempDir()}}
			if err := d.Book(ctx, "R1", "sea view"); err != nil {
				t.Fatal(err)
			}
			check(t, d.Orders, orders.Unknown)
			d.Session = connect(t, ctx, w.URL, tc.Version) // the other one may be broken
			if err := d.Reconcile(ctx, "R1"); err != nil {
				t.Fatal(err)
			}
			o := check(t, d.Orders, orders.Booked)
			if b, ok := w.Ledger.Find("R1"); !ok || b.ID != o.Booking {
				t.Errorf("the order names booking %q, the ledger holds %+v", o.Booking, b)
			}
			w.Check(t, 1)
		})
	}
}

// A deadline that passes when, and only when, the test says so.
type deadline struct {
	context.Context
	passed chan struct{}
}

func (d deadline) Done() <-chan struct{} { return d.passed }

func (d deadline) Err() error {
	select {
	case <-d.passed:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// slow is a server that books and then is silent: it answers a booking only
// when the client is gone.
func slow(t *testing.T, ledger *booking.Ledger, booked func()) string {
	next := server.New(ledger, false)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") != "" && ledger.Len() == 0 {
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, r)
			if ledger.Len() > 0 {
				booked()
				<-r.Context().Done()
				return
			}
			for k, v := range answer.Header() {
				w.Header()[k] = v
			}
			w.WriteHeader(answer.Code)
			_, _ = w.Write(answer.Body.Bytes())
			return
		}
		next.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv.URL
}

func TestDeadline(t *testing.T) {
	for _, tc := range []struct {
		name string
		want orders.Status
		book func(context.Context, *mcp.ClientSession, orders.Store) error
	}{
		{"unsafe", orders.Failed, func(ctx context.Context, s *mcp.ClientSession, o orders.Store) error {
			return (&unsafedesk.Desk{Session: s, Orders: o}).Book(ctx, "R1", "sea view")
		}},
		{"safe", orders.Unknown, func(ctx context.Context, s *mcp.ClientSession, o orders.Store) error {
			return (&safedesk.Desk{Session: s, Orders: o}).Book(ctx, "R1", "sea view")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var ledger booking.Ledger
			passed := make(chan struct{})
			url := slow(t, &ledger, func() { close(passed) })
			ctx := world.Context(t)
			s, store := connect(t, ctx, url, world.Legacy), orders.Store{Dir: t.TempDir()}
			if err := tc.book(deadline{ctx, passed}, s, store); err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			check(t, store, tc.want)
			if got := ledger.Len(); got != 1 {
				t.Errorf("the server holds %d bookings, want 1", got)
			}
		})
	}
}
