// Package nameless names no edition: what it sends says that it is a modern
// one.
package nameless

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

type client struct{ url, last string }

func (c *client) send(ctx context.Context, method string, params any) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Method", method)
	return http.DefaultClient.Do(req)
}

func (c *client) discover(ctx context.Context) (*http.Response, error) {
	return c.send(ctx, "server/discover", nil)
}

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Last-Event-ID", c.last) // want `Last-Event-ID belongs to another era`
	return http.DefaultClient.Do(req)
}
