// Package wrap calls tools for others, who write first.
package wrap

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Call is judged where it is called.
func Call(ctx context.Context, s *mcp.ClientSession, tool string, args any) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
}
