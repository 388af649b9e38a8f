// Package handrpc holds a client that speaks JSON-RPC by hand and looks for
// the effect before it sends again.
package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
)

type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

type response struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Client posts requests.
type Client struct {
	http     http.Client
	endpoint string
	ids      atomic.Int64
}

func (c *Client) post(ctx context.Context, method string, params any) (json.RawMessage, error) {
	body, err := json.Marshal(request{"2.0", c.ids.Add(1), method, params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	var out response
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, err
	}
	if out.Error != nil {
		return nil, errors.New(out.Error.Message)
	}
	return out.Result, nil
}

func (c *Client) tool(ctx context.Context, name, order string) (json.RawMessage, error) {
	return c.post(ctx, "tools/call", map[string]any{"name": name, "arguments": map[string]any{"order": order}})
}

// shipped asks the tool.
func (c *Client) shipped(ctx context.Context, order string) bool {
	raw, err := c.tool(ctx, "track_order", order)
	return err == nil && bytes.Contains(raw, []byte("shipped"))
}

// Ship is unsafe.
func (c *Client) Ship(ctx context.Context, order string) error {
	_, err := c.tool(ctx, "ship_order", order)
	if err != nil && !c.shipped(ctx, order) {
		_, err = c.tool(ctx, "ship_order", order) // want `tools/call "ship_order" can run again because of what \(\*Client\).shipped found`
	}
	return err
}

// ShipHeld is its safe twin.
func (c *Client) ShipHeld(ctx context.Context, order string) error {
	_, err := c.tool(ctx, "ship_order", order)
	if err != nil && !c.shipped(ctx, order) {
		return fmt.Errorf("order %s may be on its way: %w", order, err)
	}
	return nil
}
