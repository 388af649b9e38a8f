// Package across connects with the help of another package.
package across

import (
	"context"
	"time"

	"cases/retrybudget/across/dial"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// AtOnce goes on at once.
func AtOnce(ctx context.Context, c *mcp.Client, t mcp.Transport) *mcp.ClientSession {
	for {
		if s, err := dial.Once(ctx, c, t); err == nil { // want `initialize is sent again at once after every failure, without an end`
			return s
		}
	}
}

// Slowly is safe.
func Slowly(ctx context.Context, c *mcp.Client, t mcp.Transport) (s *mcp.ClientSession, err error) {
	for i := range 10 {
		if s, err = dial.Once(ctx, c, t); err == nil {
			return s, nil
		}
		dial.Pause(ctx, time.Duration(i)*time.Second)
	}
	return nil, err
}
