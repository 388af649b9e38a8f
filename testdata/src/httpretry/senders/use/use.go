// Package use sends JSON-RPC requests through them.
package use

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"cases/httpretry/senders/again"
)

type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int    `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

func build(ctx context.Context, url string, id int, params any) (*http.Request, error) {
	body, err := json.Marshal(request{JSONRPC: "2.0", ID: id, Method: "tools/call", Params: params})
	if err != nil {
		return nil, err
	}
	return http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
}

// Caller is unsafe: its client sends again.
type Caller struct {
	url    string
	client *again.Client
	next   int
}

// Open makes a Caller.
func Open(url string) *Caller { return &Caller{url: url, client: again.New()} }

// Call calls a tool.
func (c *Caller) Call(ctx context.Context, params any) (*http.Response, error) {
	c.next++
	req, err := build(ctx, c.url, c.next, params)
	if err != nil {
		return nil, err
	}
	return c.client.Do(req) // want `sends a POST again`
}

// Polite is safe: POST is sent once.
func Polite(ctx context.Context, c *again.Polite, url string, id int, params any) (*http.Response, error) {
	req, err := build(ctx, url, id, params)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// Get is safe: what is sent is no request of the protocol.
func Get(ctx context.Context, c *again.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}
