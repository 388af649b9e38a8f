// Package recovery writes with package recovery, which is a journal without
// any setting.
package recovery

import (
	"context"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk books seats.
type Desk struct {
	session *mcp.ClientSession
	journal recovery.Journal
}

// Attempt is safe.
func (d *Desk) Attempt(ctx context.Context, op *recovery.Operation, args map[string]any) (*mcp.CallToolResult, error) {
	callCtx, _, err := op.Attempt(ctx, args)
	if err != nil {
		return nil, err
	}
	return d.session.CallTool(callCtx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
}

// Begin is safe.
func (d *Desk) Begin(ctx context.Context, in recovery.Intent, args map[string]any) (*mcp.CallToolResult, error) {
	if _, err := recovery.Begin(ctx, d.journal, in, args); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
}

// Append is safe.
func (d *Desk) Append(ctx context.Context, r recovery.Record, args map[string]any) (*mcp.CallToolResult, error) {
	if err := d.journal.Append(ctx, r); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
}

// Bare has a journal and does not use it.
func (d *Desk) Bare(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args}) // want `tools/call "book_seat" is made before any journal has its intent`
}
