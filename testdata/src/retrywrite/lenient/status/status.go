// Package status repeats POSTs after a 404 or a 429, which by default are
// refusals. Its twin under strict is reported.
package status

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Client makes one POST per call.
type Client struct {
	http *http.Client
	url  string
}

func (c *Client) do(ctx context.Context, tool string, args any) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      time.Now().UnixNano(),
		"method":  "tools/call",
		"params":  map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

// TooMany repeats after a 429.
func (c *Client) TooMany(ctx context.Context, tool string, args any) (*http.Response, error) {
	for {
		resp, err := c.do(ctx, tool, args)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// NotFound repeats after a 404, with a new session.
func (c *Client) NotFound(ctx context.Context, tool string, args any, initialize func() error) (*http.Response, error) {
	resp, err := c.do(ctx, tool, args)
	if err == nil && resp.StatusCode == http.StatusNotFound {
		resp.Body.Close()
		if err := initialize(); err != nil {
			return nil, err
		}
		return c.do(ctx, tool, args)
	}
	return resp, err
}

// Unauthorized is safe under -strict too: the server refused the very POST.
func (c *Client) Unauthorized(ctx context.Context, tool string, args any, login func() error) (*http.Response, error) {
	resp, err := c.do(ctx, tool, args)
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		if err := login(); err != nil {
			return nil, err
		}
		return c.do(ctx, tool, args)
	}
	return resp, err
}
