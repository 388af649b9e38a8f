// Package modern speaks 2026-07-28 only, with mechanisms of before.
package modern

import (
	"bytes"
	"context"
	"net/http"
)

const version = "2026-07-28"

type client struct {
	url, session, last string
}

func (c *client) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	return http.DefaultClient.Do(req)
}

func (c *client) resume(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("Last-Event-ID", c.last) // want `Last-Event-ID belongs to another era of the protocol: the code names only the 2026-07-28 edition`
	return http.DefaultClient.Do(req)
}

func (c *client) inSession(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", c.session) // want `Mcp-Session-Id belongs to another era`
	return http.DefaultClient.Do(req)
}

func (c *client) listen(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("Accept", "text/event-stream")
	return http.DefaultClient.Do(req) // want `a GET stream belongs to another era`
}

func (c *client) end(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	return http.DefaultClient.Do(req) // want `a DELETE belongs to another era`
}

func (c *client) cancel(ctx context.Context) (*http.Response, error) {
	const text = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	return c.post(ctx, []byte(text)) // want `notifications/cancelled over HTTP belongs to another era`
}

func (c *client) call(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		c.session = "" // want `a 404 taken for the end of a session belongs to another era`
	}
	return nil
}
