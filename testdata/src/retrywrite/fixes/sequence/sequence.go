// Package sequence has findings whose fix returns the error instead of
// calling again.
package sequence

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk has a session that it renews.
type Desk struct {
	session *mcp.ClientSession
	renew   func() (*mcp.ClientSession, error)
}

// Gate goes on renewing the session, for the next call.
func (d *Desk) Gate(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, p)
	if errors.Is(err, io.EOF) {
		next, rerr := d.renew()
		if rerr != nil {
			return nil, rerr
		}
		d.session = next
		return d.session.CallTool(ctx, p) // want `tools/call.*can run again.*io\.EOF`
	}
	return res, err
}

// Any calls again after every error.
func Any(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return c.CallTool(ctx, req) // want `tools/call.*can run again`
	}
	return res, nil
}

func sell(ctx context.Context, s *mcp.ClientSession, seat string) (string, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "sell_ticket", Arguments: map[string]any{"seat": seat}})
	if err != nil {
		return "", fmt.Errorf("sell %s: %w", seat, err)
	}
	id, _ := res.Meta["ticket"].(string)
	return id, nil
}

// Wrapped returns a string.
func Wrapped(ctx context.Context, s *mcp.ClientSession, seat string) (string, error) {
	id, err := sell(ctx, s, seat)
	if err == nil {
		return id, nil
	}
	return sell(ctx, s, seat) // want `tools/call "sell_ticket".*can run again`
}
