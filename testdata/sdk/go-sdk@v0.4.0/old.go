// Package old uses go-sdk v0.4.0, the last one with options of transports.
package old

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func call(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book"})
}

func transports(c *http.Client) []mcp.Transport {
	return []mcp.Transport{
		mcp.NewStreamableClientTransport("https://example.com/mcp", &mcp.StreamableClientTransportOptions{HTTPClient: c}),
		mcp.NewSSEClientTransport("https://example.com/sse", &mcp.SSEClientTransportOptions{HTTPClient: c}),
	}
}
