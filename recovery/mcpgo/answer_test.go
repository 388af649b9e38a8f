package mcpgo

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
)

// TestAnswers lets the server answer.
func TestAnswers(t *testing.T) {
	scenarios := []scenario{
		{name: "success", want: recovery.Done, executed: 1},
		{name: "error result", arrange: func(w *world) {
			w.tool = func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return mcp.NewToolResultError("no room"), nil
			}
		}, want: recovery.Answered, executed: 1},
		{name: "error of the tool", arrange: func(w *world) {
			w.tool = func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return nil, errors.New("no room")
			}
		}, want: recovery.Answered, executed: 1}, // -32603
		{name: "unknown tool", call: func(w *world) (*mcp.CallToolResult, error) {
			var req mcp.CallToolRequest
			req.Params.Name = "no such tool"
			return w.client.CallTool(w.ctx, req)
		}, want: recovery.Unknown, executed: 0}, // -32602
	}
	// Codes with which a conforming server refuses a request before it runs,
	// in the status of success and in that of refusal.
	for code, want := range map[int]recovery.Outcome{
		-32600: recovery.Refused, -32601: recovery.Refused,
		-32020: recovery.Refused, -32021: recovery.Refused, -32022: recovery.Refused, -32042: recovery.Refused,
		-32602: recovery.Unknown, -32603: recovery.Answered, -32000: recovery.Unknown,
	} {
		for _, status := range []int{200, 400} {
			scenarios = append(scenarios, scenario{
				name:    fmt.Sprint(status, " with ", code, " before"),
				arrange: onCall(faults.RPCError(status, code)),
				want:    want, executed: 0,
			})
		}
	}
	// Codes that a conforming server may use for whatever went wrong. The SDK
	// keeps some of them.
	for code, want := range map[int]recovery.Outcome{
		-32602: recovery.Unknown,
		-32700: recovery.Answered, -32603: recovery.Answered, -32002: recovery.Answered, -32800: recovery.Answered,
		-32000: recovery.Unknown, -32001: recovery.Unknown, -32003: recovery.Unknown, -32005: recovery.Unknown, 4711: recovery.Unknown,
	} {
		scenarios = append(scenarios, scenario{
			name:    fmt.Sprint(code, " after"),
			arrange: onCall(faults.After(faults.RPCError(200, code))),
			want:    want, executed: 1,
		})
	}
	for i := range scenarios {
		scenarios[i].eras = both
	}
	run(t, append(scenarios, scenario{name: "elicitation required", arrange: func(w *world) {
		w.before = func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, mcp.URLElicitationRequiredError{}
		}
	}, want: recovery.Refused, executed: 0}))
}

// elicitation is a handler that gives the input that the server asks for,
// unless it fails.
type elicitation func() error

func (e elicitation) Elicit(context.Context, mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	if err := e(); err != nil {
		return nil, err
	}
	return &mcp.ElicitationResult{ElicitationResponse: mcp.ElicitationResponse{
		Action: mcp.ElicitationResponseActionAccept, Content: map[string]any{"ok": true},
	}}, nil
}

func elicits(answer func() error) setup {
	return setup{version: modern, client: []client.ClientOption{client.WithElicitationHandler(elicitation(answer))}}
}

func agree() error { return nil }

func needsInput() *mcp.CallToolResult {
	return server.NewInputRequestBuilder("asked").Elicit("sure", mcp.ElicitationParams{
		Message:         "Sure?",
		RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"ok": map[string]any{"type": "boolean"}}},
	}).ToolResult()
}

// asks lets the tool ask for input before it commits.
func asks(w *world) {
	w.before = func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.InputResponses != nil {
			return nil, nil
		}
		return needsInput(), nil
	}
}

// TestRounds lets the tool ask for input before it commits, in the era in
// which the client then calls it again.
func TestRounds(t *testing.T) {
	var current *world // of the scenario that is being played
	run(t, []scenario{
		{name: "answered", setup: elicits(agree), arrange: asks, want: recovery.Done, executed: 1},
		// The call is with the server when the client's own handler fails: its
		// error says nothing about the call.
		{name: "handler cannot dial", setup: elicits(func() error { return errDial }), arrange: asks, want: recovery.Unknown, executed: 0},
		{name: "handler refused", setup: elicits(func() error { return mcp.ErrInvalidRequest }), arrange: asks, want: recovery.Unknown, executed: 0},
		{name: "no handler", setup: setup{version: modern}, arrange: asks, want: recovery.Unknown, executed: 0},
		{name: "one round only", setup: setup{version: modern, client: []client.ClientOption{client.WithMaxInputRoundTrips(1)}},
			arrange: asks, want: recovery.Unknown, executed: 0},
		{name: "second round cannot dial", setup: elicits(func() error { current.stop(); return nil }), arrange: func(w *world) {
			current = w
			asks(w)
		}, want: recovery.NotSent, executed: 0},
	})
	if got := Classify(needsInput(), nil); got != recovery.Answered {
		t.Errorf("a request for input: got %v, want answered", got)
	}
}
