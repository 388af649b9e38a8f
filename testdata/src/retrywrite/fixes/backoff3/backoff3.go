// Package backoff3 has a finding whose fix makes an error permanent.
package backoff3

import (
	"context"

	"github.com/cenkalti/backoff/v3"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Send returns the error where it is known to be one. In this version a nil
// error must not be wrapped.
func Send(ctx context.Context, s *mcp.ClientSession, to string) error {
	return backoff.Retry(func() error { // want `tools/call "send_mail".*can run again`
		_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "send_mail", Arguments: map[string]any{"to": to}})
		if err != nil {
			return err
		}
		return nil
	}, backoff.NewExponentialBackOff())
}
