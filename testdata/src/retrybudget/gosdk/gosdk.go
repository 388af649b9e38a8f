// Package gosdk holds clients of the official SDK that connect and read until
// it works.
package gosdk

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Link keeps a session up.
type Link struct {
	client    *mcp.Client
	transport mcp.Transport
	session   *mcp.ClientSession
	tries     int
	limiter   Limiter
}

// A Limiter paces requests.
type Limiter interface {
	Wait(ctx context.Context) error
}

// AtOnce connects as fast as it can, for ever.
func (l *Link) AtOnce(ctx context.Context) *mcp.ClientSession {
	for {
		session, err := l.client.Connect(ctx, l.transport, nil) // want `initialize is sent again at once after every failure, without an end: a server that is down is kept down`
		if err == nil {
			return session
		}
		log.Print(err)
	}
}

// Endless waits, and has no end.
func (l *Link) Endless(ctx context.Context) *mcp.ClientSession {
	for {
		session, err := l.client.Connect(ctx, l.transport, nil) // want `initialize is sent again after every failure without an end`
		if err == nil {
			return session
		}
		time.Sleep(time.Second)
	}
}

// Patient is safe: it waits, and ends with its context.
func (l *Link) Patient(ctx context.Context) (*mcp.ClientSession, error) {
	for delay := time.Second; ; delay = min(2*delay, time.Minute) {
		session, err := l.client.Connect(ctx, l.transport, nil)
		if err == nil {
			return session, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(delay):
		}
	}
}

// Counted has an end, and no wait.
func (l *Link) Counted(ctx context.Context) (*mcp.ClientSession, error) {
	var last error
	for range 20 {
		session, err := l.client.Connect(ctx, l.transport, nil) // want `initialize is sent again at once after every failure: a server that is down is kept down; wait longer`
		if err == nil {
			return session, nil
		}
		last = err
	}
	return nil, last
}

// Few is safe: three attempts are no storm.
func (l *Link) Few(ctx context.Context) (*mcp.ClientSession, error) {
	var last error
	for range 3 {
		session, err := l.client.Connect(ctx, l.transport, nil)
		if err == nil {
			return session, nil
		}
		last = err
	}
	return nil, last
}

// Limited is safe: its own count ends it, and it waits.
func (l *Link) Limited(ctx context.Context) (*mcp.ClientSession, error) {
	for {
		session, err := l.client.Connect(ctx, l.transport, nil)
		if err == nil {
			l.tries = 0
			return session, nil
		}
		l.tries++
		if l.tries > 8 {
			return nil, err
		}
		time.Sleep(time.Duration(l.tries) * time.Second)
	}
}

// Paced is safe: a limiter waits, and ends with the context.
func (l *Link) Paced(ctx context.Context) (*mcp.ClientSession, error) {
	for {
		if err := l.limiter.Wait(ctx); err != nil {
			return nil, err
		}
		session, err := l.client.Connect(ctx, l.transport, nil)
		if err == nil {
			return session, nil
		}
	}
}

// Kinds ends for some errors only, and at once goes on for the others.
func (l *Link) Kinds(ctx context.Context) (*mcp.ListToolsResult, error) {
	for {
		res, err := l.session.ListTools(ctx, nil) // want `tools/list is sent again at once after every failure, without an end`
		if err == nil || errors.Is(err, mcp.ErrConnectionClosed) {
			return res, err
		}
	}
}

// Cancelled ends with its context, but does not wait.
func (l *Link) Cancelled(ctx context.Context) (*mcp.ListToolsResult, error) {
	for {
		res, err := l.session.ListTools(ctx, nil) // want `tools/list is sent again at once after every failure: a server`
		if err == nil || ctx.Err() != nil {
			return res, err
		}
	}
}

// Pages is safe: every page is another one, and a failure ends it.
func (l *Link) Pages(ctx context.Context) ([]*mcp.Tool, error) {
	var all []*mcp.Tool
	params := &mcp.ListToolsParams{}
	for {
		res, err := l.session.ListTools(ctx, params)
		if err != nil {
			return nil, err
		}
		all = append(all, res.Tools...)
		if res.NextCursor == "" {
			return all, nil
		}
		params.Cursor = res.NextCursor
	}
}

// Servers is safe: each is asked once.
func Servers(ctx context.Context, client *mcp.Client, transports []mcp.Transport) *mcp.ClientSession {
	for _, t := range transports {
		if session, err := client.Connect(ctx, t, nil); err == nil {
			return session
		}
	}
	return nil
}

// Search reads with a tool.
func (l *Link) Search(ctx context.Context, text string) (*mcp.CallToolResult, error) {
	for {
		res, err := l.session.CallTool(ctx, &mcp.CallToolParams{Name: "search_flights", Arguments: map[string]any{"text": text}}) // want `tools/call "search_flights" is sent again at once after every failure, without an end`
		if err == nil {
			return res, nil
		}
	}
}

// Book is not its matter: whether it may be repeated at all is for retrywrite
// to say.
func (l *Link) Book(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	for {
		res, err := l.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}})
		if err == nil {
			return res, nil
		}
	}
}

// Corrected asks for the headers again, for ever.
func (l *Link) Corrected(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	for {
		res, err := l.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}) // want `tools/call "book_seat" is sent again after every refusal, and nothing counts how often`
		var rpc *jsonrpc.Error
		if !errors.As(err, &rpc) || rpc.Code != -32020 {
			return res, err
		}
		if _, err := l.session.ListTools(ctx, nil); err != nil {
			return nil, err
		}
	}
}

// CorrectedTwice is its twin.
func (l *Link) CorrectedTwice(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	for tries := 0; ; tries++ {
		res, err := l.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}})
		var rpc *jsonrpc.Error
		if !errors.As(err, &rpc) || rpc.Code != -32020 || tries == 2 {
			return res, err
		}
		if _, err := l.session.ListTools(ctx, nil); err != nil {
			return nil, err
		}
	}
}

// Watch is safe: it goes on after success, and waits.
func (l *Link) Watch(ctx context.Context, each func([]*mcp.Tool)) {
	for ctx.Err() == nil {
		if res, err := l.session.ListTools(ctx, nil); err == nil {
			each(res.Tools)
		}
		time.Sleep(time.Minute)
	}
}
