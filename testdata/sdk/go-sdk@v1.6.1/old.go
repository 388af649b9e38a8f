// Package old uses go-sdk v1.6.1, the last one before input rounds.
package old

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func gone(ctx context.Context, s *mcp.ClientSession) bool {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "book"})
	return errors.Is(err, mcp.ErrSessionMissing)
}
