// Package backoff5 has findings whose fix makes an error permanent.
package backoff5

import (
	"context"
	"fmt"

	"github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Send returns a new error: the fix wraps it.
func Send(ctx context.Context, s *mcp.ClientSession, to string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call "send_mail".*can run again`
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "send_mail", Arguments: map[string]any{"to": to}})
		if err != nil {
			return nil, fmt.Errorf("send to %s: %w", to, err)
		}
		return res, nil
	}, backoff.WithMaxTries(3))
}

// SendPinged pings first, and goes on doing that: only the error of the call
// becomes permanent.
func SendPinged(ctx context.Context, s *mcp.ClientSession, to string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call "send_mail".*can run again`
		if err := s.Ping(ctx, nil); err != nil {
			return nil, err
		}
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "send_mail", Arguments: map[string]any{"to": to}})
		if err != nil {
			return nil, err
		}
		return res, nil
	})
}

// SendHeld holds the closure in a variable first.
func SendHeld(ctx context.Context, s *mcp.ClientSession, to string) error {
	op := func() (string, error) {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "send_mail", Arguments: map[string]any{"to": to}})
		if err != nil {
			return "", err
		}
		id, _ := res.Meta["id"].(string)
		return id, nil
	}
	id, err := backoff.Retry(ctx, op) // want `tools/call "send_mail".*can run again`
	if err != nil {
		return err
	}
	fmt.Println("sent", id)
	return nil
}
