// Package told holds a client that repeats whatever it sends, and that calls
// tools itself.
package told

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Conn sends requests.
type Conn struct {
	http *http.Client
	url  string
	last int64
}

// Call is unsafe: it is given tools/call by Tool, and by another package.
func (c *Conn) Call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	var failed error
	for range 3 {
		c.last++
		data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.last, "method": method, "params": params})
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		resp, err := c.http.Do(req) // want `tools/call.*can run again`
		if err != nil {
			failed = err
			continue
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil {
			return body, nil
		}
		failed = fmt.Errorf("%s: %w", method, err)
	}
	return nil, failed
}

// Tool calls a tool.
func (c *Conn) Tool(ctx context.Context, name string, args any) (json.RawMessage, error) {
	return c.Call(ctx, "tools/call", map[string]any{"name": name, "arguments": args})
}
