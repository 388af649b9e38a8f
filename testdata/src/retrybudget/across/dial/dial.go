// Package dial connects for others, and waits for them.
package dial

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Once connects.
func Once(ctx context.Context, c *mcp.Client, t mcp.Transport) (*mcp.ClientSession, error) {
	return c.Connect(ctx, t, nil)
}

// Pause waits.
func Pause(ctx context.Context, d time.Duration) { time.Sleep(d) }
