// Package wire posts messages.
package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
)

// Request is a JSON-RPC request.
type Request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

// Client posts, and keeps the session.
type Client struct {
	HC      *http.Client
	URL     string
	session string
	next    atomic.Int64
}

// Post posts one message.
func (c *Client) Post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", c.session)
	return c.HC.Do(req)
}

// Build builds a request with an id of its own.
func (c *Client) Build(method string, params any) ([]byte, error) {
	return json.Marshal(Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: method, Params: params})
}
