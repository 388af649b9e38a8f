package desk

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcprecovery/mcplint/examples/booking/hotel"
)

// Nothing is lost by asking twice what rooms there are. mcplint takes that
// from the contract, not from the tool's name.
//
//mcplint:read "list_rooms returns the static list of rooms, see hotel.(*Hotel).list"
const listRooms = hotel.ListRooms

// Rooms lists the hotel's rooms, and tries again if the connection fails.
func (d *Desk) Rooms(ctx context.Context) ([]string, error) {
	var lastErr error
	for range 3 {
		res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: listRooms})
		if err == nil {
			var out struct {
				Rooms []string `json:"rooms"`
			}
			if err := decode(res, &out); err != nil {
				return nil, err
			}
			return out.Rooms, nil
		}
		lastErr = err
		if err := d.reconnect(ctx); err != nil {
			return nil, fmt.Errorf("reconnecting: %w", err)
		}
	}
	return nil, fmt.Errorf("listing rooms: %w", lastErr)
}
