// Package handrpc books seats in JSON-RPC by hand.
package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"cases/intentlog/ledger"
)

// Client calls tools.
type Client struct {
	http     *http.Client
	endpoint string
	ids      int64
	ledger   *ledger.Ledger
}

func (c *Client) call(ctx context.Context, tool string, args any) error {
	c.ids++
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": c.ids, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Bare writes nothing.
func (c *Client) Bare(ctx context.Context, seat string) error {
	return c.call(ctx, "book_seat", map[string]any{"seat": seat}) // want `tools/call "book_seat" is made before any journal has its intent`
}

// Written is safe.
func (c *Client) Written(ctx context.Context, key, seat string) error {
	if err := c.ledger.Begin(ctx, key, seat); err != nil {
		return err
	}
	return c.call(ctx, "book_seat", map[string]any{"seat": seat})
}
