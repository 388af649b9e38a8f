// Package believed talks to one server, which -trust-hints may name.
package believed

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Connect opens a session.
func Connect(ctx context.Context) (*mcp.ClientSession, error) {
	return mcp.NewClient(&mcp.Implementation{Name: "desk"}, nil).Connect(ctx,
		&mcp.StreamableClientTransport{Endpoint: "https://mcp.hotel.example/mcp"}, nil)
}

// Call repeats by the hint.
func Call(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && tool.Annotations != nil && tool.Annotations.IdempotentHint {
		return s.CallTool(ctx, p)
	}
	return res, err
}
