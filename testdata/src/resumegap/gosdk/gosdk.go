// Package gosdk has clients of the official SDK that reconnect.
package gosdk

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func newClient() *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "desk", Version: "1.0.0"}, nil)
}

// A Desk keeps the tools that it has listed once.
type Desk struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
	tools    map[string]*mcp.Tool
}

// Open connects and lists the tools.
func (d *Desk) Open(ctx context.Context) error {
	if err := d.connect(ctx); err != nil {
		return err
	}
	return d.load(ctx)
}

func (d *Desk) connect(ctx context.Context) error {
	s, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: d.endpoint}, nil)
	if err != nil {
		return err
	}
	d.session = s
	return nil
}

func (d *Desk) load(ctx context.Context) error {
	tools := make(map[string]*mcp.Tool)
	for t, err := range d.session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		tools[t.Name] = t
	}
	d.tools = tools
	return nil
}

// Describe answers from what was listed.
func (d *Desk) Describe(name string) (string, bool) {
	t, ok := d.tools[name]
	if !ok {
		return "", false
	}
	return t.Description, true
}

// Read reconnects on an error and goes on.
func (d *Desk) Read(ctx context.Context, uri string) (*mcp.ReadResourceResult, error) {
	res, err := d.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if errors.Is(err, mcp.ErrConnectionClosed) {
		if err := d.connect(ctx); err != nil { // want `the session is opened again and tools \(from tools/list\) goes on being used: a new session does not prove that nothing changed, .*; call tools/list again after reconnecting, or drop what is kept`
			return nil, err
		}
		return d.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	}
	return res, err
}

// ReadAndLoad lists the tools again.
func (d *Desk) ReadAndLoad(ctx context.Context, uri string) (*mcp.ReadResourceResult, error) {
	res, err := d.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if errors.Is(err, mcp.ErrConnectionClosed) {
		if err := d.connect(ctx); err != nil {
			return nil, err
		}
		if err := d.load(ctx); err != nil {
			return nil, err
		}
		return d.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	}
	return res, err
}

// ReadAndDrop drops what it had.
func (d *Desk) ReadAndDrop(ctx context.Context, uri string) (*mcp.ReadResourceResult, error) {
	res, err := d.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if errors.Is(err, mcp.ErrConnectionClosed) {
		if err := d.connect(ctx); err != nil {
			return nil, err
		}
		d.tools = nil
		return d.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	}
	return res, err
}

// Check pings, and reconnects if nobody answers.
func (d *Desk) Check(ctx context.Context) error {
	if err := d.session.Ping(ctx, nil); err != nil {
		return d.connect(ctx) // want `tools \(from tools/list\) goes on being used`
	}
	return nil
}

// Reset closes the session and opens another one.
func (d *Desk) Reset(ctx context.Context) error {
	d.session.Close()
	s, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: d.endpoint}, nil) // want `the session is opened again`
	if err != nil {
		return err
	}
	d.session = s
	return nil
}

// ResetAll reads everything again.
func (d *Desk) ResetAll(ctx context.Context) error {
	d.session.Close()
	s, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: d.endpoint}, nil)
	if err != nil {
		return err
	}
	d.session = s
	return d.load(ctx)
}

// Keep keeps a session open.
func (d *Desk) Keep(ctx context.Context) error {
	for ctx.Err() == nil {
		s, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: d.endpoint}, nil) // want `the session is opened again`
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		d.session = s
		if err := s.Wait(); err != nil {
			fmt.Println("lost the session:", err)
		}
	}
	return ctx.Err()
}

// KeepFresh lists the tools of each session.
func (d *Desk) KeepFresh(ctx context.Context) error {
	for ctx.Err() == nil {
		s, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: d.endpoint}, nil)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		d.session = s
		if err := d.load(ctx); err != nil {
			fmt.Println("listing the tools:", err)
		}
		if err := s.Wait(); err != nil {
			fmt.Println("lost the session:", err)
		}
	}
	return ctx.Err()
}

// Dial tries until a session is open: there was none before.
func (d *Desk) Dial(ctx context.Context) error {
	var last error
	for range 5 {
		s, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: d.endpoint}, nil)
		if err == nil {
			d.session = s
			return nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return last
}

// A Line keeps no lists.
type Line struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
}

// Read reconnects and goes on: nothing is kept.
func (l *Line) Read(ctx context.Context, uri string) (*mcp.ReadResourceResult, error) {
	res, err := l.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		s, err := l.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: l.endpoint}, nil)
		if err != nil {
			return nil, err
		}
		l.session = s
		return s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	}
	return res, err
}

// A Catalog lists the tools each time, and keeps the list for display.
type Catalog struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
	last     []*mcp.Tool
}

// Names lists.
func (c *Catalog) Names(ctx context.Context) ([]string, error) {
	res, err := c.session.ListTools(ctx, nil)
	if err != nil {
		if c.session, err = c.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: c.endpoint}, nil); err != nil {
			return nil, err
		}
		if res, err = c.session.ListTools(ctx, nil); err != nil {
			return nil, err
		}
	}
	c.last = res.Tools
	var names []string
	for _, t := range c.last {
		names = append(names, t.Name)
	}
	return names, nil
}

// An Aged catalog reads its list again when it is old.
type Aged struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
	mu       sync.Mutex
	tools    []*mcp.Tool
	at       time.Time
}

