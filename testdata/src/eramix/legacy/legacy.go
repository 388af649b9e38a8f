// Package legacy speaks 2025-11-25 only, with mechanisms of later.
package legacy

import (
	"bytes"
	"context"
	"net/http"
)

const version = "2025-11-25"

type client struct {
	url, session, last string
}

func (c *client) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Mcp-Method", "tools/list") // want `Mcp-Method belongs to another era of the protocol: the code names only editions before 2026-07-28`
	return http.DefaultClient.Do(req)
}

func (c *client) subscribe(ctx context.Context) (*http.Response, error) {
	return c.post(ctx, []byte(`{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen"}`)) // want `subscriptions/listen belongs to another era`
}

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", c.session)
	req.Header.Set("Last-Event-ID", c.last)
	return http.DefaultClient.Do(req)
}
