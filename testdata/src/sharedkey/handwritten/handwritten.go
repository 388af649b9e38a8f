// Package handwritten gives different requests that it builds by hand one key.
package handwritten

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"
)

// Client posts JSON-RPC.
type Client struct {
	hc       *http.Client
	endpoint string
	session  string
	next     atomic.Int64
}

func (c *Client) post(ctx context.Context, tool string, args map[string]any, key string) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": c.next.Add(1), "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if key != "" {
		req.Header.Set("X-Operation-Idempotency-Key", key)
	}
	resp, err := c.hc.Do(req)
	if err == nil {
		c.session = resp.Header.Get("Mcp-Session-Id")
	}
	return resp, err
}

// Book is unsafe: one key for all rooms.
func (c *Client) Book(ctx context.Context, rooms []string) error {
	key := uuid.NewString()
	for _, room := range rooms {
		resp, err := c.post(ctx, "book_room", map[string]any{
			"room":            room,
			"idempotency_key": key, // want `the key idempotency_key of tools/call "book_room" is the same in all rounds`
		}, "")
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// BookEach is safe.
func (c *Client) BookEach(ctx context.Context, rooms []string) error {
	for _, room := range rooms {
		key := uuid.NewString()
		resp, err := c.post(ctx, "book_room", map[string]any{
			"room":            room,
			"idempotency_key": key,
		}, "")
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Header is unsafe: the header is the same for all rooms.
func (c *Client) Header(ctx context.Context, rooms []string) error {
	key := uuid.NewString()
	for _, room := range rooms {
		resp, err := c.post(ctx, "book_room", map[string]any{"room": room}, key) // want `the key X-Operation-Idempotency-Key of tools/call "book_room" is the same in all rounds`
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// HeaderEach is safe.
func (c *Client) HeaderEach(ctx context.Context, rooms []string) error {
	for _, room := range rooms {
		resp, err := c.post(ctx, "book_room", map[string]any{"room": room}, uuid.NewString())
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Session is unsafe: what the server sent as the id of the session.
func (c *Client) Session(ctx context.Context, room string) (*http.Response, error) {
	return c.post(ctx, "book_room", map[string]any{
		"room":            room,
		"idempotency_key": c.session, // want `the key idempotency_key of tools/call "book_room" is the id of the session`
	}, "")
}

// Text is unsafe: the key is written into the text of the message.
func (c *Client) Text(ctx context.Context, room string) (*http.Response, error) {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"book_room","arguments":{"room":%q,"idempotency_key":%q}}}`, // want `the key idempotency_key of tools/call "book_room" is a constant`
		c.next.Add(1), room, "book")
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}

// TextOf is safe.
func (c *Client) TextOf(ctx context.Context, room string) (*http.Response, error) {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"book_room","arguments":{"room":%q,"idempotency_key":%q}}}`,
		c.next.Add(1), room, "book/"+room)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}
