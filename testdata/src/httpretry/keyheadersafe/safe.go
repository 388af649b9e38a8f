// Package keyheadersafe uses the headers where net/http does not repeat a POST
// of MCP, or where the server is known to deduplicate.
package keyheadersafe

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// unreadable takes from the request what net/http would read its body again
// with.
type unreadable struct{ base http.RoundTripper }

func (k unreadable) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	r.Header.Set("Idempotency-Key", uuid.NewString())
	r.GetBody = nil
	return k.base.RoundTrip(r)
}

// ConnectUnreadable is safe.
func ConnectUnreadable(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: unreadable{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// onGet sets the header on GET only.
type onGet struct{ base http.RoundTripper }

func (k onGet) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodGet {
		req = req.Clone(req.Context())
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	return k.base.RoundTrip(req)
}

// ConnectGet is safe.
func ConnectGet(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: onGet{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// named uses a header that net/http does not know.
type named struct{ base http.RoundTripper }

func (k named) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	r.Header.Set("X-Request-Id", uuid.NewString())
	return k.base.RoundTrip(r)
}

// ConnectNamed is safe.
func ConnectNamed(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: named{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// DialNamed is safe.
func DialNamed(endpoint, trace string) (*client.Client, error) {
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPHeaders(map[string]string{"X-Request-Id": trace}))
}

// Payments is a client of an API that is not MCP.
type Payments struct{ hc *http.Client }

// Charge is safe: the API documents the header.
func (p *Payments) Charge(ctx context.Context, url, key string, amount int) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"amount": amount})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return p.hc.Do(req)
}

// Stream is a hand-written client whose requests cannot be read again.
type Stream struct {
	hc       *http.Client
	endpoint string
	nextID   func() int64
}

// Call is safe: net/http has no way to read the pipe again.
func (s *Stream) Call(ctx context.Context, tool string, args map[string]any, key string) (*http.Response, error) {
	pr, pw := io.Pipe()
	go func() {
		pw.CloseWithError(json.NewEncoder(pw).Encode(map[string]any{
			"jsonrpc": "2.0", "id": s.nextID(), "method": "tools/call",
			"params": map[string]any{"name": tool, "arguments": args},
		}))
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint, pr)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return s.hc.Do(req)
}
