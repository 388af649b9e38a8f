// Package old uses mcp-go v0.43.2: ErrSessionTerminated means that the POST
// was answered 404.
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
	_, err := c.CallTool(ctx, req)
	return errors.Is(err, transport.ErrSessionTerminated)
}
