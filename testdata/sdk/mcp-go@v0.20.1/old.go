// Package old uses mcp-go v0.20.1: one client type for each transport.
package old

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

func call(ctx context.Context, sse *client.SSEMCPClient, stdio *client.StdioMCPClient) error {
	var req mcp.CallToolRequest
	req.Params.Name = "book"
	if _, err := sse.CallTool(ctx, req); err != nil {
		return err
	}
	_, err := stdio.CallTool(ctx, req)
	return err
}
