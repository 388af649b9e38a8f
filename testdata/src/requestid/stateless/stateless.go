// Package stateless shows no session: nothing says that its requests belong
// together.
package stateless

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
)

// Client asks one question, or a few.
type Client struct {
	hc   *http.Client
	url  string
	next atomic.Int64
}

// Tools is safe: one request, and no session.
func (c *Client) Tools(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}

// Checks is safe: other requests, one after the other, whatever becomes of
// each; and no session.
func (c *Client) Checks(ctx context.Context, methods []string, failed func(string, error)) error {
	id := c.next.Add(1)
	for _, m := range methods {
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": m, "params": map[string]any{}})
		if err != nil {
			return err
		}
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(body))
		if err != nil {
			failed(m, err)
			continue
		}
		resp.Body.Close()
	}
	return nil
}
