// Package rpc is a JSON-RPC client that repeats what fails. It names no
// method.
package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Conn posts to one endpoint.
type Conn struct {
	HTTP *http.Client
	URL  string
	next int
}

// Call sends a request, up to three times.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	var last error
	for n := range 3 {
		if last = c.Once(ctx, method, params, result); last == nil {
			return nil
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
	return last
}

// Once sends a request.
func (c *Conn) Once(ctx context.Context, method string, params, result any) error {
	c.next++
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      c.next,
		"method":  method,
		"params":  params,
	})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: status %d", method, resp.StatusCode)
	}
	return json.NewDecoder(resp.Body).Decode(result)
}
