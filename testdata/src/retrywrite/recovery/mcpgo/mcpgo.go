// Package mcpgo does so with mcp-go.
package mcpgo

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/mcpgo"
)

// Refused is safe.
func Refused(ctx context.Context, c *client.Client, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if mcpgo.Classify(res, err).NeverExecuted() {
		return c.CallTool(ctx, req)
	}
	return res, err
}

// Failed is not.
func Failed(ctx context.Context, c *client.Client, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if o := mcpgo.Classify(res, err); o != recovery.Done && o != recovery.Answered {
		return c.CallTool(ctx, req) // want `tools/call can run again`
	}
	return res, err
}
