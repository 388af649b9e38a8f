// Package flags is told by others which era to speak.
package flags

import (
	"context"
	"net/http"
)

const version = "2026-07-28"

// A Mode says what a client speaks.
type Mode int

// The modes.
const (
	Auto Mode = iota
	Old
)

type client struct {
	url, session, last string
	// sessions is set by who has found out.
	sessions bool
	mode     Mode
}

func (c *client) post(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	if c.sessions {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	return http.DefaultClient.Do(req)
}

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	if c.mode != Old {
		return nil, nil
	}
	return c.get(ctx)
}

func (c *client) get(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Last-Event-ID", c.last)
	return http.DefaultClient.Do(req)
}

// always does not ask.
func (c *client) always(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	if c.last != "" {
		req.Header.Set("Last-Event-ID", c.last) // want `Last-Event-ID belongs to another era`
	}
	return http.DefaultClient.Do(req)
}
