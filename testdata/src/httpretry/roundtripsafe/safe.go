// Package roundtripsafe holds round trippers that repeat only what may be
// repeated.
package roundtripsafe

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func connect(ctx context.Context, endpoint string, rt http.RoundTripper) (*mcp.ClientSession, error) {
	return mcp.NewClient(&mcp.Implementation{Name: "safe"}, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: &http.Client{Transport: rt},
	}, nil)
}

// Reads repeats GET only: it leaves before the loop.
type Reads struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Reads) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet {
		return t.base.RoundTrip(req)
	}
	for range 3 {
		if resp, err = t.base.RoundTrip(req); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// ConnectReads is safe.
func ConnectReads(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, Reads{http.DefaultTransport})
}

// Idempotent asks a helper about the method.
type Idempotent struct {
	base http.RoundTripper
	max  int
}

func repeatable(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPut, http.MethodDelete:
		return true
	}
	return false
}

// RoundTrip implements http.RoundTripper.
func (t *Idempotent) RoundTrip(req *http.Request) (*http.Response, error) {
	attempts := 1
	if repeatable(req.Method) {
		attempts = t.max
	}
	var resp *http.Response
	var err error
	for i := 0; i < attempts; i++ {
		resp, err = t.base.RoundTrip(req)
		if err == nil {
			break
		}
	}
	return resp, err
}

// ConnectIdempotent is safe.
func ConnectIdempotent(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, &Idempotent{base: http.DefaultTransport, max: 3})
}

var methods = []string{http.MethodGet, http.MethodHead}

// Listed looks the method up.
type Listed struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Listed) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	if err != nil && slices.Contains(methods, req.Method) {
		return t.base.RoundTrip(req)
	}
	return resp, err
}

// ConnectListed is safe.
func ConnectListed(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, Listed{http.DefaultTransport})
}

var again = map[string]bool{"GET": true, "HEAD": true, "POST": false}

// Mapped looks the method up in a table.
type Mapped struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Mapped) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	if err != nil && again[req.Method] {
		return t.base.RoundTrip(req)
	}
	return resp, err
}

// ConnectMapped is safe.
func ConnectMapped(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, Mapped{http.DefaultTransport})
}

// Bodiless repeats only requests without a body.
type Bodiless struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Bodiless) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	if err != nil && (req.Body == nil || req.Body == http.NoBody) {
		return t.base.RoundTrip(req)
	}
	return resp, err
}

// ConnectBodiless is safe.
func ConnectBodiless(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, Bodiless{http.DefaultTransport})
}

// Tokens fetches tokens.
type Tokens interface {
	Token(ctx context.Context) (string, error)
	Refresh(ctx context.Context) (string, error)
}

// Auth repeats once after 401: the request was refused.
type Auth struct {
	base   http.RoundTripper
	tokens Tokens
}

// RoundTrip implements http.RoundTripper.
func (t *Auth) RoundTrip(req *http.Request) (*http.Response, error) {
	tok, err := t.tokens.Token(req.Context())
	if err != nil {
		return nil, err
	}
	first := req.Clone(req.Context())
	first.Header.Set("Authorization", "Bearer "+tok)
	resp, err := t.base.RoundTrip(first)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	resp.Body.Close()
	if tok, err = t.tokens.Refresh(req.Context()); err != nil {
		return nil, err
	}
	second := req.Clone(req.Context())
	if req.GetBody != nil {
		if second.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	second.Header.Set("Authorization", "Bearer "+tok)
	return t.base.RoundTrip(second)
}

// ConnectAuth is safe.
func ConnectAuth(ctx context.Context, endpoint string, tokens Tokens) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, &Auth{base: http.DefaultTransport, tokens: tokens})
}

// DialAuth is safe under mcp-go, too.
func DialAuth(endpoint string, tokens Tokens) (*client.Client, error) {
	hc := &http.Client{Transport: &Auth{base: http.DefaultTransport, tokens: tokens}}
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPBasicClient(hc))
}

// Moved repeats after 404 on another path: the request was refused.
type Moved struct {
	base http.RoundTripper
	path string
}

// RoundTrip implements http.RoundTripper.
func (t Moved) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusNotFound {
		resp.Body.Close()
		other := req.Clone(req.Context())
		other.URL.Path = t.path
		if other.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		return t.base.RoundTrip(other)
	}
	return resp, err
}

// ConnectMoved is safe.
func ConnectMoved(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, Moved{http.DefaultTransport, "/mcp"})
}

// Dialed repeats when the connection could not be opened: nothing was sent.
type Dialed struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Dialed) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		resp, err = t.base.RoundTrip(req)
		var op *net.OpError
		if err == nil || !errors.As(err, &op) || op.Op != "dial" {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// ConnectDialed is safe.
func ConnectDialed(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	return connect(ctx, endpoint, Dialed{http.DefaultTransport})
}

// split sends GET through a client that repeats and the rest through one that
// does not.
type split struct{ reads, writes http.RoundTripper }

func (s split) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodGet {
		return s.reads.RoundTrip(req)
	}
	return s.writes.RoundTrip(req)
}

type always struct{ base http.RoundTripper }

func (a always) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := a.base.RoundTrip(req)
	if err != nil {
		return a.base.RoundTrip(req)
	}
	return resp, err
}

// ConnectSplit is safe: POST does not reach the repeating one.
func ConnectSplit(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	rt := split{reads: always{http.DefaultTransport}, writes: http.DefaultTransport}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: &http.Client{Transport: rt}}, nil)
}

// ConnectSwapped is unsafe: POST reaches it.
func ConnectSwapped(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	rt := split{writes: always{http.DefaultTransport}, reads: http.DefaultTransport}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: &http.Client{Transport: rt}}, nil) // want `sends? a POST again`
}

// Downloader is safe: its client repeats, but it never sees an MCP transport.
type Downloader struct{ hc *http.Client }

// NewDownloader returns a downloader of icons that servers advertise.
func NewDownloader() *Downloader {
	return &Downloader{hc: &http.Client{Transport: always{http.DefaultTransport}}}
}

// Icon fetches an icon.
func (d *Downloader) Icon(url string) (*http.Response, error) { return d.hc.Get(url) }
