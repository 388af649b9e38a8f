// Package mcpgo books seats with mcp-go.
package mcpgo

import (
	"context"

	"cases/intentlog/ledger"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

func request(tool, seat string) mcp.CallToolRequest {
	req := mcp.CallToolRequest{}
	req.Params.Name = tool
	req.Params.Arguments = map[string]any{"seat": seat}
	return req
}

// Bare writes nothing.
func Bare(ctx context.Context, c *client.Client, seat string) (*mcp.CallToolResult, error) {
	return c.CallTool(ctx, request("book_seat", seat)) // want `tools/call "book_seat" is made before any journal has its intent`
}

// Written is safe.
func Written(ctx context.Context, c *client.Client, l *ledger.Ledger, key, seat string) (*mcp.CallToolResult, error) {
	if err := l.Begin(ctx, key, seat); err != nil {
		return nil, err
	}
	return c.CallTool(ctx, request("book_seat", seat))
}

// Chosen calls what a model chose.
func Chosen(ctx context.Context, c *client.Client, choose func() mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return c.CallTool(ctx, choose()) // want `tools/call is made before any journal has its intent`
}
