// Package own replaces the default transport, but gives its sessions a client
// of their own.
package own

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func init() {
	http.DefaultClient = retryablehttp.NewClient().StandardClient()
}

// Connect is safe.
func Connect(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	tr := &http.Transport{MaxIdleConns: 4}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: &http.Client{Transport: tr}}, nil)
}
