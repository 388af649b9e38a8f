// Package old uses mcp-go v1.1.1, the last one that does not resume broken
// streams: ErrSessionTerminated means that the POST was answered 404.
package old

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

func terminated(ctx context.Context, c *client.Client) bool {
	req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "book"}}
	res, err := c.CallTool(ctx, req)
	return err == nil && res.NeedsInput() || errors.Is(err, transport.ErrSessionTerminated)
}
