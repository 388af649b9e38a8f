package traps

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Unwired has a helper that repeats, and uses it for listing only.
type Unwired struct {
	session *gosdk.ClientSession
	// Retries is there for a future version.
	Retries int
}

// again is safe: nothing that calls a tool is handed to it.
func (u *Unwired) again(fn func(*gosdk.ClientSession) error) (err error) {
	for n := 0; n <= u.Retries; n++ {
		if err = fn(u.session); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Tools lists tools.
func (u *Unwired) Tools(ctx context.Context) (list *gosdk.ListToolsResult, err error) {
	err = u.again(func(s *gosdk.ClientSession) (err error) {
		list, err = s.ListTools(ctx, nil)
		return err
	})
	return list, err
}

// Call is safe: it goes past the helper.
func (u *Unwired) Call(ctx context.Context, p *gosdk.CallToolParams) (*gosdk.CallToolResult, error) {
	return u.session.CallTool(ctx, p)
}

// Switched repeats if its callers ask for it.
type Switched struct {
	session *gosdk.ClientSession
	renew   func(context.Context) (*gosdk.ClientSession, error)
}

// run is safe: those who call tools do not ask for it.
func (s *Switched) run(ctx context.Context, again bool, fn func(*gosdk.ClientSession) error) error {
	err := fn(s.session)
	if err == nil || !again {
		return err
	}
	session, rerr := s.renew(ctx)
	if rerr != nil {
		return errors.Join(err, rerr)
	}
	s.session = session
	return fn(session)
}

// Call calls a tool once.
func (s *Switched) Call(ctx context.Context, p *gosdk.CallToolParams) (res *gosdk.CallToolResult, err error) {
	err = s.run(ctx, false, func(cs *gosdk.ClientSession) (err error) {
		res, err = cs.CallTool(ctx, p)
		return err
	})
	return res, err
}

// Tools lists tools, twice if need be.
func (s *Switched) Tools(ctx context.Context) (res *gosdk.ListToolsResult, err error) {
	err = s.run(ctx, true, func(cs *gosdk.ClientSession) (err error) {
		res, err = cs.ListTools(ctx, nil)
		return err
	})
	return res, err
}

// SwitchedOn is the same with the wrong caller.
type SwitchedOn struct {
	session *gosdk.ClientSession
	renew   func(context.Context) (*gosdk.ClientSession, error)
}

// run is unsafe: one who calls a tool asks for it.
func (s *SwitchedOn) run(ctx context.Context, again bool, fn func(*gosdk.ClientSession) error) error {
	err := fn(s.session)
	if err == nil || !again {
		return err
	}
	session, rerr := s.renew(ctx)
	if rerr != nil {
		return errors.Join(err, rerr)
	}
	s.session = session
	return fn(session) // want `tools/call.*can run again`
}

// Call calls a tool, twice if need be.
func (s *SwitchedOn) Call(ctx context.Context, p *gosdk.CallToolParams) (res *gosdk.CallToolResult, err error) {
	err = s.run(ctx, true, func(cs *gosdk.ClientSession) (err error) {
		res, err = cs.CallTool(ctx, p)
		return err
	})
	return res, err
}

// Lazy is safe: it connects in a loop, before the only call.
type Lazy struct {
	mu      sync.Mutex
	session *gosdk.ClientSession
	client  *gosdk.Client
	url     string
}

// Call connects if need be.
func (l *Lazy) Call(ctx context.Context, p *gosdk.CallToolParams) (*gosdk.CallToolResult, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n := 0; l.session == nil; n++ {
		s, err := l.client.Connect(ctx, &gosdk.StreamableClientTransport{Endpoint: l.url}, nil)
		if err == nil {
			l.session = s
			break
		}
		if n == 5 {
			return nil, fmt.Errorf("connect: %w", err)
		}
		time.Sleep(time.Second)
	}
	return l.session.CallTool(ctx, p)
}

// KeepAlive is safe: it pings in a loop, and calls nothing.
func (l *Lazy) KeepAlive(ctx context.Context) {
	for {
		if err := l.session.Ping(ctx, nil); err != nil {
			log.Print(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
		}
	}
}

// Nested has two layers that repeat, and both are reported: mending one leaves
// the other.
type Nested struct{ session *gosdk.ClientSession }

func (n *Nested) call(ctx context.Context, p *gosdk.CallToolParams) (res *gosdk.CallToolResult, err error) {
	for range 2 {
		if res, err = n.session.CallTool(ctx, p); err == nil { // want `tools/call.*can run again`
			return res, nil
		}
	}
	return nil, err
}

// Call goes through both layers.
func (n *Nested) Call(ctx context.Context, p *gosdk.CallToolParams) (*gosdk.CallToolResult, error) {
	res, err := n.call(ctx, p)
	if err != nil {
		log.Printf("%s: %v", p.Name, err)
		res, err = n.call(ctx, p) // want `tools/call can run again: retried on any error`
	}
	return res, err
}

// Handlers is safe: this is a server, whose handlers look like clients.
func Handlers(s *server.MCPServer) {
	s.Use(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			for range 2 {
				if res, err := next(ctx, req); err == nil {
					return res, nil
				}
			}
			return next(ctx, req)
		}
	})
	s.AddTool(mcp.NewTool("append_line"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(req.GetString("line", "")), nil
	})
}

// Prompts is safe: prompts and resources are not tools.
func Prompts(ctx context.Context, s *gosdk.ClientSession, name, uri string) error {
	for n := 0; ; n++ {
		_, err := s.GetPrompt(ctx, &gosdk.GetPromptParams{Name: name})
		if err == nil {
			_, err = s.ReadResource(ctx, &gosdk.ReadResourceParams{URI: uri})
		}
		if err == nil || n == 3 {
			return err
		}
	}
}
