// Package service is written against interfaces; no implementation is in
// sight.
package service

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/ifaces/port"
)

// Orders takes orders.
type Orders struct {
	tools port.ToolCaller
	raw   port.Invoker
}

// Submit is unsafe: the interface of the other package calls tools.
func (o *Orders) Submit(ctx context.Context, order string) (out string, err error) {
	for n := 0; n < 3; n++ {
		if out, err = o.tools.CallTool(ctx, "submit_order", map[string]any{"order": order}); err == nil { // want `tools/call "submit_order".*can run again`
			return out, nil
		}
		time.Sleep(time.Second)
	}
	return "", fmt.Errorf("submit %s: %w", order, err)
}

// SubmitOnce is safe: one call.
func (o *Orders) SubmitOnce(ctx context.Context, order string) (out string, err error) {
	if out, err = o.tools.CallTool(ctx, "submit_order", map[string]any{"order": order}); err == nil {
		return out, nil
	}
	return "", fmt.Errorf("submit %s: %w", order, err)
}

// Invoke is unsafe: the tool's name is the second string.
func (o *Orders) Invoke(ctx context.Context, server string, input json.RawMessage) (json.RawMessage, error) {
	out, err := o.raw.InvokeTool(ctx, server, "submit_order", input)
	if err != nil {
		return o.raw.InvokeTool(ctx, server, "submit_order", input) // want `tools/call.*can run again`
	}
	return out, nil
}

// Wait is safe: listing tools is no call of a tool.
func (o *Orders) Wait(ctx context.Context, server string) ([]string, error) {
	for {
		names, err := o.raw.ListTools(ctx, server)
		if err == nil {
			return names, nil
		}
		time.Sleep(time.Second)
	}
}

// session is the part of the SDK's session that is used here.
type session interface {
	CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)
	Ping(context.Context, *mcp.PingParams) error
}

// Ship is unsafe: a method of an own interface with the SDK's types.
func Ship(ctx context.Context, s session, parcel string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "ship_parcel", Arguments: map[string]any{"parcel": parcel}}
	res, err := s.CallTool(ctx, params)
	if err != nil && s.Ping(ctx, nil) == nil {
		return s.CallTool(ctx, params) // want `tools/call "ship_parcel".*can run again`
	}
	return res, err
}

// runner has another name for it.
type runner interface {
	Run(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

// ShipRun is unsafe: the parameter type tells what Run does.
func ShipRun(ctx context.Context, r runner, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	for range 2 {
		if res, err = r.Run(ctx, p); err == nil { // want `tools/call.*can run again`
			return res, nil
		}
	}
	return nil, err
}

// Relabel is unsafe: the interface of mcp-go.
func Relabel(ctx context.Context, c client.MCPClient, parcel, label string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "relabel_parcel"
	req.Params.Arguments = map[string]any{"parcel": parcel, "label": label}
	_, err := c.CallTool(ctx, req)
	for tries := 2; err != nil && tries > 0; tries-- {
		_, err = c.CallTool(ctx, req) // want `tools/call "relabel_parcel".*can run again`
	}
	return err
}

// RelabelAll is safe: another parcel in every round.
func RelabelAll(ctx context.Context, c client.MCPClient, parcels []string, label string) (last error) {
	for _, p := range parcels {
		req := mcpgo.CallToolRequest{}
		req.Params.Name = "relabel_parcel"
		req.Params.Arguments = map[string]any{"parcel": p, "label": label}
		if _, err := c.CallTool(ctx, req); err != nil {
			last = err
		}
	}
	return last
}
