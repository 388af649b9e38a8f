// Package old uses go-sdk v1.1.0: a transport failure ends the session, and no
// error carries a JSON-RPC code.
package old

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func unsent(ctx context.Context, s *mcp.ClientSession) bool {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "book"})
	return errors.Is(err, mcp.ErrConnectionClosed)
}
