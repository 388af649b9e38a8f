// Package replaced replaces what a transport without a client uses.
package replaced

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Install is unsafe: every client of the process repeats now.
func Install() {
	http.DefaultTransport = &retryablehttp.RoundTripper{} // want `the default HTTP client, which an MCP transport uses, sends a POST again`
}

// InstallClient is unsafe: the transport of the default client.
func InstallClient() {
	http.DefaultClient.Transport = retryablehttp.NewClient().StandardClient().Transport // want `the default HTTP client`
}

// Connect has no client of its own.
func Connect(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint}, nil)
}

// Dial has none either.
func Dial(endpoint string) (*client.Client, error) { return client.NewStreamableHttpClient(endpoint) }
