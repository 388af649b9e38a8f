// Package intentlog is analysed without -with=intentlog.
package intentlog

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Book would be reported.
func Book(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat"})
}
