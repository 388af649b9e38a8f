package desk

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcprecovery/mcplint/examples/booking/hotel"
)

// ErrOutcomeUnknown means that a booking may or may not have been made. The
// booking is on hold: it is for [Desk.Settle], or for a person, to find out.
var ErrOutcomeUnknown = errors.New("outcome unknown, booking on hold")

//mcplint:read "find_booking only searches the ledger, see hotel.(*Hotel).find"
const findBooking = hotel.FindBooking

// BookOnce books a room under a reference of the caller's own, which names
// this one booking for good. If the answer is lost, it asks the hotel what
// became of the booking. It never books a second time.
func (d *Desk) BookOnce(ctx context.Context, reference, guest, room string) (hotel.Booking, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      hotel.BookRoom,
		Arguments: bookArgs(reference, guest, room),
	})
	if err == nil {
		return decodeBooking(res)
	}
	b, settleErr := d.Settle(ctx, reference)
	if settleErr != nil {
		return hotel.Booking{}, errors.Join(settleErr, err)
	}
	return b, nil
}

// Settle finds out what became of the booking with the given reference. That
// the hotel knows of none proves nothing, since the first request may still
// be under way, so the booking stays on hold then.
func (d *Desk) Settle(ctx context.Context, reference string) (hotel.Booking, error) {
	if err := d.reconnect(ctx); err != nil {
		return hotel.Booking{}, fmt.Errorf("%w: reconnecting: %w", ErrOutcomeUnknown, err)
	}
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      findBooking,
		Arguments: map[string]any{"reference": reference},
	})
	if err != nil {
		return hotel.Booking{}, fmt.Errorf("%w: looking it up: %w", ErrOutcomeUnknown, err)
	}
	var found struct {
		Bookings []hotel.Booking `json:"bookings"`
	}
	if err := decode(res, &found); err != nil {
		return hotel.Booking{}, fmt.Errorf("%w: looking it up: %w", ErrOutcomeUnknown, err)
	}
	if len(found.Bookings) == 0 {
		return hotel.Booking{}, ErrOutcomeUnknown
	}
	return found.Bookings[0], nil
}
