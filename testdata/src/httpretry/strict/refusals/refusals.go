// Package refusals repeats after statuses that a gateway can give for a
// request that was executed.
package refusals

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
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

// Again repeats after 401 by calling itself.
type Again struct {
	base  http.RoundTripper
	renew func(*http.Request) error
}

// RoundTrip implements http.RoundTripper.
func (t *Again) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil && req.Body != http.NoBody {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		req.Body = io.NopCloser(strings.NewReader(string(body)))
	}
	resp, err := t.base.RoundTrip(req.Clone(req.Context()))
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusUnauthorized {
		if resp.Header.Get("WWW-Authenticate") != "" {
			resp.Body.Close()
			if err := t.authorize(req.URL.Scheme + "://" + req.URL.Host); err != nil {
				return nil, fmt.Errorf("authorizing: %w", err)
			}
			if len(body) > 0 {
				req.Body = io.NopCloser(strings.NewReader(string(body)))
			}
			return t.RoundTrip(req)
		}
	}
	return resp, nil
}

// authorize asks other servers, whose statuses say nothing of the call.
func (t *Again) authorize(server string) error {
	hc := &http.Client{Timeout: time.Second}
	req, err := http.NewRequest(http.MethodGet, server+"/.well-known/oauth-authorization-server", http.NoBody)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		req, err := http.NewRequest(http.MethodGet, server+"/.well-known/openid-configuration", http.NoBody)
		if err != nil {
			return err
		}
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return errors.New("no metadata")
		}
	}
	return t.renew(req)
}

// ConnectAgain is safe.
func ConnectAgain(ctx context.Context, c *mcp.Client, endpoint string, renew func(*http.Request) error) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: &Again{http.DefaultTransport, renew}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// ThrottledAgain repeats after 429 by calling itself.
type ThrottledAgain struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t *ThrottledAgain) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req.Clone(req.Context()))
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusTooManyRequests && req.GetBody != nil {
		resp.Body.Close()
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		return t.RoundTrip(req)
	}
	return resp, nil
}

// ConnectThrottledAgain is reported under -strict only.
func ConnectThrottledAgain(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: &ThrottledAgain{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}
