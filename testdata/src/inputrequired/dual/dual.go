// Package dual speaks two editions and tells them apart: it is not judged by
// the one.
package dual

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

// Client calls tools.
type Client struct {
	http     *http.Client
	endpoint string
	version  string
	modern   func(json.RawMessage) (string, error)
}

// Call is safe as far as can be seen.
func (c *Client) Call(ctx context.Context, tool string, args any) (string, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("MCP-Protocol-Version", c.version)
	resp, err := c.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var env struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&env); err != nil {
		return "", err
	}
	if c.version >= "2026-07-28" {
		return c.modern(env.Result)
	}
	var res struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	}
	err = json.Unmarshal(env.Result, &res)
	if err != nil || len(res.Content) == 0 {
		return "", err
	}
	return res.Content[0].Text, nil
}
