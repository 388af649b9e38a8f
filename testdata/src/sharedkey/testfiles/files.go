// Package testfiles has a test that uses constant keys.
package testfiles

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Book books a room under a key.
func Book(ctx context.Context, s *mcp.ClientSession, room, key string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": key},
	})
	return err
}
