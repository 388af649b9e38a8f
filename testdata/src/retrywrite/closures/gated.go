package closures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// retryIf runs fn again as long as again says so.
func retryIf(ctx context.Context, fn func(context.Context) error, again func(error) bool) error {
	for {
		err := fn(ctx)
		if err == nil || !again(err) {
			return err
		}
		if ctx.Err() != nil {
			return err
		}
	}
}

// PostUnreachable is safe: the predicate that the caller hands over is true
// for a refused dial only.
func (l *Ledger) PostUnreachable(ctx context.Context, account string) error {
	return retryIf(ctx, func(ctx context.Context) error {
		_, err := l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account},
		})
		return err
	}, func(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) })
}

// PostBroken is unsafe: the predicate is true for a stream that ended.
func (l *Ledger) PostBroken(ctx context.Context, account string) error {
	return retryIf(ctx, func(ctx context.Context) error { // want `tools/call "post_entry".*can run again.*io\.EOF`
		_, err := l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account},
		})
		return err
	}, func(err error) bool { return errors.Is(err, io.EOF) })
}

// transient marks errors after which retryTransient goes on.
type transient struct{ error }

func (t transient) Unwrap() error { return t.error }

// retryTransient goes on after a transient error only.
func retryTransient(ctx context.Context, fn func(context.Context) error) (err error) {
	for range 5 {
		var t transient
		if err = fn(ctx); !errors.As(err, &t) {
			return err
		}
	}
	return err
}

// PostPlain is safe: its errors are not marked.
func (l *Ledger) PostPlain(ctx context.Context, account string) error {
	return retryTransient(ctx, func(ctx context.Context) error {
		if err := l.session.Ping(ctx, nil); err != nil {
			return transient{err}
		}
		_, err := l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account},
		})
		return err
	})
}

// PostMarked is unsafe: the error of the call is marked too.
func (l *Ledger) PostMarked(ctx context.Context, account string) error {
	return retryTransient(ctx, func(ctx context.Context) error { // want `tools/call "post_entry".*can run again`
		_, err := l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account},
		})
		if err != nil {
			return transient{err}
		}
		return nil
	})
}

// Pool lends a session and replaces it when it broke.
type Pool struct {
	mu   sync.Mutex
	cur  *client.Client
	dial func(context.Context) (*client.Client, error)
}

func (p *Pool) get(ctx context.Context) (*client.Client, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cur != nil {
		return p.cur, nil
	}
	c, err := p.dial(ctx)
	if err == nil {
		p.cur = c
	}
	return c, err
}

func (p *Pool) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cur = nil
}

// with is unsafe: it is a helper for MCP clients, and it runs fn again on a
// new client after the transport failed. Its callers call tools.
func (p *Pool) with(ctx context.Context, fn func(*client.Client) error) error {
	c, err := p.get(ctx)
	if err != nil {
		return err
	}
	err = fn(c)
	if err != nil && errors.Is(err, transport.ErrTransportClosed) {
		p.drop()
		if c, err = p.get(ctx); err != nil {
			return err
		}
		err = fn(c) // want `tools/call.*can run again.*ErrTransportClosed`
	}
	return err
}

// Notify hands its call to with, where the finding stands.
func (p *Pool) Notify(ctx context.Context, user, text string) (out *mcpgo.CallToolResult, err error) {
	err = p.with(ctx, func(c *client.Client) error {
		req := mcpgo.CallToolRequest{}
		req.Params.Name = "notify_user"
		req.Params.Arguments = map[string]any{"user": user, "text": text}
		out, err = c.CallTool(ctx, req)
		return err
	})
	return out, err
}

// withListing is safe: only its callers' listings run again.
func (p *Pool) withListing(ctx context.Context, fn func(*client.Client) error) error {
	c, err := p.get(ctx)
	if err != nil {
		return err
	}
	if err = fn(c); err != nil {
		p.drop()
		if c, err = p.get(ctx); err != nil {
			return err
		}
		err = fn(c)
	}
	return err
}

// Tools lists what there is.
func (p *Pool) Tools(ctx context.Context) (names []string, err error) {
	err = p.withListing(ctx, func(c *client.Client) error {
		res, err := c.ListTools(ctx, mcpgo.ListToolsRequest{})
		if err != nil {
			return err
		}
		for _, t := range res.Tools {
			names = append(names, t.Name)
		}
		return nil
	})
	return names, err
}

// Desk is a small state holder whose helper takes the session as a parameter.
type Desk struct{ session *mcp.ClientSession }

// withSession is unsafe: generic, with the session in its signature, and two
// runs of fn.
func withSession[T any](ctx context.Context, d *Desk, renew func(context.Context) (*mcp.ClientSession, error), fn func(*mcp.ClientSession) (T, error)) (T, error) {
	v, err := fn(d.session)
	if err == nil || !errors.Is(err, mcp.ErrSessionMissing) {
		return v, err
	}
	s, rerr := renew(ctx)
	if rerr != nil {
		return v, fmt.Errorf("%w (renewing: %v)", err, rerr)
	}
	d.session = s
	return fn(s) // want `tools/call.*can run again.*ErrSessionMissing`
}

// OpenAccount hands its call to withSession.
func (d *Desk) OpenAccount(ctx context.Context, owner string, renew func(context.Context) (*mcp.ClientSession, error)) (*mcp.CallToolResult, error) {
	return withSession(ctx, d, renew, func(s *mcp.ClientSession) (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "open_account",
			Arguments: map[string]any{"owner": owner},
		})
	})
}

// once is safe: it looks like withSession, but hands the error back.
func once[T any](ctx context.Context, d *Desk, renew func(context.Context) (*mcp.ClientSession, error), fn func(*mcp.ClientSession) (T, error)) (T, error) {
	v, err := fn(d.session)
	if err == nil || !errors.Is(err, mcp.ErrSessionMissing) {
		return v, err
	}
	s, rerr := renew(ctx)
	if rerr != nil {
		return v, fmt.Errorf("%w (renewing: %v)", err, rerr)
	}
	d.session = s
	return v, err
}

// CloseAccount hands its call to once.
func (d *Desk) CloseAccount(ctx context.Context, account string, renew func(context.Context) (*mcp.ClientSession, error)) (*mcp.CallToolResult, error) {
	return once(ctx, d, renew, func(s *mcp.ClientSession) (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "close_account",
			Arguments: map[string]any{"account": account},
		})
	})
}
