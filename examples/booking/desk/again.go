package desk

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcprecovery/mcplint/examples/booking/hotel"
)

// BookAgain books a room. If the session breaks, it opens another one and
// books again: that the answer was lost is taken to mean that nothing was
// booked.
func (d *Desk) BookAgain(ctx context.Context, reference, guest, room string) (hotel.Booking, error) {
	params := &mcp.CallToolParams{Name: hotel.BookRoom, Arguments: bookArgs(reference, guest, room)}
	res, err := d.session.CallTool(ctx, params)
	if sessionBroke(err) {
		if err := d.reconnect(ctx); err != nil {
			return hotel.Booking{}, fmt.Errorf("reconnecting: %w", err)
		}
		res, err = d.session.CallTool(ctx, params)
	}
	if err != nil {
		return hotel.Booking{}, fmt.Errorf("booking %s: %w", room, err)
	}
	return decodeBooking(res)
}

// sessionBroke reports whether the session is of no more use. That says
// nothing about the call that found out.
func sessionBroke(err error) bool {
	return errors.Is(err, mcp.ErrSessionMissing) ||
		errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF)
}
