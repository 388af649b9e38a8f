// Package old uses go-sdk v1.2.0: transport failures are JSON-RPC errors with
// code -32005, and the sentinel for a missing session is not exported yet.
package old

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func rejected(ctx context.Context, s *mcp.ClientSession) bool {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "book"})
	var e *jsonrpc.Error
	return errors.As(err, &e) && e.Code == -32005
}
