package gosdk

import (
	"context"
	"fmt"
	"testing"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fails is a tool, or what comes before it, that fails with a JSON-RPC error.
func fails(code int64) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, &jsonrpc.Error{Code: code, Message: "refused by the test"}
	}
}

// TestAnswers lets the server answer.
func TestAnswers(t *testing.T) {
	scenarios := []scenario{
		{name: "success", want: recovery.Done, executed: 1},
		{name: "success in JSON", setup: setup{json: true}, want: recovery.Done, executed: 1},
		{name: "error result", arrange: func(w *world) {
			w.tool = func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				res := booked()
				res.IsError = true
				return res, nil
			}
		}, want: recovery.Answered, executed: 1},
		{name: "unknown tool", call: func(w *world) (*mcp.CallToolResult, error) {
			return w.session.CallTool(w.ctx, &mcp.CallToolParams{Name: "no such tool"})
		}, want: recovery.Unknown, executed: 0}, // -32602
		{name: "output schema violated", arrange: func(w *world) {
			type out struct {
				N int `json:"n"`
			}
			mcp.AddTool(w.server, &mcp.Tool{Name: "book", OutputSchema: map[string]any{
				"type": "object", "properties": map[string]any{"n": map[string]any{"maximum": 0}},
			}}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, out, error) {
				w.executed.Add(1)
				return nil, out{1}, nil
			})
		}, call: func(w *world) (*mcp.CallToolResult, error) {
			return w.session.CallTool(w.ctx, &mcp.CallToolParams{Name: "book"})
		}, want: recovery.Answered, executed: 1},
	}
	// Codes with which a conforming server refuses a request before it runs.
	for code, want := range map[int64]recovery.Outcome{
		-32600: recovery.Refused,
		-32020: recovery.Refused, -32021: recovery.Refused, -32022: recovery.Refused, -32042: recovery.Refused,
		-32602: recovery.Unknown,
	} {
		scenarios = append(scenarios, scenario{
			name:    fmt.Sprint(code, " before"),
			arrange: func(w *world) { w.before = fails(code) },
			want:    want, executed: 0,
		})
	}
	// In the modern era -32601 comes with status 404, see below.
	scenarios = append(scenarios,
		scenario{name: "-32601 before", eras: []string{legacy}, arrange: func(w *world) { w.before = fails(-32601) }, want: recovery.Refused},
		scenario{name: "-32601 before", eras: []string{modern}, arrange: func(w *world) { w.before = fails(-32601) }, want: recovery.Unknown})
	// Codes that a conforming server may use for whatever went wrong.
	for code, want := range map[int64]recovery.Outcome{
		-32602: recovery.Unknown, -32003: recovery.Unknown, -32004: recovery.Unknown, -32005: recovery.Unknown,
		-32700: recovery.Answered, -32603: recovery.Answered, -32000: recovery.Answered, -32001: recovery.Answered,
		-32002: recovery.Answered, -32099: recovery.Answered, -1: recovery.Answered, 1: recovery.Answered, 4711: recovery.Answered,
	} {
		scenarios = append(scenarios, scenario{
			name:    fmt.Sprint(code, " after"),
			arrange: func(w *world) { w.tool = fails(code) },
			want:    want, executed: 1,
		})
	}
	// Refusals with an HTTP error status. Only the codes that have no other
	// form tell a refused call from a resumption that was refused.
	for code, want := range map[int]recovery.Outcome{
		-32020: recovery.Refused, -32021: recovery.Refused, -32022: recovery.Refused,
		-32600: recovery.Unknown, -32601: recovery.Unknown, -32602: recovery.Unknown, -32042: recovery.Unknown, -32000: recovery.Unknown,
	} {
		for _, status := range []int{400, 404} {
			scenarios = append(scenarios, scenario{
				name:    fmt.Sprint(status, " with ", code, " before"),
				arrange: onCall(faults.RPCError(status, code)),
				want:    want, executed: 0,
			})
		}
	}
	for i := range scenarios {
		if scenarios[i].eras == nil {
			scenarios[i].eras = both
		}
	}
	run(t, scenarios)
}

// TestRounds lets the tool ask for input before it commits, in the era in
// which the client then calls it again.
func TestRounds(t *testing.T) {
	asks := func(w *world) {
		w.before = func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if req.Params.InputResponses != nil {
				return nil, nil
			}
			return needsInput(), nil
		}
	}
	var current *world // of the scenario that is being played
	run(t, []scenario{
		{name: "answered", setup: elicits(agree), arrange: asks, want: recovery.Done, executed: 1},
		// The call is with the server when the client's own handler fails: its
		// error says nothing about the call.
		{name: "handler cannot dial", setup: elicits(func() error { return errDial }), arrange: asks, want: recovery.Unknown, executed: 0},
		{name: "handler refused", setup: elicits(func() error { return &jsonrpc.Error{Code: -32600} }), arrange: asks, want: recovery.Unknown, executed: 0},
		{name: "no handler", setup: setup{version: modern}, arrange: asks, want: recovery.Unknown, executed: 0},
		{name: "left to the caller", setup: setup{version: modern, client: &mcp.ClientOptions{
			MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		}}, arrange: asks, want: recovery.Answered, executed: 0},
		{name: "endless", setup: elicits(agree), arrange: func(w *world) {
			w.before = func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return needsInput(), nil }
		}, want: recovery.Unknown, executed: 0},
		{name: "second round cannot dial", setup: elicits(func() error { current.stop(); return nil }), arrange: func(w *world) {
			asks(w)
			current = w
		}, want: recovery.NotSent, executed: 0},
	})
}

// elicits is a client whose handler gives the input that the server asks for,
// unless answer fails.
func elicits(answer func() error) setup {
	return setup{version: modern, client: &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"ok": true}}, answer()
		},
	}}
}

func agree() error { return nil }

func needsInput() *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{
		Message: "Sure?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"ok": map[string]any{"type": "boolean"}}},
	}}, RequestState: "asked"}
}
