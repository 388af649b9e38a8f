// Package sequence holds clients that call a tool again on the error path of
// the first call.
package sequence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Server is one MCP server that a Desk talks to.
type Server struct {
	URL    string
	Client *http.Client
}

// Desk keeps one session and renews it when it is lost.
type Desk struct {
	mu      sync.RWMutex
	client  *mcp.Client
	server  Server
	session *mcp.ClientSession
}

func (d *Desk) current() *mcp.ClientSession {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.session
}

func (d *Desk) reconnect(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.session != nil {
		if err := d.session.Close(); err != nil {
			log.Printf("close stale session: %v", err)
		}
	}
	s, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   d.server.URL,
		HTTPClient: d.server.Client,
	}, nil)
	if err != nil {
		return fmt.Errorf("reconnect to %s: %w", d.server.URL, err)
	}
	d.session = s
	return nil
}

// CallMissing is unsafe: the session can also be reported missing when the
// answer of an executed call is fetched.
func (d *Desk) CallMissing(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: name, Arguments: args}
	res, err := d.current().CallTool(ctx, params)
	if err == nil {
		return res, nil
	}
	if !errors.Is(err, mcp.ErrSessionMissing) && !strings.Contains(err.Error(), "session not found") {
		return nil, err
	}
	if rerr := d.reconnect(ctx); rerr != nil {
		return nil, errors.Join(err, rerr)
	}
	return d.current().CallTool(ctx, params) // want `tools/call.*can run again.*ErrSessionMissing`
}

// CallClosed is safe: a call on a connection that is already closed is not
// sent.
func (d *Desk) CallClosed(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: name, Arguments: args}
	res, err := d.current().CallTool(ctx, params)
	if err == nil {
		return res, nil
	}
	if !errors.Is(err, mcp.ErrConnectionClosed) {
		return nil, err
	}
	if rerr := d.reconnect(ctx); rerr != nil {
		return nil, errors.Join(err, rerr)
	}
	return d.current().CallTool(ctx, params)
}

// CallClosedText is safe: the texts of a closed connection, which is not
// written to.
func (d *Desk) CallClosedText(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil && (strings.Contains(err.Error(), "connection closed") || strings.Contains(err.Error(), "client is closing")) {
		if rerr := d.reconnect(ctx); rerr != nil {
			return nil, rerr
		}
		res, err = d.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	}
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", name, err)
	}
	return res, nil
}

// CallMissingText is unsafe: the same function with the text of a missing
// session.
func (d *Desk) CallMissingText(ctx context.Context, name string, args map[string]any) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil && (strings.Contains(err.Error(), "connection closed") || strings.Contains(err.Error(), "session not found")) {
		if rerr := d.reconnect(ctx); rerr != nil {
			return nil, rerr
		}
		res, err = d.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args}) // want `tools/call.*can run again`
	}
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", name, err)
	}
	return res, nil
}

