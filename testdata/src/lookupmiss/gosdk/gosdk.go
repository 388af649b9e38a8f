// Package gosdk holds bookings that are repeated because a lookup found
// nothing, on the official SDK.
package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Inn books rooms.
type Inn struct{ session *mcp.ClientSession }

// Booking is what the inn keeps.
type Booking struct {
	ID    string `json:"id"`
	Guest string `json:"guest"`
}

var errNoBooking = errors.New("no such booking")

func (i *Inn) book(ctx context.Context, guest string) error {
	_, err := i.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"guest": guest}})
	return err
}

// find reports whether there is a booking for guest.
func (i *Inn) find(ctx context.Context, guest string) (bool, error) {
	res, err := i.session.CallTool(ctx, &mcp.CallToolParams{Name: "get_booking", Arguments: map[string]any{"guest": guest}})
	if err != nil {
		return false, err
	}
	found, _ := res.Meta["found"].(bool)
	return found, nil
}

// bookings lists the bookings of guest.
func (i *Inn) bookings(ctx context.Context, guest string) ([]Booking, error) {
	res, err := i.session.CallTool(ctx, &mcp.CallToolParams{Name: "list_bookings", Arguments: map[string]any{"guest": guest}})
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return nil, err
	}
	var list []Booking
	return list, json.Unmarshal(data, &list)
}

// lookup returns the booking of guest, or errNoBooking.
func (i *Inn) lookup(ctx context.Context, guest string) (*Booking, error) {
	list, err := i.bookings(ctx, guest)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errNoBooking
	}
	return &list[0], nil
}

// NotFound is unsafe: the booking may not be visible yet.
func (i *Inn) NotFound(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	found, ferr := i.find(ctx, guest)
	if ferr != nil {
		return errors.Join(err, ferr)
	}
	if !found {
		return i.book(ctx, guest) // want `tools/call "book_room" can run again because of what \(\*Inn\).find found`
	}
	return nil
}

// NotFoundHeld is its safe twin: not found leaves the outcome unknown.
func (i *Inn) NotFoundHeld(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	found, ferr := i.find(ctx, guest)
	if ferr != nil {
		return errors.Join(err, ferr)
	}
	if !found {
		return fmt.Errorf("booking of %s: outcome unknown: %w", guest, err)
	}
	return nil
}

// LookupFailed is unsafe: the lookup did not even answer.
func (i *Inn) LookupFailed(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	found, ferr := i.find(ctx, guest)
	if ferr != nil {
		return i.book(ctx, guest) // want `tools/call "book_room" can run again because of what \(\*Inn\).find found`
	}
	if found {
		return nil
	}
	return err
}

// Empty is unsafe: an empty list.
func (i *Inn) Empty(ctx context.Context, guest string) error {
	if err := i.book(ctx, guest); err != nil {
		list, lerr := i.bookings(ctx, guest)
		if lerr != nil {
			return lerr
		}
		if len(list) == 0 {
			return i.book(ctx, guest) // want `tools/call "book_room" can run again because of what \(\*Inn\).bookings found`
		}
	}
	return nil
}

// Sentinel is unsafe: "no such booking" is said of now.
func (i *Inn) Sentinel(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	if _, lerr := i.lookup(ctx, guest); errors.Is(lerr, errNoBooking) {
		return i.book(ctx, guest) // want `tools/call "book_room" can run again because of what \(\*Inn\).lookup found`
	}
	return err
}

// Absent is unsafe: a nil result.
func (i *Inn) Absent(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	b, lerr := i.lookup(ctx, guest)
	if lerr != nil && !errors.Is(lerr, errNoBooking) {
		return lerr
	}
	if b == nil {
		return i.book(ctx, guest) // want `tools/call "book_room" can run again because of what`
	}
	return nil
}

