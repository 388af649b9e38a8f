// Package mcpgo holds clients of mcp-go. Its CallTool makes the rounds by
// itself and gives the last result; below it, on a transport, a client makes
// them by hand.
package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

var errOpen = errors.New("the call is not finished")

// Place is safe: the client makes the rounds.
func Place(ctx context.Context, c *client.Client, orders Orders, order string) error {
	req := mcp.CallToolRequest{}
	req.Params.Name = "place_order"
	req.Params.Arguments = map[string]any{"order": order}
	if _, err := c.CallTool(ctx, req); err != nil {
		return err
	}
	return orders.SetStatus(ctx, order, "placed")
}

// Bounded is safe: with a bound there are fewer rounds, and an error.
func Bounded(ctx context.Context, t transport.Interface, orders Orders, order string) error {
	c := client.NewClient(t, client.WithMaxInputRoundTrips(1))
	return Place(ctx, c, orders, order)
}

// Raw sends requests on a transport.
type Raw struct {
	transport transport.Interface
	orders    Orders
	ids       int64
	ask       func(context.Context, mcp.InputRequests) (mcp.InputResponses, error)
}

func (r *Raw) send(ctx context.Context, params mcp.CallToolParams) (*mcp.CallToolResult, error) {
	r.ids++
	resp, err := r.transport.SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(r.ids), Method: "tools/call", Params: params,
	})
	if err != nil {
		return nil, err
	}
	if resp.Error != nil {
		return nil, errors.New(resp.Error.Message)
	}
	var res mcp.CallToolResult
	if err := json.Unmarshal(resp.Result, &res); err != nil {
		return nil, err
	}
	return &res, nil
}

// Echoed is safe.
func (r *Raw) Echoed(ctx context.Context, order string) (*mcp.CallToolResult, error) {
	params := mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}}
	for range 10 {
		res, err := r.send(ctx, params)
		if err != nil || !res.NeedsInput() {
			return res, err
		}
		if params.InputResponses, err = r.ask(ctx, res.InputRequests); err != nil {
			return nil, err
		}
		params.RequestState = res.RequestState
	}
	return nil, errOpen
}

// Dropped forgets the state.
func (r *Raw) Dropped(ctx context.Context, order string) (*mcp.CallToolResult, error) {
	params := mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}}
	for range 10 {
		res, err := r.send(ctx, params) // want `tools/call "place_order" goes on after input_required without the requestState`
		if err != nil || !res.NeedsInput() {
			return res, err
		}
		if params.InputResponses, err = r.ask(ctx, res.InputRequests); err != nil {
			return nil, err
		}
	}
	return nil, errOpen
}

// Lowered alters it.
func (r *Raw) Lowered(ctx context.Context, order string) (*mcp.CallToolResult, error) {
	params := mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}}
	res, err := r.send(ctx, params)
	if err != nil || !res.NeedsInput() {
		return res, err
	}
	params.RequestState = strings.ToLower(res.RequestState)
	return r.send(ctx, params) // want `sends back a requestState that is not the one that came`
}

// Guessed makes one up.
func Guessed(ctx context.Context, c *client.Client, order string) (*mcp.CallToolResult, error) {
	req := mcp.CallToolRequest{}
	req.Params.Name = "place_order"
	req.Params.Arguments = map[string]any{"order": order}
	req.Params.RequestState = "confirmed"
	return c.CallTool(ctx, req) // want `sends a requestState that no server gave`
}

// Prompted drops the state of a prompt.
func Prompted(ctx context.Context, c *client.Client, name string, answers mcp.InputResponses) (*mcp.GetPromptResult, error) {
	req := mcp.GetPromptRequest{}
	req.Params.Name = name
	req.Params.InputResponses = answers
	return c.GetPrompt(ctx, req) // want `prompts/get goes on after input_required without the requestState`
}

// Parsed looks into it.
func Parsed(res *mcp.CallToolResult) []string {
	return strings.Split(res.RequestState, ":") // want `takes a requestState apart`
}

// Unknown lets every type but one through.
func (r *Raw) Unknown(ctx context.Context, order string) error {
	res, err := r.send(ctx, mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}})
	if err != nil {
		return err
	}
	if res.ResultType == mcp.ResultTypeInputRequired { // want `a result of any other type is taken for complete here, task and unknown ones included`
		return errOpen
	}
	return r.orders.SetStatus(ctx, order, "placed")
}
