// Package shapes speaks 2026-07-28, and sets the headers of before in odd
// places.
package shapes

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/textproto"
	"sync/atomic"
)

// Version is a string type of its own.
type Version string

// The one version.
const Latest Version = "2026-07-28"

var errGone = errors.New("gone")

type option func(*http.Request)

// withCursor is an option.
func withCursor(id string) option {
	return func(req *http.Request) { req.Header.Set("last-event-id", id) } // want `Last-Event-ID belongs to another era`
}

// withTrace is one that any era has.
func withTrace(id string) option {
	return func(req *http.Request) { req.Header.Set("traceparent", id) }
}

// A roundTripper adds the session.
type roundTripper struct {
	base http.RoundTripper
	id   atomic.Pointer[string]
}

func (t *roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("MCP-Protocol-Version", string(Latest))
	if id := t.id.Load(); id != nil {
		req.Header["Mcp-Session-Id"] = []string{*id} // want `Mcp-Session-Id belongs to another era`
	}
	return t.base.RoundTrip(req)
}

type client[T any] struct {
	hc      *http.Client
	url     string
	decode  func(io.Reader) (T, error)
	cursors map[string]string
}

func (c *client[T]) fetch(ctx context.Context, opts ...option) (out T, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return out, err
	}
	for _, o := range opts {
		o(req)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	return c.decode(resp.Body)
}

// literal has the headers in a literal.
func (c *client[T]) literal(ctx context.Context, stream string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{
		"Accept":        {"text/event-stream"},
		"Last-Event-Id": {c.cursors[stream]}, // want `Last-Event-ID belongs to another era`
	}
	return c.hc.Do(req)
}

// canonical spells the name out.
func (c *client[T]) canonical(ctx context.Context, stream string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", c.url, nil)
	if err != nil {
		return nil, err
	}
	key := textproto.CanonicalMIMEHeaderKey("last-event-id")
	req.Header[key] = append(req.Header[key], c.cursors[stream]) // want `Last-Event-ID belongs to another era`
	return c.hc.Do(req)
}

// gone takes a 404 for an unknown method, which it is.
func (c *client[T]) gone(resp *http.Response) error {
	switch resp.StatusCode {
	case http.StatusNotFound:
		return errGone
	}
	return nil
}