// SellTicket is unsafe: any error leads to the second call.
func (d *Desk) SellTicket(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "sell_ticket",
		Arguments: map[string]any{"seat": seat},
	})
	if err != nil {
		log.Printf("selling %s failed, once more: %v", seat, err)
		return d.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "sell_ticket".*can run again.*any error`
			Name:      "sell_ticket",
			Arguments: map[string]any{"seat": seat},
		})
	}
	return res, nil
}

// SellTwoTickets is safe: the second call follows a success, and it sells
// another seat.
func (d *Desk) SellTwoTickets(ctx context.Context, first, second string) (a, b *mcp.CallToolResult, err error) {
	a, err = d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "sell_ticket",
		Arguments: map[string]any{"seat": first},
	})
	if err != nil {
		return nil, nil, err
	}
	b, err = d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "sell_ticket",
		Arguments: map[string]any{"seat": second},
	})
	return a, b, err
}

// SellElsewhere is safe: another seat is another operation.
func (d *Desk) SellElsewhere(ctx context.Context, seat, otherSeat string) (*mcp.CallToolResult, error) {
	args := map[string]any{"seat": seat}
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "sell_ticket", Arguments: args})
	if err != nil {
		args["seat"] = otherSeat
		return d.session.CallTool(ctx, &mcp.CallToolParams{Name: "sell_ticket", Arguments: args})
	}
	return res, nil
}

// SellOrRelease is safe: another tool undoes the work.
func (d *Desk) SellOrRelease(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	args := map[string]any{"seat": seat}
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "sell_ticket", Arguments: args})
	if err != nil {
		if _, rerr := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "release_seat", Arguments: args}); rerr != nil {
			return nil, errors.Join(err, rerr)
		}
		return nil, err
	}
	return res, nil
}

// trySell reports whether the seat was sold.
func (d *Desk) trySell(ctx context.Context, seat string) bool {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "sell_ticket",
		Arguments: map[string]any{"seat": seat},
	})
	return err == nil && !res.IsError
}

// SellBool is unsafe: false says nothing about what the server did.
func (d *Desk) SellBool(ctx context.Context, seat string) error {
	if d.trySell(ctx, seat) {
		return nil
	}
	if err := d.reconnect(ctx); err != nil {
		return err
	}
	if !d.trySell(ctx, seat) { // want `tools/call "sell_ticket".*can run again`
		return fmt.Errorf("seat %s not sold", seat)
	}
	return nil
}

// SellSwitch is unsafe: io.EOF is among the errors that lead to the second
// call.
func (d *Desk) SellSwitch(ctx context.Context, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	res, err = d.session.CallTool(ctx, p)
	switch {
	case err == nil:
		return
	case errors.Is(err, mcp.ErrConnectionClosed), errors.Is(err, io.EOF):
		if err = d.reconnect(ctx); err != nil {
			return nil, err
		}
		res, err = d.session.CallTool(ctx, p) // want `tools/call.*can run again.*io\.EOF`
	}
	return
}

// SellSwitchClosed is safe: without io.EOF only the closed connection is
// left.
func (d *Desk) SellSwitchClosed(ctx context.Context, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	res, err = d.session.CallTool(ctx, p)
	switch {
	case err == nil:
		return
	case errors.Is(err, mcp.ErrConnectionClosed):
		if err = d.reconnect(ctx); err != nil {
			return nil, err
		}
		res, err = d.session.CallTool(ctx, p)
	}
	return
}

// SellInBackground is unsafe: the second attempt runs in a goroutine.
func (d *Desk) SellInBackground(ctx context.Context, seat string) error {
	p := &mcp.CallToolParams{Name: "sell_ticket", Arguments: map[string]any{"seat": seat}}
	if _, err := d.session.CallTool(ctx, p); err != nil {
		go d.session.CallTool(context.WithoutCancel(ctx), p) // want `tools/call "sell_ticket".*can run again`
		return fmt.Errorf("will try again: %w", err)
	}
	return nil
}

// SellOrDie is safe: the process ends before the second call, which is for
// the other branch.
func (d *Desk) SellOrDie(ctx context.Context, seat string, dry bool) *mcp.CallToolResult {
	p := &mcp.CallToolParams{Name: "sell_ticket", Arguments: map[string]any{"seat": seat}}
	if !dry {
		res, err := d.session.CallTool(ctx, p)
		if err != nil {
			log.Fatalf("sell %s: %v", seat, err)
		}
		return res
	}
	p.Meta = mcp.Meta{"dryRun": true}
	res, err := d.session.CallTool(ctx, p)
	if err != nil {
		log.Printf("dry run: %v", err)
	}
	return res
}

// SellPinged is safe: the session is checked and renewed before the only call.
func (d *Desk) SellPinged(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	s := d.current()
	if err := s.Ping(ctx, nil); err != nil {
		if err := d.reconnect(ctx); err != nil {
			return nil, err
		}
		s = d.current()
	}
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "sell_ticket",
		Arguments: map[string]any{"seat": seat},
	})
}

// SellReconnects is safe: after a failure the session is renewed for the next
// caller, and the error is returned.
func (d *Desk) SellReconnects(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	res, err := d.current().CallTool(ctx, &mcp.CallToolParams{
		Name:      "sell_ticket",
		Arguments: map[string]any{"seat": seat},
	})
	if err != nil {
		if rerr := d.reconnect(ctx); rerr != nil {
			err = errors.Join(err, rerr)
		}
		return nil, fmt.Errorf("ticket %s: outcome unknown: %w", seat, err)
	}
	return res, nil
}
