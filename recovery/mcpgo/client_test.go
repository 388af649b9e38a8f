package mcpgo

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
)

// TestClientSide ends calls in the client, before or instead of a request.
func TestClientSide(t *testing.T) {
	callWith := func(args any) func(*world) (*mcp.CallToolResult, error) {
		return func(w *world) (*mcp.CallToolResult, error) { return w.callWith(w.ctx, args) }
	}
	revoked := new(tokens)
	run(t, []scenario{
		{name: "nothing listens", eras: both, arrange: (*world).stop, want: recovery.NotSent, executed: 0},
		{name: "redirected to where nothing listens", eras: both, arrange: onCall(faults.Redirect("http://" + faults.DeadAddr)),
			want: recovery.NotSent, executed: 0},
		{name: "unsupported type", eras: both, call: callWith(make(chan int)), want: recovery.NotSent, executed: 0},
		{name: "unsupported value", eras: both, call: callWith(map[string]any{"n": infinity}), want: recovery.NotSent, executed: 0},
		{name: "failing marshaler", eras: both, call: callWith(failingMarshaler{}), want: recovery.NotSent, executed: 0},
		{name: "session over", arrange: func(w *world) {
			w.onCall(faults.Status(404))
			w.call(w.ctx)
			w.onCall(nil)
		}, want: recovery.Unknown, executed: 0},
		{name: "not initialized", arrange: func(w *world) {
			w.client = client.NewClient(w.client.GetTransport())
		}, want: recovery.Unknown, executed: 0},
		{name: "401", eras: both, arrange: onCall(faults.Status(401)), want: recovery.Refused, executed: 0},
		{name: "401 with OAuth", setup: setup{oauth: &transport.OAuthConfig{TokenStore: new(tokens)}}, eras: both,
			arrange: onCall(faults.Status(401)), want: recovery.Refused, executed: 0},
		{name: "no token", setup: setup{oauth: &transport.OAuthConfig{TokenStore: revoked}},
			arrange: func(*world) { revoked.revoked.Store(true) }, want: recovery.Refused, executed: 0},
	})
}

// TestClientClosed calls on a closed client. The SDK may or may not send the
// request.
func TestClientClosed(t *testing.T) {
	for _, version := range both {
		w := newWorld(t, setup{version: version})
		w.client.Close()
		if got := Classify(w.call(w.ctx)); got.NeverExecuted() && w.executed.Load() > 0 {
			t.Errorf("%s: %v, but executed", version, got)
		}
	}
}

// TestWrapped checks that wrapping does not change the outcome.
func TestWrapped(t *testing.T) {
	w := newWorld(t, setup{version: legacy})
	w.stop()
	_, err := w.call(w.ctx)
	if got := Classify(nil, fmt.Errorf("booking a room: %w", err)); got != recovery.NotSent {
		t.Errorf("got %v, want not sent: %v", got, err)
	}
	if got := Classify(nil, errors.New(err.Error())); got != recovery.Unknown {
		t.Errorf("the text alone: got %v, want unknown", got)
	}
}

// TestNoResult classifies what the SDK never returns, but a fake may.
func TestNoResult(t *testing.T) {
	if got := Classify(nil, nil); got != recovery.Unknown {
		t.Errorf("got %v, want unknown", got)
	}
	if got := Classify(mcp.NewToolResultText("booked"), errors.New("and an error")); got != recovery.Unknown {
		t.Errorf("got %v, want unknown", got)
	}
	if got := Classify(nil, transport.ErrUnauthorized); got != recovery.Refused {
		t.Errorf("401 of older versions: got %v, want refused", got)
	}
}

func TestEra(t *testing.T) {
	for version, want := range map[string]recovery.Era{legacy: recovery.Legacy, modern: recovery.Modern} {
		if got := Era(newWorld(t, setup{version: version}).client); got != want {
			t.Errorf("%s: got %v, want %v", version, got, want)
		}
	}
	inProcess, err := client.NewInProcessClient(newServer(t, nil).server)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*client.Client{nil, inProcess} {
		if got := Era(c); got != recovery.EraUnknown {
			t.Errorf("before initialization: got %v", got)
		}
	}
}

type failingMarshaler struct{}

func (failingMarshaler) MarshalJSON() ([]byte, error) { return nil, errors.New("no JSON today") }
