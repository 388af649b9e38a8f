// Package client speaks 2026-07-28, with helpers of another package.
package client

import (
	"context"
	"maps"
	"net/http"

	"cases/eramix/helpers/hdr"
)

const version = "2026-07-28"

type client struct{ url, last, session string }

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set(hdr.Version, version)
	hdr.SetCursor(req, c.last) // want `Last-Event-ID belongs to another era`
	return http.DefaultClient.Do(req)
}

func (c *client) post(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	maps.Copy(req.Header, hdr.InSession(c.session)) // want `Mcp-Session-Id belongs to another era`
	return http.DefaultClient.Do(req)
}

func (c *client) call(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	hdr.WithMethod(req.Header, "tools/call")
	return http.DefaultClient.Do(req)
}
