// Package fixes holds findings of httpretry with a fix, and twins without one.
package fixes

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Connect gets a policy that leaves POST out.
func Connect(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 3
	return c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: rc.StandardClient(), // want `sends a POST again`
	}, nil)
}

// ConnectOwnPolicy gets none: it has a policy already.
func ConnectOwnPolicy(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	rc := retryablehttp.NewClient()
	rc.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		return err != nil, nil
	}
	return c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: rc.StandardClient(), // want `sends a POST again`
	}, nil)
}

// ConnectInline gets none: the client has no name.
func ConnectInline(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	return c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: retryablehttp.NewClient().StandardClient(), // want `sends a POST again`
	}, nil)
}
