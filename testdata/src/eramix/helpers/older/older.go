// Package older speaks 2025-06-18, with helpers of another package.
package older

import (
	"context"
	"net/http"

	"cases/eramix/helpers/hdr"
)

const version = "2025-06-18"

type client struct{ url, last string }

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set(hdr.Version, version)
	hdr.SetCursor(req, c.last)
	return http.DefaultClient.Do(req)
}

func (c *client) call(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	hdr.WithMethod(req.Header, "tools/call") // want `Mcp-Method belongs to another era`
	return http.DefaultClient.Do(req)
}
