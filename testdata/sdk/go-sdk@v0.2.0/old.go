// Package old uses what go-sdk v0.2.0 had under other names: generic
// parameters and results, and constructors of transports with options.
package old

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func call(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResultFor[any], error) {
	return s.CallTool(ctx, &mcp.CallToolParamsFor[any]{Name: "book"})
}

func transport(c *http.Client) mcp.Transport {
	return mcp.NewStreamableClientTransport("https://example.com/mcp", &mcp.StreamableClientTransportOptions{HTTPClient: c})
}
