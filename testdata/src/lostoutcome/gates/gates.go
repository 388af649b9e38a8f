// Package gates holds records that are made for some errors only.
package gates

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, id, status string) error
}

// Desk places orders.
type Desk struct {
	session *mcp.ClientSession
	orders  Orders
}

func (d *Desk) place(ctx context.Context, id string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	return err
}

// Lost is unsafe: the connection broke.
func (d *Desk) Lost(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if errors.Is(err, io.EOF) {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed" by Orders.SetStatus on .*EOF`
	}
	return err
}

// Session is unsafe: the same sentinel stands for a refusal and for a lost
// answer.
func (d *Desk) Session(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if errors.Is(err, mcp.ErrSessionMissing) {
		return d.orders.SetStatus(ctx, id, "not_executed") // want `recorded as "not_executed" by Orders.SetStatus on ErrSessionMissing, which also ends the resumption of an executed call`
	}
	return err
}

// Deadline is unsafe.
func (d *Desk) Deadline(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if err != nil && ctx.Err() != nil {
		return d.orders.SetStatus(context.WithoutCancel(ctx), id, "canceled") // want `recorded as "canceled"`
	}
	return err
}

// Wire is unsafe: a *jsonrpc.Error is also what a dropped connection gives.
func (d *Desk) Wire(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	var we *jsonrpc.Error
	if errors.As(err, &we) {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed" .*-32005`
	}
	return err
}

// Params is safe: the server rejected the parameters.
func (d *Desk) Params(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	var we *jsonrpc.Error
	if errors.As(err, &we) && we.Code == jsonrpc.CodeInvalidParams {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return err
}

// Answer is safe: a code of the server is an answer.
func (d *Desk) Answer(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	var we *jsonrpc.Error
	if errors.As(err, &we) && we.Code == -31999 {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return err
}

// Dial is safe: nothing was written.
func (d *Desk) Dial(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	var oe *net.OpError
	if errors.As(err, &oe) && oe.Op == "dial" {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return err
}

// Text is unsafe: by the error's text.
func (d *Desk) Text(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if err != nil && strings.Contains(err.Error(), "connection reset") {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed" .*connection reset`
	}
	return err
}

// gone reports errors after which nobody answers any more.
func gone(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrSessionMissing)
}

// Predicate is unsafe.
func (d *Desk) Predicate(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if gone(err) {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed" .*ErrSessionMissing`
	}
	return err
}

// PredicateOpen is its safe twin.
func (d *Desk) PredicateOpen(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if err == nil || gone(err) {
		return err
	}
	if errors.Is(err, mcp.ErrConnectionClosed) {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return fmt.Errorf("order %s: outcome unknown: %w", id, err)
}

// ToolError is safe: the tool answered.
func (d *Desk) ToolError(ctx context.Context, id string) error {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	if err != nil {
		return err
	}
	if res.IsError {
		return d.orders.SetStatus(ctx, id, "rejected")
	}
	return d.orders.SetStatus(ctx, id, "placed")
}

// Both is unsafe: one branch for what the tool said and for what nobody said.
func (d *Desk) Both(ctx context.Context, id string) error {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	if err != nil || res.IsError {
		return d.orders.SetStatus(ctx, id, "rejected") // want `recorded as "rejected"`
	}
	return d.orders.SetStatus(ctx, id, "placed")
}
