// Package handrpc reads in JSON-RPC by hand.
package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

// Client lists tools.
type Client struct {
	http     *http.Client
	endpoint string
	ids      atomic.Int64
}

func (c *Client) call(ctx context.Context, method string, params, out any) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.ids.Add(1), "method": method, "params": params})
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
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Tools goes on at once.
func (c *Client) Tools(ctx context.Context) (out json.RawMessage) {
	for c.call(ctx, "tools/list", map[string]any{}, &out) != nil { // want `tools/list is sent again at once after every failure, without an end`
	}
	return out
}

// ToolsSlowly is safe.
func (c *Client) ToolsSlowly(ctx context.Context) (out json.RawMessage, err error) {
	for i := range 6 {
		if err = c.call(ctx, "tools/list", map[string]any{}, &out); err == nil {
			return out, nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return nil, err
}

// Place is not its matter.
func (c *Client) Place(ctx context.Context, order string) (out json.RawMessage) {
	for c.call(ctx, "tools/call", map[string]any{"name": "place_order", "arguments": map[string]any{"order": order}}, &out) != nil {
	}
	return out
}