// Tools returns the tools, not older than a minute.
func (a *Aged) Tools(ctx context.Context) ([]*mcp.Tool, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if time.Since(a.at) > time.Minute {
		res, err := a.session.ListTools(ctx, nil)
		if err != nil {
			return nil, err
		}
		a.tools, a.at = res.Tools, time.Now()
	}
	return a.tools, nil
}

// Check reconnects.
func (a *Aged) Check(ctx context.Context) error {
	if err := a.session.Ping(ctx, nil); err != nil {
		s, err := a.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: a.endpoint}, nil)
		if err != nil {
			return err
		}
		a.session = s
	}
	return nil
}

// A Lazy catalog reads its list once, when it is first asked for.
type Lazy struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
	tools    []*mcp.Tool
}

// Tools returns the tools.
func (l *Lazy) Tools(ctx context.Context) ([]*mcp.Tool, error) {
	if l.tools == nil {
		res, err := l.session.ListTools(ctx, nil)
		if err != nil {
			return nil, err
		}
		l.tools = res.Tools
	}
	return l.tools, nil
}

// Check reconnects.
func (l *Lazy) Check(ctx context.Context) error {
	if err := l.session.Ping(ctx, nil); err != nil {
		s, err := l.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: l.endpoint}, nil) // want `tools \(from tools/list\) goes on being used`
		if err != nil {
			return err
		}
		l.session = s
	}
	return nil
}

// CheckAndForget makes the next use list.
func (l *Lazy) CheckAndForget(ctx context.Context) error {
	if err := l.session.Ping(ctx, nil); err != nil {
		s, err := l.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: l.endpoint}, nil)
		if err != nil {
			return err
		}
		l.session = s
		l.tools = nil
	}
	return nil
}

// A Watcher reads its lists again when it is told to: only by notifications.
type Watcher struct {
	endpoint  string
	client    *mcp.Client
	session   *mcp.ClientSession
	prompts   []*mcp.Prompt
	resources []*mcp.Resource
}

// NewWatcher returns a watcher.
func NewWatcher(endpoint string) *Watcher {
	w := &Watcher{endpoint: endpoint}
	w.client = mcp.NewClient(&mcp.Implementation{Name: "watcher", Version: "1.0.0"}, &mcp.ClientOptions{
		PromptListChangedHandler: func(ctx context.Context, _ *mcp.PromptListChangedRequest) { w.refresh(ctx) },
	})
	return w
}

func (w *Watcher) refresh(ctx context.Context) error {
	p, err := w.session.ListPrompts(ctx, nil)
	if err != nil {
		return err
	}
	r, err := w.session.ListResources(ctx, nil)
	if err != nil {
		return err
	}
	w.prompts, w.resources = p.Prompts, r.Resources
	return nil
}

// Prompts returns the prompts.
func (w *Watcher) Prompts() []*mcp.Prompt { return w.prompts }

// Resources returns the resources.
func (w *Watcher) Resources() []*mcp.Resource { return w.resources }

// Check reconnects.
func (w *Watcher) Check(ctx context.Context) error {
	if err := w.session.Ping(ctx, nil); err != nil {
		s, err := w.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: w.endpoint}, nil) // want `prompts \(from prompts/list\) and 1 more goes on being used`
		if err != nil {
			return err
		}
		w.session = s
	}
	return nil
}

// CheckAndRefresh reads everything again.
func (w *Watcher) CheckAndRefresh(ctx context.Context) error {
	if err := w.session.Ping(ctx, nil); err != nil {
		s, err := w.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: w.endpoint}, nil)
		if err != nil {
			return err
		}
		w.session = s
		defer w.refresh(ctx)
	}
	return nil
}

// A Hooked client tells someone who may read everything again.
type Hooked struct {
	endpoint  string
	client    *mcp.Client
	session   *mcp.ClientSession
	tools     []*mcp.Tool
	OnConnect func(ctx context.Context) error
}

// Load lists the tools.
func (h *Hooked) Load(ctx context.Context) error {
	res, err := h.session.ListTools(ctx, nil)
	if err == nil {
		h.tools = res.Tools
	}
	return err
}

// Tools returns the tools.
func (h *Hooked) Tools() []*mcp.Tool { return h.tools }

// Check reconnects and calls back.
func (h *Hooked) Check(ctx context.Context) error {
	if err := h.session.Ping(ctx, nil); err != nil {
		s, err := h.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: h.endpoint}, nil)
		if err != nil {
			return err
		}
		h.session = s
		return h.OnConnect(ctx)
	}
	return nil
}

// A Told client has a goroutine that reads everything again.
type Told struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
	tools    []*mcp.Tool
	stale    chan struct{}
}

// Tools returns the tools.
func (t *Told) Tools() []*mcp.Tool { return t.tools }

// Serve reads everything again when it is told to.
func (t *Told) Serve(ctx context.Context) {
	for range t.stale {
		if res, err := t.session.ListTools(ctx, nil); err == nil {
			t.tools = res.Tools
		}
	}
}

// Check reconnects and tells.
func (t *Told) Check(ctx context.Context) error {
	if err := t.session.Ping(ctx, nil); err != nil {
		s, err := t.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: t.endpoint}, nil)
		if err != nil {
			return err
		}
		t.session = s
		t.stale <- struct{}{}
	}
	return nil
}