// Loop is unsafe: until the booking shows up, it is made again.
func (i *Inn) Loop(ctx context.Context, guest string) error {
	for {
		err := i.book(ctx, guest) // want `tools/call "book_room" can run again because of what \(\*Inn\).find found`
		if err == nil {
			return nil
		}
		if found, ferr := i.find(ctx, guest); ferr == nil && found {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// LoopOfLookups is safe: only the lookup is repeated.
func (i *Inn) LoopOfLookups(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	for range 5 {
		if found, ferr := i.find(ctx, guest); ferr == nil && found {
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("booking of %s: outcome unknown: %w", guest, err)
}

// Inline is unsafe: the lookup is a tools/call in the same function.
func (i *Inn) Inline(ctx context.Context, guest string) error {
	params := &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"guest": guest}}
	_, err := i.session.CallTool(ctx, params)
	if err == nil {
		return nil
	}
	res, lerr := i.session.CallTool(ctx, &mcp.CallToolParams{Name: "get_booking", Arguments: map[string]any{"guest": guest}})
	if lerr != nil || !res.IsError {
		return errors.Join(err, lerr)
	}
	_, err = i.session.CallTool(ctx, params) // want `tools/call "book_room" can run again because of what`
	return err
}

// Switch is unsafe: one of three answers books again.
func (i *Inn) Switch(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	found, ferr := i.find(ctx, guest)
	switch {
	case ferr != nil:
		return ferr
	case found:
		return nil
	default:
		return i.book(ctx, guest) // want `tools/call "book_room" can run again because of what`
	}
}

// FirstLook is safe: nothing was attempted before the lookup.
func (i *Inn) FirstLook(ctx context.Context, guest string) error {
	found, err := i.find(ctx, guest)
	if err != nil {
		return err
	}
	if found {
		return nil
	}
	return i.book(ctx, guest)
}

// Logged is not this rule's business: nobody asks what the lookup found.
func (i *Inn) Logged(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	found, ferr := i.find(ctx, guest)
	log.Printf("booking of %s failed, found %t, %v", guest, found, ferr)
	return i.book(ctx, guest)
}

// Refused is safe: the server rejected the first call before it ran.
func (i *Inn) Refused(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if !errors.Is(err, mcp.ErrConnectionClosed) {
		return err
	}
	if found, _ := i.find(ctx, guest); !found {
		return i.book(ctx, guest)
	}
	return nil
}

// Other is safe: another guest.
func (i *Inn) Other(ctx context.Context, guest, substitute string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	if found, _ := i.find(ctx, guest); !found {
		return i.book(ctx, substitute)
	}
	return nil
}

// openDesk opens a session at the front desk.
func (i *Inn) openDesk(ctx context.Context, name string) error {
	_, err := i.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_desk_session", Arguments: map[string]any{"name": name}})
	return err
}

// Desk is safe: a session that nobody uses is litter, not an effect.
func (i *Inn) Desk(ctx context.Context, name string) error {
	err := i.openDesk(ctx, name)
	if err == nil {
		return nil
	}
	if found, _ := i.find(ctx, name); !found {
		return i.openDesk(ctx, name)
	}
	return nil
}

// Reads is safe: a read may be repeated.
func (i *Inn) Reads(ctx context.Context, guest string) (bool, error) {
	found, err := i.find(ctx, guest)
	if err != nil {
		if list, lerr := i.bookings(ctx, guest); lerr == nil && len(list) == 0 {
			return i.find(ctx, guest)
		}
	}
	return found, err
}

// Suppressed says why it is done.
func (i *Inn) Suppressed(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	if found, _ := i.find(ctx, guest); !found {
		//mcplint:ignore lookupmiss a demonstration of what happens
		return i.book(ctx, guest)
	}
	return nil
}

// Unused suppresses nothing.
func (i *Inn) Unused(ctx context.Context, guest string) error {
	//mcplint:ignore lookupmiss there is nothing // want `suppresses no finding of lookupmiss`
	return i.book(ctx, guest)
}
