// Package refusals repeats after statuses that a gateway can give for a
// request that was executed.
package refusals

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Throttled repeats after 429.
type Throttled struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Throttled) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusTooManyRequests {
		resp.Body.Close()
		time.Sleep(time.Second)
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		return t.base.RoundTrip(req)
	}
	return resp, err
}

// Connect is reported under -strict only.
func Connect(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: Throttled{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}

// Unauthorized repeats after 401, which always refuses.
type Unauthorized struct {
	base  http.RoundTripper
	renew func(*http.Request) error
}

// RoundTrip implements http.RoundTripper.
func (t Unauthorized) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		if err := t.renew(req); err != nil {
			return nil, err
		}
		return t.base.RoundTrip(req)
	}
	return resp, err
}

// ConnectUnauthorized is safe.
func ConnectUnauthorized(ctx context.Context, c *mcp.Client, endpoint string, renew func(*http.Request) error) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: Unauthorized{http.DefaultTransport, renew}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}
