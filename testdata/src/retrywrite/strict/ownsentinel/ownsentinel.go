// Package ownsentinel repeats calls after errors of its own. What is produced
// nowhere in sight may stand for anything; -strict reports it.
package ownsentinel

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrPaused is returned by code that is not in sight.
var ErrPaused = errors.New("paused")

var errNoSession = errors.New("no session")

// Lift calls its tool through an injected function.
type Lift struct {
	session *mcp.ClientSession
	call    func(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

// Paused repeats after a sentinel that nothing in sight produces.
func (l *Lift) Paused(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := l.call(ctx, p)
	if errors.Is(err, ErrPaused) {
		return l.call(ctx, p) // want `tools/call.*can run again`
	}
	return res, err
}

func (l *Lift) send(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	if l.session == nil {
		return nil, errNoSession
	}
	return l.session.CallTool(ctx, p)
}

// NoSession is safe under -strict too: the sentinel is produced before the
// call.
func (l *Lift) NoSession(ctx context.Context, p *mcp.CallToolParams, dial func() (*mcp.ClientSession, error)) (*mcp.CallToolResult, error) {
	res, err := l.send(ctx, p)
	if errors.Is(err, errNoSession) {
		if l.session, err = dial(); err != nil {
			return nil, err
		}
		return l.send(ctx, p)
	}
	return res, err
}
