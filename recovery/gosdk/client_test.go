package gosdk

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestClientSide ends calls in the client, before or instead of a request.
func TestClientSide(t *testing.T) {
	callWith := func(args any) func(*world) (*mcp.CallToolResult, error) {
		return func(w *world) (*mcp.CallToolResult, error) {
			return w.session.CallTool(w.ctx, &mcp.CallToolParams{Name: "book", Arguments: args})
		}
	}
	run(t, []scenario{
		{name: "nothing listens", eras: both, arrange: (*world).stop, want: recovery.NotSent, executed: 0},
		{name: "redirected to where nothing listens", eras: both, arrange: onCall(faults.Redirect("http://" + faults.DeadAddr)), want: recovery.NotSent, executed: 0},
		{name: "unsupported type", eras: both, call: callWith(make(chan int)), want: recovery.NotSent, executed: 0},
		{name: "unsupported value", eras: both, call: callWith(map[string]any{"n": infinity}), want: recovery.NotSent, executed: 0},
		{name: "failing marshaler", eras: both, call: callWith(failingMarshaler{}), want: recovery.NotSent, executed: 0},
		{name: "session closed", eras: both, arrange: func(w *world) { w.session.Close() }, want: recovery.Unknown, executed: 0},
		{name: "session dead", arrange: func(w *world) {
			w.onCall(faults.Status(404))
			w.call(w.ctx)
			w.onCall(nil)
		}, want: recovery.Unknown, executed: 0},
		{name: "not authorized", setup: setup{oauth: authorization(func() error { return errors.New("denied") })}, eras: both,
			arrange: onCall(faults.Status(401)), want: recovery.Unknown, executed: 0},
		{name: "authorization server cannot be reached", setup: setup{oauth: authorization(func() error { return errDial })}, eras: both,
			arrange: onCall(faults.Status(403)), want: recovery.NotSent, executed: 0},
		{name: "authorized", setup: setup{oauth: authorization(func() error { return nil })}, eras: both, arrange: func(w *world) {
			first := true
			w.faults.Choose(func(c faults.Call) faults.Fault {
				if c.ToolCall() && first {
					first = false
					return faults.Status(401)
				}
				return nil
			})
		}, want: recovery.Done, executed: 1},
	})
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
	if got := Classify(booked(), errors.New("and an error")); got != recovery.Unknown {
		t.Errorf("got %v, want unknown", got)
	}
	for _, code := range []int64{codeClientClosing, codeServerClosing, codeRejected} {
		if got := Classify(nil, &jsonrpc.Error{Code: code}); got != recovery.Unknown {
			t.Errorf("code %d: got %v, want unknown", code, got)
		}
	}
}

func TestEra(t *testing.T) {
	for version, want := range map[string]recovery.Era{legacy: recovery.Legacy, modern: recovery.Modern} {
		if got := Era(newWorld(t, setup{version: version}).session); got != want {
			t.Errorf("%s: got %v, want %v", version, got, want)
		}
	}
	if got := Era(nil); got != recovery.EraUnknown {
		t.Errorf("no session: got %v", got)
	}
}

type failingMarshaler struct{}

func (failingMarshaler) MarshalJSON() ([]byte, error) { return nil, errors.New("no JSON today") }
