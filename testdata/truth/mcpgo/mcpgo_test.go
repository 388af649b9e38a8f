// Package mcpgo_test executes what mcplint says about clients of mcp-go: the
// flagged client books twice, the fixed one once.
package mcpgo_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"truth/fault"
	"truth/mcpgo/safeclient"
	"truth/mcpgo/server"
	"truth/mcpgo/unsafeclient"
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
	transportError := func(text string) func(error) bool {
		return func(err error) bool {
			var te *transport.Error
			return errors.As(err, &te) && strings.Contains(err.Error(), text)
		}
	}
	for _, tc := range []struct {
		drop     fault.Drop
		executed int
		what     string
		is       func(error) bool
	}{
		{fault.Reset, 1, "*transport.Error that wraps io.EOF", func(err error) bool {
			return transportError("")(err) && errors.Is(err, io.EOF)
		}},
		{fault.BeforeFirstEvent, 1, `*transport.Error "unexpected nil response"`, transportError("unexpected nil response")},
		{fault.AfterEventID, 1, "ErrSessionTerminated", func(err error) bool {
			return errors.Is(err, transport.ErrSessionTerminated)
		}},
		{fault.GatewayTimeout, 1, `*transport.Error "status 504"`, transportError("status 504")},
		{fault.Refused, 0, `*transport.Error "status 503"`, transportError("status 503")},
	} {
		t.Run(string(tc.drop), func(t *testing.T) {
			w, ctx := world.New(t, server.New, world.Case{Version: world.Legacy, Drop: tc.drop}), world.Context(t)
			c, err := client.NewStreamableHttpClient(w.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.Start(ctx); err != nil {
				t.Fatal(err)
			}
			var init mcp.InitializeRequest
			init.Params.ProtocolVersion = world.Legacy
			if _, err := c.Initialize(ctx, init); err != nil {
				t.Fatal(err)
			}
			var req mcp.CallToolRequest
			req.Params.Name = "book_room"
			req.Params.Arguments = map[string]any{"reference": "R1", "room": "sea view"}
			_, err = c.CallTool(ctx, req)
			if err == nil || !tc.is(err) {
				t.Errorf("CallTool returned %v, want %s", err, tc.what)
			}
			w.Check(t, tc.executed)
		})
	}
}
