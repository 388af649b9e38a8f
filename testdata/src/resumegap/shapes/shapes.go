// Package shapes keeps what servers list in less usual places.
package shapes

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type link struct {
	client   *mcp.Client
	endpoint string
	session  *mcp.ClientSession
}

func (l *link) open(ctx context.Context) error {
	s, err := l.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: l.endpoint}, nil)
	if err != nil {
		return err
	}
	l.session = s
	return nil
}

// A Shared cache is a sync.Map.
type Shared struct {
	link
	tools sync.Map
}

// Load lists.
func (c *Shared) Load(ctx context.Context) error {
	res, err := c.session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	for _, t := range res.Tools {
		c.tools.Store(t.Name, t)
	}
	return nil
}

// Find looks it up.
func (c *Shared) Find(name string) *mcp.Tool {
	t, _ := c.tools.Load(name)
	tool, _ := t.(*mcp.Tool)
	return tool
}

// Check reconnects.
func (c *Shared) Check(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		return c.open(ctx) // want `the session is opened again and tools \(from tools/list\) goes on being used`
	}
	return nil
}

// CheckAndClear empties the map.
func (c *Shared) CheckAndClear(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		c.tools.Clear()
		return c.open(ctx)
	}
	return nil
}

// A Swapped cache is behind an atomic pointer.
type Swapped struct {
	link
	tools atomic.Pointer[[]*mcp.Tool]
}

// Load lists.
func (c *Swapped) Load(ctx context.Context) error {
	res, err := c.session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	c.tools.Store(&res.Tools)
	return nil
}

// Tools returns them.
func (c *Swapped) Tools() []*mcp.Tool { return *c.tools.Load() }

// Check reconnects.
func (c *Swapped) Check(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		return c.open(ctx) // want `the session is opened again and tools \(from tools/list\) goes on being used`
	}
	return nil
}

// CheckAndLoad lists again, in a goroutine.
func (c *Swapped) CheckAndLoad(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		if err := c.open(ctx); err != nil {
			return err
		}
		go func() { _ = c.Load(ctx) }()
	}
	return nil
}

// A cache is for any kind of thing.
type cache[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
}

func (c *cache[K, V]) put(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = make(map[K]V)
	}
	c.m[k] = v
}

func (c *cache[K, V]) get(k K) V {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.m[k]
}

func (c *cache[K, V]) all() map[K]V {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return maps.Clone(c.m)
}

// A Generic client has one.
type Generic struct {
	link
	prompts cache[string, *mcp.Prompt]
}

// Load lists.
func (c *Generic) Load(ctx context.Context) error {
	for p, err := range c.session.Prompts(ctx, nil) {
		if err != nil {
			return err
		}
		c.prompts.put(p.Name, p)
	}
	return nil
}

// Prompt looks it up.
func (c *Generic) Prompt(name string) *mcp.Prompt { return c.prompts.get(name) }

// Watch reconnects in a switch.
func (c *Generic) Watch(ctx context.Context) error {
	switch err := c.session.Ping(ctx, nil); {
	case err == nil:
		return nil
	case errors.Is(err, mcp.ErrConnectionClosed):
		return c.open(ctx) // want `the session is opened again`
	default:
		return err
	}
}

// WatchAndLoad lists again.
func (c *Generic) WatchAndLoad(ctx context.Context) error {
	switch err := c.session.Ping(ctx, nil); {
	case err == nil:
		return nil
	case errors.Is(err, mcp.ErrConnectionClosed):
		return errors.Join(c.open(ctx), c.Load(ctx))
	default:
		return err
	}
}

// A Valued client calls methods through values.
type Valued struct {
	link
	tools  []*mcp.Tool
	reopen func(context.Context) error
	reload func(context.Context) error
}

func newValued(l link) *Valued {
	c := &Valued{link: l}
	c.reopen, c.reload = c.open, c.load
	return c
}

func (c *Valued) load(ctx context.Context) error {
	res, err := c.session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	c.tools = res.Tools
	return nil
}

// Tools returns them.
func (c *Valued) Tools() []*mcp.Tool { return c.tools }

// Check reconnects.
func (c *Valued) Check(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		return c.reopen(ctx) // want `the session is opened again and tools`
	}
	return nil
}

// CheckAndLoad lists again.
func (c *Valued) CheckAndLoad(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		if err := c.reopen(ctx); err != nil {
			return err
		}
		return c.reload(ctx)
	}
	return nil
}
