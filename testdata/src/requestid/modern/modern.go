// Package modern speaks 2026-07-28 only: ids of answered requests are free.
package modern

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

const version = "2026-07-28"

// Client has one request under way at a time.
type Client struct {
	hc  *http.Client
	url string
}

func (c *Client) call(ctx context.Context, method string, params map[string]any) (*http.Response, error) {
	raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Protocol-Version", version)
	return c.hc.Do(req)
}

// Discover asks what there is.
func (c *Client) Discover(ctx context.Context) (*http.Response, error) {
	return c.call(ctx, "server/discover", nil)
}

// Tools lists.
func (c *Client) Tools(ctx context.Context) (*http.Response, error) {
	return c.call(ctx, "tools/list", nil)
}

// All is safe: one after the other, each is answered.
func (c *Client) All(ctx context.Context, names []string) error {
	for _, name := range names {
		resp, err := c.call(ctx, "tools/call", map[string]any{"name": name})
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}
