// Package gates has one client for both eras: it asks in many ways which it
// is. The newest edition is the only one that it names.
package gates

import (
	"context"
	"net/http"
	"strings"
)

const modern = "2026-07-28"

type client struct {
	url, session, last, version string
}

func newClient(url string) *client { return &client{url: url, version: modern} }

func (c *client) stateless() bool { return strings.Compare(c.version, modern) >= 0 }

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", modern)
	if !c.stateless() {
		req.Header.Set("Last-Event-ID", c.last)
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	return http.DefaultClient.Do(req)
}
