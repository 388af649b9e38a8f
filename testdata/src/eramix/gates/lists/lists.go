// Package lists looks for its version among those without sessions.
package lists

import (
	"context"
	"net/http"
	"slices"
)

var stateless = []string{"2026-07-28"}

type client struct{ url, session, version string }

func (c *client) post(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(stateless, c.version) {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	return http.DefaultClient.Do(req)
}
