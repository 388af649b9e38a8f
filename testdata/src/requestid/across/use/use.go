// Package use builds messages with types of another package.
package use

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"cases/requestid/across/wire"
)

// Desk asks for what there is.
type Desk struct {
	hc      *http.Client
	url     string
	session string
}

func (d *Desk) post(ctx context.Context, msg wire.Request) (*http.Response, error) {
	raw, err := json.Marshal(msg)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Mcp-Session-Id", d.session)
	return d.hc.Do(req)
}

// Tools is unsafe: a message of another package's type.
func (d *Desk) Tools(ctx context.Context) (*http.Response, error) {
	return d.post(ctx, wire.Request{JSONRPC: "2.0", ID: 1, Method: "tools/list"}) // want `tools/list requests have the constant JSON-RPC id 1 and can be sent twice`
}

// Once is safe: another package builds and numbers.
func Once(ctx context.Context, c *wire.Client) (*http.Response, error) {
	body, err := c.Build("tools/list", nil)
	if err != nil {
		return nil, err
	}
	return c.Post(ctx, body)
}
