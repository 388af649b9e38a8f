// Package httplevel repeats HTTP requests below the MCP session. That is the
// business of another rule, so that nothing is reported here.
package httplevel

import (
	"context"
	"net/http"
	"time"

	"github.com/PuerkitoBio/rehttp"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	trpc "trpc.group/trpc-go/trpc-mcp-go"
)

// Retryable is silent here: the HTTP client repeats POSTs.
func Retryable(ctx context.Context, c *mcp.Client, url string, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	s, err := c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   url,
		HTTPClient: retryablehttp.NewClient().StandardClient(),
	}, nil)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.CallTool(ctx, p)
}

// again repeats a request once.
type again struct{ inner http.RoundTripper }

// RoundTrip is silent here: it knows nothing of tools.
func (a again) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := a.inner.RoundTrip(req)
	if err != nil && req.GetBody != nil {
		clone := req.Clone(req.Context())
		if clone.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		return a.inner.RoundTrip(clone)
	}
	return resp, err
}

// Own is silent here: the round tripper repeats POSTs.
func Own(ctx context.Context, url string, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	c, err := client.NewStreamableHttpClient(url, transport.WithHTTPBasicClient(&http.Client{
		Transport: again{http.DefaultTransport},
	}))
	if err != nil {
		return nil, err
	}
	if _, err := c.Initialize(ctx, mcpgo.InitializeRequest{}); err != nil {
		return nil, err
	}
	return c.CallTool(ctx, req)
}

// Library is silent here: a round tripper of a library.
func Library(url string) (*client.Client, error) {
	rt := rehttp.NewTransport(nil, rehttp.RetryMaxRetries(3), rehttp.ConstDelay(time.Second))
	return client.NewStreamableHttpClient(url, transport.WithHTTPBasicClient(&http.Client{Transport: rt}))
}

// Option is silent here: an option of the SDK repeats POSTs.
func Option(ctx context.Context, url string, req *trpc.CallToolRequest) (*trpc.CallToolResult, error) {
	c, err := trpc.NewClient(url, trpc.Implementation{Name: "cases", Version: "1"}, trpc.WithRetry(trpc.RetryConfig{MaxRetries: 2}))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.CallTool(ctx, req)
}
