// Package mcpgo holds outcomes that are recorded by clients of mcp-go.
package mcpgo

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// A State is the state of a transfer.
type State string

// The states.
const (
	Sent     State = "sent"
	Rejected State = "rejected"
	Open     State = "open"
)

// Transfers keeps transfers.
type Transfers interface {
	SetState(ctx context.Context, id string, s State) error
}

// Bank transfers money.
type Bank struct {
	mcp       *client.Client
	transfers Transfers
}

func (b *Bank) transfer(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	req := mcp.CallToolRequest{}
	req.Params.Name = "transfer_money"
	req.Params.Arguments = map[string]any{"id": id}
	return b.mcp.CallTool(ctx, req)
}

// Any is unsafe.
func (b *Bank) Any(ctx context.Context, id string) error {
	if _, err := b.transfer(ctx, id); err != nil {
		return errors.Join(err, b.transfers.SetState(ctx, id, Rejected)) // want `the outcome of tools/call "transfer_money" is recorded as "rejected" by Transfers.SetState on any error`
	}
	return b.transfers.SetState(ctx, id, Sent)
}

// AnyOpen is its safe twin.
func (b *Bank) AnyOpen(ctx context.Context, id string) error {
	if _, err := b.transfer(ctx, id); err != nil {
		return errors.Join(err, b.transfers.SetState(ctx, id, Open))
	}
	return b.transfers.SetState(ctx, id, Sent)
}

// Transport is unsafe: every failure of the transport, whenever it came.
func (b *Bank) Transport(ctx context.Context, id string) error {
	_, err := b.transfer(ctx, id)
	var te *transport.Error
	if errors.As(err, &te) {
		return b.transfers.SetState(ctx, id, Rejected) // want `recorded as "rejected"`
	}
	return err
}

// Closed is unsafe: the call may have been in flight.
func (b *Bank) Closed(ctx context.Context, id string) error {
	_, err := b.transfer(ctx, id)
	if errors.Is(err, transport.ErrTransportClosed) {
		return b.transfers.SetState(ctx, id, Rejected) // want `recorded as "rejected" by Transfers.SetState on ErrTransportClosed, which is the same for calls in flight and for calls never sent`
	}
	return err
}

// Unauthorized is safe.
func (b *Bank) Unauthorized(ctx context.Context, id string) error {
	_, err := b.transfer(ctx, id)
	if errors.Is(err, transport.ErrUnauthorized) {
		return b.transfers.SetState(ctx, id, Rejected)
	}
	return err
}

// Params is safe by default: the server rejected the arguments.
func (b *Bank) Params(ctx context.Context, id string) error {
	_, err := b.transfer(ctx, id)
	if errors.Is(err, mcp.ErrInvalidParams) {
		return b.transfers.SetState(ctx, id, Rejected)
	}
	return err
}

// Answered is safe: the bank said no.
func (b *Bank) Answered(ctx context.Context, id string) error {
	res, err := b.transfer(ctx, id)
	if err != nil {
		return err
	}
	if res.IsError {
		return b.transfers.SetState(ctx, id, Rejected)
	}
	return b.transfers.SetState(ctx, id, Sent)
}

// Late is unsafe: the result comes through a channel.
func (b *Bank) Late(ctx context.Context, id string) error {
	done := make(chan error, 1)
	go func() {
		_, err := b.transfer(ctx, id)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return b.transfers.SetState(context.WithoutCancel(ctx), id, "aborted") // want `recorded as "aborted"`
	}
}
