// Package desk calls tools with the keys that it is given.
package desk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Client is a client of a hotel.
type Client struct{ Session *mcp.ClientSession }

// Book books a room under the key of an operation.
func (c *Client) Book(ctx context.Context, room, key string) error {
	_, err := c.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": key},
	})
	return err
}

// Fixed books under a key of its own.
func (c *Client) Fixed(ctx context.Context, room string) error {
	_, err := c.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": "booking"}, // want `the key idempotency_key of tools/call "book_room" is a constant`
	})
	return err
}
