// Package intentlogflags has journals that only the setting
// -intentlog.journal names.
package intentlogflags

import (
	"context"

	"cases/intentlogflags/ledger"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk books seats.
type Desk struct {
	session *mcp.ClientSession
	ledger  *ledger.Ledger
	log     ledger.Log
}

func params(seat string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
}

// Written is safe.
func (d *Desk) Written(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if err := d.ledger.Begin(ctx, key, seat); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, params(seat))
}

// Behind an interface, it is safe, too.
func (d *Desk) Behind(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if err := d.log.Write(ctx, key); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, params(seat))
}

// Bare writes nothing.
func (d *Desk) Bare(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" is made before any journal has its intent`
}
