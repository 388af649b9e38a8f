// Package desk is the booking desk of a travel agency. It books rooms through
// a hotel's MCP server, over a network that loses answers.
//
// [Desk.BookAgain] recovers from a lost answer by booking again. It is wrong,
// and mcplint says so. [Desk.BookOnce] finds out what became of the first
// attempt, and holds the booking if it cannot.
package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcprecovery/mcplint/examples/booking/hotel"
)

// A Desk holds a session with a hotel.
type Desk struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
}

// Open connects a desk to the hotel at endpoint.
func Open(ctx context.Context, endpoint string) (*Desk, error) {
	d := &Desk{
		endpoint: endpoint,
		client:   mcp.NewClient(&mcp.Implementation{Name: "desk", Version: "1.0.0"}, nil),
	}
	if err := d.reconnect(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// reconnect opens a new session in place of the present one.
func (d *Desk) reconnect(ctx context.Context) error {
	session, err := d.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: d.endpoint}, nil)
	if err != nil {
		return err
	}
	d.Close()
	d.session = session
	return nil
}

// Close ends the session.
func (d *Desk) Close() {
	if d.session != nil {
		_ = d.session.Close() // the session may be the very thing that broke
		d.session = nil
	}
}

func bookArgs(reference, guest, room string) map[string]any {
	return map[string]any{"reference": reference, "guest": guest, "room": room}
}

// decode reads the structured content of a result that is not an error.
func decode(res *mcp.CallToolResult, into any) error {
	if res.IsError {
		return fmt.Errorf("the hotel refused: %s", text(res))
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// text is what the result says to a person.
func text(res *mcp.CallToolResult) string {
	var parts []string
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, " ")
}

func decodeBooking(res *mcp.CallToolResult) (hotel.Booking, error) {
	var b hotel.Booking
	err := decode(res, &b)
	return b, err
}
