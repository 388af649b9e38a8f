// Package proxy hands answers on as they are: whoever reads them may look at
// their types.
package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

// Forward is safe.
func Forward(ctx context.Context, c *http.Client, url, tool string, args any) (json.RawMessage, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", "2026-07-28")
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var env struct {
		Result json.RawMessage `json:"result"`
	}
	err = json.NewDecoder(resp.Body).Decode(&env)
	return env.Result, err
}
