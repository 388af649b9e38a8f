// Package unsafedesk writes "failed" for every booking whose call returned an
// error.
package unsafedesk

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"truth/lostoutcome/orders"
)

// A Desk books rooms over MCP and keeps the orders.
type Desk struct {
	Session *mcp.ClientSession
	Orders  orders.Store
}

// Book books a room and records what became of it.
func (d *Desk) Book(ctx context.Context, reference, room string) error {
	o := orders.Order{Reference: reference, Room: room}
	res, err := d.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"reference": reference, "room": room},
	})
	if err != nil {
		o.Status, o.Note = orders.Failed, err.Error()
		return d.Orders.Save(o)
	}
	o.Status = orders.Booked
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return err
	}
	var b struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &b); err != nil {
		return err
	}
	o.Booking = b.ID
	return d.Orders.Save(o)
}
