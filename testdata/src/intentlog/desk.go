// Package intentlog books seats with the official SDK, and writes down what it
// is about to do, or does not.
package intentlog

import (
	"context"
	"log"

	"cases/intentlog/ledger"
	"cases/intentlog/wrap"

	"github.com/cenkalti/backoff/v4"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk books seats.
type Desk struct {
	session *mcp.ClientSession
	ledger  *ledger.Ledger
}

func params(seat string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
}

// Bare writes nothing.
func (d *Desk) Bare(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" is made before any journal has its intent`
}

// Written is safe.
func (d *Desk) Written(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if err := d.ledger.Begin(ctx, key, seat); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, params(seat))
}

// Unheeded throws the error away.
func (d *Desk) Unheeded(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	_ = d.ledger.Begin(ctx, key, seat)
	return d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" is made even if \(\*ledger.Ledger\).Begin fails to write its intent down`
}

// Logged goes on in spite of it.
func (d *Desk) Logged(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if err := d.ledger.Begin(ctx, key, seat); err != nil {
		log.Print(err)
	}
	return d.session.CallTool(ctx, params(seat)) // want `is made even if`
}

// After writes when it is too late.
func (d *Desk) After(ctx context.Context, key, seat string) error {
	if _, err := d.session.CallTool(ctx, params(seat)); err != nil { // want `is made before any journal has its intent`
		return err
	}
	return d.ledger.Begin(ctx, key, seat)
}

// Sometimes writes on one way only.
func (d *Desk) Sometimes(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if key != "" {
		if err := d.ledger.Begin(ctx, key, seat); err != nil {
			return nil, err
		}
	}
	return d.session.CallTool(ctx, params(seat)) // want `is made before any journal has its intent`
}

// Prepared writes in another package.
func (d *Desk) Prepared(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if err := ledger.Prepare(ctx, d.ledger, key, seat); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, params(seat))
}

// MaybePrepared may write there.
func (d *Desk) MaybePrepared(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if err := ledger.Maybe(ctx, d.ledger, key, seat); err != nil {
		return nil, err
	}
	return d.session.CallTool(ctx, params(seat)) // want `is made before any journal has its intent`
}

// Wrapped writes before it calls by way of another package.
func (d *Desk) Wrapped(ctx context.Context, key, seat string) (*mcp.CallToolResult, error) {
	if err := d.begin(ctx, key, seat); err != nil {
		return nil, err
	}
	return wrap.Call(ctx, d.session, "book_seat", map[string]any{"seat": seat})
}

// WrappedBare does not.
func (d *Desk) WrappedBare(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	return wrap.Call(ctx, d.session, "book_seat", map[string]any{"seat": seat}) // want `tools/call "book_seat" is made before any journal has its intent`
}

func (d *Desk) begin(ctx context.Context, key, seat string) error {
	if err := d.ledger.Begin(ctx, key, seat); err != nil {
		log.Print(err)
		return err
	}
	return nil
}

// Public writes, and calls what does not.
func (d *Desk) Public(ctx context.Context, key, seat string) error {
	if err := d.begin(ctx, key, seat); err != nil {
		return err
	}
	return d.book(ctx, seat)
}

func (d *Desk) book(ctx context.Context, seat string) error {
	_, err := d.session.CallTool(ctx, params(seat))
	return err
}

// Open calls one that others call without.
func (d *Desk) Open(ctx context.Context, seat string) error { return d.cancel(ctx, seat) }

func (d *Desk) cancel(ctx context.Context, seat string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "cancel_seat", Arguments: map[string]any{"seat": seat}}) // want `tools/call "cancel_seat" is made before any journal has its intent`
	return err
}

// Each writes once for all.
func (d *Desk) Each(ctx context.Context, key string, seats []string) error {
	if err := d.ledger.Begin(ctx, key, seats[0]); err != nil {
		return err
	}
	for _, seat := range seats {
		if _, err := d.session.CallTool(ctx, params(seat)); err != nil { // want `is made before any journal has its intent`
			return err
		}
	}
	return nil
}

// EachWritten writes for each.
func (d *Desk) EachWritten(ctx context.Context, seats []string) error {
	for _, seat := range seats {
		if err := d.ledger.Begin(ctx, seat, seat); err != nil {
			return err
		}
		if _, err := d.session.CallTool(ctx, params(seat)); err != nil {
			return err
		}
	}
	return nil
}

// Literal calls in a function literal that is made after the write.
func (d *Desk) Literal(ctx context.Context, key, seat string, run func(func() error) error) error {
	if err := d.ledger.Begin(ctx, key, seat); err != nil {
		return err
	}
	return run(func() error {
		_, err := d.session.CallTool(ctx, params(seat))
		return err
	})
}

// LiteralBare does so without one.
func (d *Desk) LiteralBare(ctx context.Context, seat string, run func(func() error) error) error {
	return run(func() error {
		_, err := d.session.CallTool(ctx, params(seat)) // want `is made before any journal has its intent`
		return err
	})
}

// Retried hands the call to a library.
func (d *Desk) Retried(ctx context.Context, seat string) error {
	return backoff.Retry(func() error {
		_, err := d.session.CallTool(ctx, params(seat)) // want `is made before any journal has its intent`
		return err
	}, &backoff.StopBackOff{})
}

// Search reads.
func (d *Desk) Search(ctx context.Context, text string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{Name: "search_seats", Arguments: map[string]any{"text": text}})
}
