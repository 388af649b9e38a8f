// Package across books seats with the help of other packages.
package across

import (
	"context"
	"errors"

	"cases/inputrequired/across/dial"
	"cases/inputrequired/across/wire"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

// Desk books seats.
type Desk struct {
	session *mcp.ClientSession
	orders  Orders
}

// Open connects.
func Open(ctx context.Context, t mcp.Transport, orders Orders) (*Desk, error) {
	session, err := dial.Manual(ctx, t)
	if err != nil {
		return nil, err
	}
	return &Desk{session, orders}, nil
}

func book(seat string) mcp.CallToolParams {
	return mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
}

// Done takes any result for a seat.
func (d *Desk) Done(ctx context.Context, seat string) error {
	params := book(seat)
	if _, err := d.session.CallTool(ctx, &params); err != nil { // want `tools/call "book_seat" is taken for complete whatever its result is`
		return err
	}
	return d.orders.SetStatus(ctx, seat, "booked")
}

// Checked is its twin.
func (d *Desk) Checked(ctx context.Context, seat string) error {
	params := book(seat)
	res, err := d.session.CallTool(ctx, &params)
	if err != nil {
		return err
	}
	if res.NeedsInput() {
		return errors.New("the server asks for input")
	}
	return d.orders.SetStatus(ctx, seat, "booked")
}

// Upper alters the state elsewhere.
func (d *Desk) Upper(ctx context.Context, seat string, res *mcp.CallToolResult, answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
	return wire.Continue(ctx, d.session, book(seat), answers, wire.Canonical(res)) // want `sends back a requestState that is not the one that came`
}

// Same is its twin.
func (d *Desk) Same(ctx context.Context, seat string, res *mcp.CallToolResult, answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
	return wire.Continue(ctx, d.session, book(seat), answers, wire.State(res))
}

// Empty drops it here.
func (d *Desk) Empty(ctx context.Context, seat string, answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
	return wire.Continue(ctx, d.session, book(seat), answers, "") // want `tools/call "book_seat" goes on after input_required without the requestState`
}

// Elsewhere is told where it is dropped.
func (d *Desk) Elsewhere(ctx context.Context, seat string, answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
	return wire.Answer(ctx, d.session, "book_seat", map[string]any{"seat": seat}, answers)
}
