// Package roundtrip holds round trippers that call the inner one again.
package roundtrip

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Retry repeats any request after an error or a status of 500 and above.
type Retry struct {
	Base     http.RoundTripper
	Attempts int
}

// RoundTrip implements http.RoundTripper.
func (r *Retry) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for attempt := range r.Attempts {
		if attempt > 0 && req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return nil, err
			}
			req.Body = body
		}
		resp, err = r.Base.RoundTrip(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if resp != nil && attempt < r.Attempts-1 {
			resp.Body.Close()
		}
		time.Sleep(time.Duration(attempt+1) * 200 * time.Millisecond)
	}
	return resp, err
}

// ConnectRetry is unsafe.
func ConnectRetry(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	return c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   endpoint,
		HTTPClient: &http.Client{Transport: &Retry{Base: http.DefaultTransport, Attempts: 3}}, // want `sends a POST again \(\(\*Retry\)\.RoundTrip\).*send POST once`
	}, nil)
}

// DialRetry is unsafe: the same under mcp-go.
func DialRetry(endpoint string) (*client.Client, error) {
	hc := &http.Client{Transport: &Retry{Base: http.DefaultTransport, Attempts: 3}}
	return client.NewStreamableHttpClient(endpoint, transport.WithHTTPBasicClient(hc)) // want `sends? a POST again`
}

// Reset repeats after a broken connection, with a copy of the body.
type Reset struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t Reset) RoundTrip(req *http.Request) (*http.Response, error) {
	payload, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.Body.Close()
	first := req.Clone(req.Context())
	first.Body = io.NopCloser(bytes.NewReader(payload))
	resp, err := t.next.RoundTrip(first)
	if err != nil && (errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed)) {
		second := req.Clone(req.Context())
		second.Body = io.NopCloser(bytes.NewReader(payload))
		return t.next.RoundTrip(second)
	}
	return resp, err
}

// ConnectReset is unsafe: EOF also follows an executed request.
func ConnectReset(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	t := &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: &http.Client{Transport: Reset{http.DefaultTransport}}} // want `sends? a POST again`
	return c.Connect(ctx, t, nil)
}

// roundTripperFunc is the usual adapter.
type roundTripperFunc func(*http.Request) (*http.Response, error)

func (f roundTripperFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func withJitter(next http.RoundTripper) http.RoundTripper {
	return roundTripperFunc(func(req *http.Request) (*http.Response, error) {
		resp, err := next.RoundTrip(req)
		for i := 0; i < 2 && err != nil; i++ {
			time.Sleep(time.Duration(rand.IntN(500)) * time.Millisecond)
			resp, err = next.RoundTrip(req)
		}
		return resp, err
	})
}

// ConnectFunc is unsafe: the round tripper is a function.
func ConnectFunc(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: withJitter(http.DefaultTransport)}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}

// logging passes everything on once.
type logging struct {
	next http.RoundTripper
	log  *slog.Logger
}

func (l *logging) RoundTrip(req *http.Request) (*http.Response, error) {
	start := time.Now()
	resp, err := l.next.RoundTrip(req)
	l.log.Debug("mcp", "method", req.Method, "took", time.Since(start), "err", err)
	return resp, err
}

// ConnectLogged is unsafe: the repeating one is inside.
func ConnectLogged(ctx context.Context, c *mcp.Client, endpoint string, log *slog.Logger) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: &logging{next: &Retry{Base: http.DefaultTransport, Attempts: 2}, log: log}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}

// ConnectLoggedOnly is safe.
func ConnectLoggedOnly(ctx context.Context, c *mcp.Client, endpoint string, log *slog.Logger) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: &logging{next: http.DefaultTransport, log: log}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil)
}

// Helped repeats through a helper that makes one attempt.
type Helped struct {
	base http.RoundTripper
	max  int
}

// RoundTrip implements http.RoundTripper.
func (h *Helped) RoundTrip(req *http.Request) (*http.Response, error) {
	var last error
	for range h.max {
		resp, err := h.attempt(req)
		if err == nil {
			return resp, nil
		}
		last = err
		if !transient(err) {
			break
		}
	}
	return nil, last
}

func (h *Helped) attempt(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), 10*time.Second)
	defer cancel()
	return h.base.RoundTrip(req.Clone(ctx))
}

func transient(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout() || errors.Is(err, io.ErrUnexpectedEOF)
}

// ConnectHelped is unsafe: a timeout also follows an executed request.
func ConnectHelped(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: &Helped{base: http.DefaultTransport, max: 3}}
	return c.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}

// Backed repeats through a library.
type Backed struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b Backed) RoundTrip(req *http.Request) (*http.Response, error) {
	return backoff.Retry(req.Context(), func() (*http.Response, error) {
		return b.base.RoundTrip(req)
	}, backoff.WithMaxTries(3))
}

// ConnectBacked is unsafe.
func ConnectBacked(ctx context.Context, c *mcp.Client, endpoint string) (*mcp.ClientSession, error) {
	hc := &http.Client{Transport: Backed{http.DefaultTransport}}
	return c.Connect(ctx, &mcp.SSEClientTransport{Endpoint: endpoint, HTTPClient: hc}, nil) // want `sends? a POST again`
}
