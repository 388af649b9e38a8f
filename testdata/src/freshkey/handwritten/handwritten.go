// Package handwritten makes a key of its own for every attempt of a request
// that it builds by hand.
package handwritten

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"

	"github.com/google/uuid"
)

// Client posts JSON-RPC.
type Client struct {
	hc       *http.Client
	endpoint string
	id       atomic.Int64
}

func (c *Client) post(ctx context.Context, params map[string]any, header http.Header) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id.Add(1), "method": "tools/call", "params": params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = header
	return c.hc.Do(req)
}

// Book is unsafe: another key in every round.
func (c *Client) Book(ctx context.Context, room string) (resp *http.Response, err error) {
	for range 3 {
		resp, err = c.post(ctx, map[string]any{"name": "book_room", "arguments": map[string]any{
			"room":            room,
			"idempotency_key": uuid.NewString(), // want `the key idempotency_key of tools/call "book_room" is minted anew`
		}}, http.Header{})
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// BookOnce is safe: the id of the message differs, the key does not.
func (c *Client) BookOnce(ctx context.Context, room string) (resp *http.Response, err error) {
	key := uuid.NewString()
	for range 3 {
		resp, err = c.post(ctx, map[string]any{"name": "book_room", "arguments": map[string]any{
			"room":            room,
			"idempotency_key": key,
		}}, http.Header{})
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// BookTraced is safe: what differs is for tracing.
func (c *Client) BookTraced(ctx context.Context, room, key string) (resp *http.Response, err error) {
	for range 3 {
		h := http.Header{}
		h.Set("X-Request-Id", uuid.NewString())
		h.Set("Traceparent", "00-"+uuid.NewString()+"-01")
		resp, err = c.post(ctx, map[string]any{"name": "book_room",
			"_meta":     map[string]any{"progressToken": uuid.NewString()},
			"arguments": map[string]any{"room": room, "idempotency_key": key},
		}, h)
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}
