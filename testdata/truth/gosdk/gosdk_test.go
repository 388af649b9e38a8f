// Package gosdk_test executes what mcplint says about clients of the official
// SDK: the flagged client books twice, the fixed one once.
package gosdk_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"truth/fault"
	"truth/gosdk/safeclient"
	"truth/gosdk/server"
	"truth/gosdk/unsafeclient"
	"truth/world"
)

func TestUnsafeClientBooksTwice(t *testing.T) {
	for _, tc := range world.Cases {
		t.Run(tc.Name, func(t *testing.T) {
			w, ctx := world.New(t, server.New, tc), world.Context(t)
			c := unsafeclient.New(w.URL)
			c.Version = tc.Version
			if err := c.Connect(ctx); err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if _, err := c.Book(ctx, "R1", "sea view"); err != nil {
				t.Fatalf("the unsafe client noticed: %v", err)
			}
			w.Check(t, 2)
		})
	}
}

func TestSafeClientBooksOnce(t *testing.T) {
	for _, tc := range world.Cases {
		t.Run(tc.Name, func(t *testing.T) {
			w, ctx := world.New(t, server.New, tc), world.Context(t)
			c := safeclient.New(w.URL)
			c.Version = tc.Version
			if err := c.Connect(ctx); err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			id, err := c.Book(ctx, "R1", "sea view")
			if err != nil {
				t.Fatal(err)
			}
			if b, ok := w.Ledger.Find("R1"); !ok || b.ID != id {
				t.Errorf("Book returned %q, the ledger holds %+v", id, b)
			}
			w.Check(t, 1)
		})
	}
}

// A call that was refused before it ran looks like one that was executed. The
// safe client finds no booking and holds instead of booking again.
func TestSafeClientHolds(t *testing.T) {
	w, ctx := world.New(t, server.New, world.Case{Version: world.Legacy, Drop: fault.Refused}), world.Context(t)
	c := safeclient.New(w.URL)
	c.Version = world.Legacy
	if err := c.Connect(ctx); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Book(ctx, "R1", "sea view"); !errors.Is(err, safeclient.ErrOutcomeUnknown) {
		t.Errorf("Book returned %v, want ErrOutcomeUnknown", err)
	}
	w.Check(t, 0)
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
		{fault.Reset, 1, "*jsonrpc.Error with code -32005 that wraps io.EOF", func(err error) bool {
			return rejected(err) && errors.Is(err, io.EOF)
		}},
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
			w, ctx := world.New(t, server.New, world.Case{Version: world.Legacy, Drop: tc.drop}), world.Context(t)
			session, err := mcp.NewClient(&mcp.Implementation{Name: "probe", Version: "1.0.0"}, nil).Connect(ctx,
				&mcp.StreamableClientTransport{Endpoint: w.URL, DisableStandaloneSSE: true},
				&mcp.ClientSessionOptions{ProtocolVersion: world.Legacy})
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
			w.Check(t, tc.executed)
		})
	}
}
