// Package handwritten uses the ids of its own JSON-RPC messages as keys.
package handwritten

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
)

// Request is a JSON-RPC request.
type Request struct {
	JSONRPC string         `json:"jsonrpc"`
	ID      int64          `json:"id"`
	Method  string         `json:"method"`
	Params  map[string]any `json:"params,omitempty"`
}

// Client speaks MCP over HTTP by itself.
type Client struct {
	hc       *http.Client
	endpoint string
	session  string
	next     atomic.Int64
}

func (c *Client) post(ctx context.Context, body any, header http.Header) (*http.Response, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header = header
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if s := resp.Header.Get("Mcp-Session-Id"); s != "" {
		c.session = s
	}
	return resp, nil
}

// SameID is unsafe: one number for the request and for the operation.
func (c *Client) SameID(ctx context.Context, room string) (*http.Response, error) {
	id := c.next.Add(1)
	return c.post(ctx, Request{
		JSONRPC: "2.0", ID: id, Method: "tools/call",
		Params: map[string]any{"name": "book_room", "arguments": map[string]any{
			"room":            room,
			"idempotency_key": strconv.FormatInt(id, 10), // want `the JSON-RPC id is used as the key idempotency_key`
		}},
	}, http.Header{})
}

// OwnID is safe: the caller's id for the operation.
func (c *Client) OwnID(ctx context.Context, room, op string) (*http.Response, error) {
	id := c.next.Add(1)
	return c.post(ctx, Request{
		JSONRPC: "2.0", ID: id, Method: "tools/call",
		Params: map[string]any{"name": "book_room", "arguments": map[string]any{
			"room":            room,
			"idempotency_key": op,
		}},
	}, http.Header{})
}

// Header is unsafe: the id of the message goes into a header, too.
func (c *Client) Header(ctx context.Context, msg *Request) (*http.Response, error) {
	h := http.Header{}
	h.Set("X-Idempotency-Key", fmt.Sprint(msg.ID)) // want `the JSON-RPC id is used as the key X-Idempotency-Key`
	return c.post(ctx, msg, h)
}

// Session is unsafe: the field holds what the server sent as session id.
func (c *Client) Session(ctx context.Context, room string) (*http.Response, error) {
	return c.post(ctx, map[string]any{
		"jsonrpc": "2.0", "id": c.next.Add(1), "method": "tools/call",
		"params": map[string]any{"name": "book_room", "arguments": map[string]any{
			"room":            room,
			"idempotency_key": c.session, // want `the session id is used as the key idempotency_key`
		}},
	}, http.Header{})
}

// MapID is unsafe: messages that are maps.
func (c *Client) MapID(ctx context.Context, room string) (*http.Response, error) {
	id := fmt.Sprintf("req-%d", c.next.Add(1))
	return c.post(ctx, map[string]any{
		"jsonrpc": "2.0", "id": id, "method": "tools/call",
		"params": map[string]any{
			"name":      "book_room",
			"arguments": map[string]any{"room": room},
			"_meta":     map[string]any{"idempotencyKey": id}, // want `the JSON-RPC id is used as the key idempotencyKey`
		},
	}, http.Header{})
}

// Trace is safe: a header for tracing.
func (c *Client) Trace(ctx context.Context, msg *Request) (*http.Response, error) {
	h := http.Header{}
	h.Set("X-Request-Id", fmt.Sprint(msg.ID))
	h.Set("Mcp-Session-Id", c.session)
	return c.post(ctx, msg, h)
}
