// Package avast has findings whose fix makes an error unrecoverable.
package avast

import (
	"context"
	"fmt"

	"github.com/avast/retry-go/v4"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Register returns the error where it is known to be one.
func Register(ctx context.Context, s *mcp.ClientSession, domain string) error {
	return retry.Do(func() error { // want `tools/call "register_domain".*can run again`
		_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "register_domain", Arguments: map[string]any{"domain": domain}})
		if err != nil {
			return err
		}
		return nil
	}, retry.Attempts(3))
}

// RegisterData returns a new error, which is never nil.
func RegisterData(ctx context.Context, s *mcp.ClientSession, domain string) (*mcp.CallToolResult, error) {
	return retry.DoWithData(func() (*mcp.CallToolResult, error) { // want `tools/call "register_domain".*can run again`
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "register_domain", Arguments: map[string]any{"domain": domain}})
		if err != nil {
			return nil, fmt.Errorf("register %s: %w", domain, err)
		}
		return res, nil
	}, retry.Attempts(3))
}
