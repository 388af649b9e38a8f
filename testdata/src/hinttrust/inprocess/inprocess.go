// Package inprocess runs client and server in one process.
package inprocess

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Connect connects to the server of the same process.
func Connect(ctx context.Context, server *mcp.Server) (*mcp.ClientSession, error) {
	ct, st := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, st, nil); err != nil {
		return nil, err
	}
	return mcp.NewClient(&mcp.Implementation{Name: "desk"}, nil).Connect(ctx, ct, nil)
}

// Call is safe: who wrote the annotations is known.
func Call(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && tool.Annotations != nil && tool.Annotations.IdempotentHint {
		return s.CallTool(ctx, p)
	}
	return res, err
}
