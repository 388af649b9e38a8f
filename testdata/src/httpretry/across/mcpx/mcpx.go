// Package mcpx is a client library on the official SDK whose users bring their
// own HTTP client.
package mcpx

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options configure Connect.
type Options struct {
	Endpoint   string
	HTTPClient *http.Client
	// Downloads fetches icons and is never put under a session.
	Downloads *http.Client
}

// Connect opens a session.
func Connect(ctx context.Context, o Options) (*mcp.ClientSession, error) {
	return mcp.NewClient(&mcp.Implementation{Name: "mcpx"}, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   o.Endpoint,
		HTTPClient: o.HTTPClient,
	}, nil)
}

// Dial opens a session over hc.
func Dial(ctx context.Context, endpoint string, hc *http.Client) (*mcp.ClientSession, error) {
	return Connect(ctx, Options{Endpoint: endpoint, HTTPClient: hc})
}

// A Client is made with functional options.
type Client struct {
	endpoint string
	hc       *http.Client
	session  *mcp.ClientSession
}

// An Option changes a Client.
type Option func(*Client)

// WithHTTPClient sets the HTTP client.
func WithHTTPClient(hc *http.Client) Option { return func(c *Client) { c.hc = hc } }

// New returns a client.
func New(endpoint string, opts ...Option) *Client {
	c := &Client{endpoint: endpoint, hc: http.DefaultClient}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Open opens the session.
func (c *Client) Open(ctx context.Context) error {
	s, err := mcp.NewClient(&mcp.Implementation{Name: "mcpx"}, nil).Connect(ctx,
		&mcp.StreamableClientTransport{Endpoint: c.endpoint, HTTPClient: c.hc}, nil)
	c.session = s
	return err
}

// Ping probes a URL with a client of its own.
func Ping(ctx context.Context, url string, hc *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
