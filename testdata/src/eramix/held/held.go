// Package held keeps its version in a field that never holds another.
package held

import (
	"context"
	"net/http"
)

type client struct {
	url, session, last string
	version            string
}

func newClient(url string) *client { return &client{url: url, version: "2026-07-28"} }

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", c.version)
	req.Header.Set("Last-Event-ID", c.last) // want `Last-Event-ID belongs to another era of the protocol`
	return http.DefaultClient.Do(req)
}
