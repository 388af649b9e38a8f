// Package inprocess runs client and server of mcp-go in one process.
package inprocess

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Connect connects to the server of the same process.
func Connect(srv *server.MCPServer) (*client.Client, error) { return client.NewInProcessClient(srv) }

// Call is safe: who wrote the annotations is known.
func Call(ctx context.Context, c *client.Client, tool mcp.Tool, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if hint := tool.Annotations.IdempotentHint; err != nil && hint != nil && *hint {
		return c.CallTool(ctx, req)
	}
	return res, err
}
