// Package desk books rooms.
package desk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk holds a session.
type Desk struct{ session *mcp.ClientSession }

// SessionKey is what the desk is known by.
func (d *Desk) SessionKey() string { return "desk-" + d.session.ID() }

// Book books a room under a key.
func (d *Desk) Book(ctx context.Context, room, key string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": key},
	})
}
