// Package listen has clients of the 2026-07-28 edition that subscribe again.
package listen

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

type watch struct {
	c      *client.Client
	tools  []mcp.Tool
	filter mcp.SubscriptionFilter
}

func (w *watch) load(ctx context.Context) error {
	res, err := w.c.ListTools(ctx, mcp.ListToolsRequest{})
	if err == nil {
		w.tools = res.Tools
	}
	return err
}

func (w *watch) find(name string) (mcp.Tool, bool) {
	for _, t := range w.tools {
		if t.Name == name {
			return t, true
		}
	}
	return mcp.Tool{}, false
}

// forever subscribes again and again.
func (w *watch) forever(ctx context.Context) {
	for ctx.Err() == nil {
		_ = w.c.Listen(ctx, w.filter) // want `the subscription is opened again and tools \(from tools/list\) goes on being used: a new subscriptions/listen replays nothing; call tools/list again after its acknowledgement`
		time.Sleep(time.Second)
	}
}

// fresh reads the tools after each loss. The list is read while the next
// subscription is not yet there, and again after that one ends.
func (w *watch) fresh(ctx context.Context) {
	for ctx.Err() == nil {
		_ = w.c.Listen(ctx, w.filter)
		_ = w.load(ctx)
		time.Sleep(time.Second)
	}
}

// once subscribes once.
func (w *watch) once(ctx context.Context) error { return w.c.Listen(ctx, w.filter) }

// background subscribes again when the subscription fails.
func (w *watch) background(ctx context.Context) {
	_, _ = w.c.ListenAsync(ctx, w.filter, func(err error) {
		_ = w.c.Listen(ctx, w.filter) // want `the subscription is opened again`
	})
}

func (w *watch) backgroundFresh(ctx context.Context) {
	_, _ = w.c.ListenAsync(ctx, w.filter, func(err error) {
		_ = w.load(ctx)
		go func() { _ = w.c.Listen(ctx, w.filter) }()
	})
}

// A poller takes notifications for a wake-up only.
type poller struct {
	c      *client.Client
	tools  []mcp.Tool
	filter mcp.SubscriptionFilter
}

func (p *poller) names() (out []string) {
	for _, t := range p.tools {
		out = append(out, t.Name)
	}
	return out
}

func (p *poller) poll(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if res, err := p.c.ListTools(ctx, mcp.ListToolsRequest{}); err == nil {
			p.tools = res.Tools
		}
	}
}

func (p *poller) forever(ctx context.Context) {
	for ctx.Err() == nil {
		_ = p.c.Listen(ctx, p.filter)
		time.Sleep(time.Second)
	}
}

// An own client names the method.
type rpc interface {
	Call(ctx context.Context, method string, params, result any) error
}

type own struct {
	rpc       rpc
	resources []string
}

func (o *own) load(ctx context.Context) error {
	var out struct{ Resources []struct{ URI string } }
	if err := o.rpc.Call(ctx, "resources/list", nil, &out); err != nil {
		return err
	}
	o.resources = o.resources[:0]
	for _, r := range out.Resources {
		o.resources = append(o.resources, r.URI)
	}
	return nil
}

func (o *own) has(uri string) bool {
	for _, r := range o.resources {
		if r == uri {
			return true
		}
	}
	return false
}

func (o *own) forever(ctx context.Context) {
	for ctx.Err() == nil {
		_ = o.rpc.Call(ctx, "subscriptions/listen", map[string]any{"resourcesListChanged": true}, nil) // want `resources \(from resources/list\) goes on being used`
	}
}

func (o *own) foreverFresh(ctx context.Context) {
	for ctx.Err() == nil {
		_ = o.load(ctx)
		_ = o.rpc.Call(ctx, "subscriptions/listen", map[string]any{"resourcesListChanged": true}, nil)
	}
}
