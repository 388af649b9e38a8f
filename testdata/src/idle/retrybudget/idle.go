// Package retrybudget is analysed without -with=retrybudget.
package retrybudget

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// AtOnce would be reported.
func AtOnce(ctx context.Context, c *mcp.Client, t mcp.Transport) *mcp.ClientSession {
	for {
		if s, err := c.Connect(ctx, t, nil); err == nil {
			return s
		}
	}
}

// Ignored is not judged.
func Ignored(ctx context.Context, c *mcp.Client, t mcp.Transport) *mcp.ClientSession {
	for {
		//mcplint:ignore retrybudget the server is in this process
		if s, err := c.Connect(ctx, t, nil); err == nil {
			return s
		}
	}
}
