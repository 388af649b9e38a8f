// Package decorator holds types that implement the interface they wrap.
package decorator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Caller is implemented by sessions and by what wraps them.
type Caller interface {
	CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

var (
	_ Caller = (*mcp.ClientSession)(nil)
	_ Caller = (*Retrying)(nil)
	_ Caller = Logging{}
	_ Caller = (*Caching)(nil)
	_ Caller = (*Renewing)(nil)
	_ Caller = Func(nil)
)

// Retrying repeats what its inner Caller failed to do.
type Retrying struct {
	Inner    Caller
	Attempts int
	Pause    time.Duration
}

// CallTool is unsafe: every tool is called again after every error.
func (r *Retrying) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	var last error
	for i := 0; i < r.Attempts; i++ {
		res, err := r.Inner.CallTool(ctx, params) // want `tools/call.*can run again.*any error`
		if err == nil {
			return res, nil
		}
		last = err
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(r.Pause):
		}
	}
	return nil, last
}

// Logging writes down what happens.
type Logging struct {
	Inner Caller
	Log   *slog.Logger
}

// CallTool is safe: it calls once.
func (l Logging) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	start := time.Now()
	res, err := l.Inner.CallTool(ctx, params)
	l.Log.InfoContext(ctx, "tools/call", "tool", params.Name, "took", time.Since(start), "err", err)
	return res, err
}

// Caching remembers results.
type Caching struct {
	Inner Caller
	mu    sync.Mutex
	seen  map[string]*mcp.CallToolResult
}

// CallTool is safe: it calls once, if at all.
func (c *Caching) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	key := fmt.Sprint(params.Name, params.Arguments)
	c.mu.Lock()
	defer c.mu.Unlock()
	if res, ok := c.seen[key]; ok {
		return res, nil
	}
	res, err := c.Inner.CallTool(ctx, params)
	if err == nil {
		c.seen[key] = res
	}
	return res, err
}

// Renewing embeds its Caller and overrides one method.
type Renewing struct {
	Caller
	Renew func(context.Context) (Caller, error)
}

// CallTool is unsafe: io.EOF also ends the stream of an executed call.
func (r *Renewing) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := r.Caller.CallTool(ctx, params)
	if !errors.Is(err, io.EOF) {
		return res, err
	}
	next, rerr := r.Renew(ctx)
	if rerr != nil {
		return nil, errors.Join(err, rerr)
	}
	r.Caller = next
	return r.Caller.CallTool(ctx, params) // want `tools/call.*can run again.*io\.EOF`
}

// Func makes a Caller of a function.
type Func func(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)

// CallTool is safe: it calls f.
func (f Func) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return f(ctx, params)
}

// WithRetry is unsafe: a decorator made of closures.
func WithRetry(next Func, attempts int) Func {
	return func(ctx context.Context, params *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
		for range attempts {
			if res, err = next(ctx, params); err == nil { // want `tools/call.*can run again`
				return res, nil
			}
		}
		return nil, err
	}
}

// WithTimeout is safe: it calls once.
func WithTimeout(next Func, limit time.Duration) Func {
	return func(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return next(ctx, params)
	}
}

// WithFallback is safe: the other tool is another operation.
func WithFallback(next Func, other map[string]string) Func {
	return func(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
		res, err := next(ctx, params)
		if name, ok := other[params.Name]; ok && err != nil {
			return next(ctx, &mcp.CallToolParams{Name: name, Arguments: params.Arguments})
		}
		return res, err
	}
}
