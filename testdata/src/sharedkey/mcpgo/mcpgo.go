// Package mcpgo gives different operations one key, on mcp-go.
package mcpgo

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/oklog/ulid/v2"
)

// Guest is who a room is booked for.
type Guest struct {
	Name string
	Room string
}

func request(tool string, args map[string]any) mcp.CallToolRequest {
	var req mcp.CallToolRequest
	req.Params.Name = tool
	req.Params.Arguments = args
	return req
}

// Book is unsafe: one key for all guests.
func Book(ctx context.Context, c *client.Client, guests []Guest) {
	key := ulid.Make().String()
	for _, g := range guests {
		req := request("book_room", map[string]any{
			"room":            g.Room,
			"guest":           g.Name,
			"idempotency_key": key, // want `the key idempotency_key of tools/call "book_room" is the same in all rounds`
		})
		if _, err := c.CallTool(ctx, req); err != nil {
			log.Print(err)
		}
	}
}

// BookEach is safe.
func BookEach(ctx context.Context, c *client.Client, guests []Guest) {
	for _, g := range guests {
		key := ulid.Make().String()
		req := request("book_room", map[string]any{
			"room":            g.Room,
			"guest":           g.Name,
			"idempotency_key": key,
		})
		if _, err := c.CallTool(ctx, req); err != nil {
			log.Print(err)
		}
	}
}

// Random is unsafe: random bytes, once.
func Random(ctx context.Context, c *client.Client, guests []Guest) error {
	var b [12]byte
	if _, err := rand.Read(b[:]); err != nil {
		return err
	}
	for i := 0; i < len(guests); i++ {
		req := request("book_room", map[string]any{
			"room":            guests[i].Room,
			"idempotency_key": hex.EncodeToString(b[:]), // want `the key idempotency_key of tools/call "book_room" is the same in all rounds`
		})
		if _, err := c.CallTool(ctx, req); err != nil {
			return err
		}
	}
	return nil
}

// Async is unsafe: all goroutines have it.
func Async(ctx context.Context, c client.MCPClient, guests []Guest) {
	key := ulid.Make().String()
	for _, g := range guests {
		go book(ctx, c, g, key) // want `the key idempotency_key of tools/call "book_room" is the same in all rounds`
	}
}

func book(ctx context.Context, c client.MCPClient, g Guest, key string) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": g.Room, "idempotency_key": key}
	_, _ = c.CallTool(ctx, req)
}

// Constant is unsafe.
func Constant(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	return c.CallTool(ctx, request("book_room", map[string]any{
		"room":            room,
		"idempotency_key": "0b1f8a52-9a0e-4e5b-8c52-1f7f3f3c7a11", // want `the key idempotency_key of tools/call "book_room" is a constant`
	}))
}

// Whole is safe: nothing differs, the program asks for one thing.
func Whole(ctx context.Context, c *client.Client) (*mcp.CallToolResult, error) {
	return c.CallTool(ctx, request("rotate_keys", map[string]any{
		"ring":            "main",
		"idempotency_key": "0b1f8a52-9a0e-4e5b-8c52-1f7f3f3c7a11",
	}))
}

// Session is unsafe.
func Session(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	return c.CallTool(ctx, request("book_room", map[string]any{
		"room":            room,
		"idempotency_key": c.GetSessionId(), // want `the key idempotency_key of tools/call "book_room" is the id of the session`
	}))
}

// Meta is unsafe: additional fields of _meta.
func Meta(ctx context.Context, c *client.Client, guests []Guest) error {
	key := ulid.Make().String()
	for _, g := range guests {
		var req mcp.CallToolRequest
		req.Params.Name = "book_room"
		req.Params.Arguments = g
		req.Params.Meta = &mcp.Meta{AdditionalFields: map[string]any{"idempotencyKey": key}} // want `the key idempotencyKey of tools/call "book_room" is the same in all rounds`
		if _, err := c.CallTool(ctx, req); err != nil {
			return err
		}
	}
	return nil
}
