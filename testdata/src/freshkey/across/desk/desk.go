// Package desk books rooms, each time under a key of its own.
package desk

import (
	"context"

	"cases/freshkey/across/ids"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// Desk holds a client.
type Desk struct{ c *client.Client }

// Book books a room: one operation whenever it is called.
func (d *Desk) Book(ctx context.Context, room string) (*mcp.CallToolResult, error) {
	return d.BookAs(ctx, room, ids.New())
}

// BookAs books a room under a key.
func (d *Desk) BookAs(ctx context.Context, room, key string) (*mcp.CallToolResult, error) {
	return d.c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": key},
	}})
}
