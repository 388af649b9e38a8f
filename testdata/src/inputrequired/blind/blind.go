// Package blind is a client of 2026-07-28 that has never heard of result
// types.
package blind

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
)

const version = "2026-07-28"

// Client calls tools.
type Client struct {
	http     *http.Client
	endpoint string
	ids      atomic.Int64
}

type result struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	IsError bool `json:"isError"`
}

func (c *Client) rpc(ctx context.Context, method string, params, out any) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.ids.Add(1), "method": method, "params": params})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("MCP-Protocol-Version", version)
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var env struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&env); err != nil {
		return err
	}
	return json.Unmarshal(env.Result, out)
}

// Call takes every answer for the end.
func (c *Client) Call(ctx context.Context, tool string, args map[string]any) (string, error) {
	var res result
	if err := c.rpc(ctx, "tools/call", map[string]any{"name": tool, "arguments": args}, &res); err != nil { // want `tools/call is taken for complete without a look at resultType`
		return "", err
	}
	if res.IsError || len(res.Content) == 0 {
		return "", errors.New("the tool failed")
	}
	return res.Content[0].Text, nil
}

// Book calls it, and is not told again.
func (c *Client) Book(ctx context.Context, seat string) error {
	_, err := c.Call(ctx, "book_seat", map[string]any{"seat": seat})
	return err
}

// Tools lists them.
func (c *Client) Tools(ctx context.Context) (out json.RawMessage, err error) {
	err = c.rpc(ctx, "tools/list", map[string]any{}, &out)
	return out, err
}
