// Package use repeats what methods of another package do, which compute the
// names of their tools: reading is repeated in silence, removing is not.
package use

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/computed/registry"
)

// Lasting keeps a client through reconnects.
type Lasting struct {
	cur  *registry.Client
	dial func(context.Context) (*registry.Client, error)
}

// Record reads one, if need be on a new session.
func (l *Lasting) Record(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	res, err := l.cur.Record(ctx, id)
	if err == nil {
		return res, nil
	}
	next, derr := l.dial(ctx)
	if derr != nil {
		return nil, err
	}
	l.cur = next
	return l.cur.Record(ctx, id)
}

// Drop is unsafe: it removes, if need be once more.
func (l *Lasting) Drop(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	res, err := l.cur.Drop(ctx, id)
	if err == nil {
		return res, nil
	}
	next, derr := l.dial(ctx)
	if derr != nil {
		return nil, err
	}
	l.cur = next
	return l.cur.Drop(ctx, id) // want `tools/call can run again`
}
