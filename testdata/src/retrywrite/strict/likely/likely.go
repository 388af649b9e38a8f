// Package likely calls tools whose names sound like reads. A name is no
// contract, so that -strict reports their repetition.
package likely

import (
	"context"

	"github.com/cenkalti/backoff/v5"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Order gets an order.
func Order(ctx context.Context, s *mcp.ClientSession, id string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "get_order", Arguments: map[string]any{"id": id}}) // want `tools/call "get_order".*can run again`
		if err == nil {
			break
		}
	}
	return res, err
}

// Bookings has a name in camel case.
func Bookings(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "listBookings"}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "listBookings".*can run again`
	}
	return res, nil
}

// Flights has a name with hyphens.
func Flights(ctx context.Context, c *client.Client, to string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "search-flights"
	req.Params.Arguments = map[string]any{"to": to}
	_, err := c.CallTool(ctx, req)
	if err != nil {
		_, err = c.CallTool(ctx, req) // want `tools/call "search-flights".*can run again`
	}
	return err
}

// Issue has a name with the prefix of its server.
func Issue(ctx context.Context, s *mcp.ClientSession, n int) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call "mcp__github__get_issue".*can run again`
		return s.CallTool(ctx, &mcp.CallToolParams{Name: "mcp__github__get_issue", Arguments: map[string]any{"n": n}})
	})
}

// Fields reads, although "create" is in the name: the first verb counts.
func Fields(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "get_create_fields"}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "get_create_fields".*can run again`
	}
	return res, nil
}

// Table describes a table.
func Table(ctx context.Context, s *mcp.ClientSession, name string, left int) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "DescribeTable", Arguments: map[string]any{"name": name}})
	if err != nil && left > 0 {
		return Table(ctx, s, name, left-1) // want `tools/call "DescribeTable".*can run again`
	}
	return res, err
}

// roomStatus reads by contract.
//
//mcplint:read "status page of the hotel: static"
const roomStatus = "room_status"

// Status is safe under -strict too: there is a contract.
func Status(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: roomStatus}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p)
	}
	return res, nil
}

// Kind gets things of some kind: its name is computed.
func Kind(ctx context.Context, s *mcp.ClientSession, kind string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "get_" + kind}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call can run again`
	}
	return res, nil
}
