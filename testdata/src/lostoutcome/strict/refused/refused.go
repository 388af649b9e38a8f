// Package refused holds records that only -strict reports.
package refused

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, id, status string) error
	Get(ctx context.Context, id string) (status string, err error)
}

// Desk places orders.
type Desk struct {
	session *mcp.ClientSession
	orders  Orders
}

func (d *Desk) call(ctx context.Context, tool, id string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"id": id}})
	return err
}

// Closed is reported: a peer's own code can look like it.
func (d *Desk) Closed(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if errors.Is(err, mcp.ErrConnectionClosed) {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed" .* on .*ErrConnectionClosed`
	}
	return err
}

// Params is reported: some servers say so after running the tool.
func (d *Desk) Params(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	var we *jsonrpc.Error
	if errors.As(err, &we) && we.Code == jsonrpc.CodeInvalidParams {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed" .* on error -32602, which some servers also send after running the tool`
	}
	return err
}

// Method is safe: there is no such tool.
func (d *Desk) Method(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	var we *jsonrpc.Error
	if errors.As(err, &we) && we.Code == jsonrpc.CodeMethodNotFound {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return err
}

// Read is reported: a name is no contract.
func (d *Desk) Read(ctx context.Context, id string) error {
	err := d.call(ctx, "get_next_number", id)
	if err != nil {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed"`
	}
	return nil
}

// LookedUp is reported: "new" is what the store said then.
func (d *Desk) LookedUp(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err == nil {
		return nil
	}
	status, gerr := d.orders.Get(ctx, id)
	if gerr != nil {
		return errors.Join(err, gerr)
	}
	if status == "new" {
		return d.orders.SetStatus(ctx, id, "failed") // want `recorded as "failed"`
	}
	return nil
}
