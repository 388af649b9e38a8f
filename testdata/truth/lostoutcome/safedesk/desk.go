// Package safedesk writes "unknown" for a booking whose call was not answered,
// and asks the server about it later.
package safedesk

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"truth/lostoutcome/orders"
)

//mcplint:read "find_booking only searches the ledger, see the server's handler"
const findTool = "find_booking"

// A Desk books rooms over MCP and keeps the orders.
type Desk struct {
	Session *mcp.ClientSession
	Orders  orders.Store
}

// Book books a room and records what is known of it.
func (d *Desk) Book(ctx context.Context, reference, room string) error {
	o := orders.Order{Reference: reference, Room: room}
	res, err := d.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"reference": reference, "room": room},
	})
	if err != nil {
		// The server may have booked, and may still: that is for Reconcile.
		o.Status, o.Note = orders.Unknown, err.Error()
		return d.Orders.Save(o)
	}
	var b struct {
		ID string `json:"id"`
	}
	if err := decode(res, &b); err != nil {
		return err
	}
	o.Status, o.Booking = orders.Booked, b.ID
	return d.Orders.Save(o)
}

// Reconcile asks what became of an order whose outcome is unknown. An order
// that is not found stays unknown.
func (d *Desk) Reconcile(ctx context.Context, reference string) error {
	o, err := d.Orders.Load(reference)
	if err != nil || o.Status != orders.Unknown {
		return err
	}
	res, err := d.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      findTool,
		Arguments: map[string]any{"reference": reference},
	})
	if err != nil {
		return err
	}
	var out struct {
		Found   bool `json:"found"`
		Booking struct {
			ID string `json:"id"`
		} `json:"booking"`
	}
	if err := decode(res, &out); err != nil {
		return err
	}
	if out.Found {
		o.Status, o.Booking, o.Note = orders.Booked, out.Booking.ID, ""
		return d.Orders.Save(o)
	}
	return nil
}

func decode(res *mcp.CallToolResult, into any) error {
	if res.IsError {
		return errors.New("the tool reported an error")
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}
