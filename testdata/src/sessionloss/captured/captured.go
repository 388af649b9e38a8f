// Package captured has a client that takes the session id of every answer.
package captured

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

type client struct {
	hc  *http.Client
	url string
	mu  sync.Mutex
	id  string
}

func (c *client) session() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.id
}

func (c *client) post(ctx context.Context, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if id := c.session(); id != "" {
		req.Header.Set("Mcp-Session-Id", id)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		c.mu.Lock()
		c.id = id
		c.mu.Unlock()
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return nil, fmt.Errorf("status %d: %s", resp.StatusCode, text)
	}
	return io.ReadAll(resp.Body)
}

// healing posts, and begins anew by itself.
func (c *client) healing(ctx context.Context, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if id := c.session(); id != "" {
		req.Header.Set("Mcp-Session-Id", id)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && c.session() != "" {
		c.mu.Lock()
		c.id = ""
		c.mu.Unlock()
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	return io.ReadAll(resp.Body)
}

// insisting tries again after any failure.
func (c *client) insisting(ctx context.Context, body []byte) (out []byte, err error) {
	for i := range 3 {
		if out, err = c.post(ctx, body); err == nil { // want `a request is sent again with the session id that a 404 has ended`
			return out, nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return nil, err
}

// insistingHealed does so with what forgets the session.
func (c *client) insistingHealed(ctx context.Context, body []byte) (out []byte, err error) {
	for i := range 3 {
		if out, err = c.healing(ctx, body); err == nil {
			return out, nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return nil, err
}

// hello is what makes it a client.
func (c *client) hello(ctx context.Context) error {
	_, err := c.post(ctx, []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	return err
}
