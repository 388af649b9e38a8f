// Package lookups holds repeats that come after a look at the server's state.
package lookups

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Inn books rooms.
type Inn struct{ session *mcp.ClientSession }

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

// NotFound is silent here: only a fruitless lookup permits the repeat, and
// that is the business of another rule.
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
		return i.book(ctx, guest)
	}
	return nil
}

// Looked is unsafe: nobody asks what the lookup found.
func (i *Inn) Looked(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	found, ferr := i.find(ctx, guest)
	log.Printf("booking of %s failed, found %t, %v", guest, found, ferr)
	return i.book(ctx, guest) // want `tools/call "book_room".*can run again`
}

// Held is safe: not found is no licence here, the outcome stays unknown.
func (i *Inn) Held(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	if found, ferr := i.find(ctx, guest); ferr == nil && found {
		return nil
	}
	return fmt.Errorf("booking of %s: outcome unknown: %w", guest, err)
}

// settle asks the ledger of the hotel, which is written in the same
// transaction as the booking.
//
//mcplint:reconciles "the ledger is final: ops handbook, section 4"
func (i *Inn) settle(ctx context.Context, guest string) (booked bool, err error) {
	res, err := i.session.CallTool(ctx, &mcp.CallToolParams{Name: "settle_booking", Arguments: map[string]any{"guest": guest}})
	if err != nil {
		return false, err
	}
	booked, ok := res.Meta["booked"].(bool)
	if !ok {
		return false, errors.New("ledger does not say")
	}
	return booked, nil
}

// Settled is safe: the definitive outcome of the first attempt is known
// before the second one.
func (i *Inn) Settled(ctx context.Context, guest string) error {
	for {
		err := i.book(ctx, guest)
		if err == nil {
			return nil
		}
		booked, serr := i.settle(ctx, guest)
		if serr != nil {
			return errors.Join(err, serr)
		}
		if booked {
			return nil
		}
	}
}

// Unsettled is unsafe: when the ledger cannot be asked, the booking is
// repeated all the same.
func (i *Inn) Unsettled(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err == nil {
		return nil
	}
	booked, serr := i.settle(ctx, guest)
	if serr == nil && booked {
		return nil
	}
	return i.book(ctx, guest) // want `tools/call "book_room".*can run again`
}

// rejected reports errors that the hotel sends before it books.
//
//mcplint:noeffect "the gateway checks the quota before it forwards: RFC 12 of the hotel"
func rejected(err error) bool {
	return err != nil && err.Error() == "quota"
}

// Rejected is safe: the function proves that there was no effect.
func (i *Inn) Rejected(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if rejected(err) {
		return i.book(ctx, guest)
	}
	return err
}

// NotRejected is unsafe: the proof is turned around.
func (i *Inn) NotRejected(ctx context.Context, guest string) error {
	err := i.book(ctx, guest)
	if err != nil && !rejected(err) {
		return i.book(ctx, guest) // want `tools/call "book_room".*can run again`
	}
	return err
}

// Inns knows where the inns are.
type Inns struct {
	remote   map[string]bool
	sessions map[string]*mcp.ClientSession
	redial   func(ctx context.Context, inn string) error
}

func (n *Inns) isRemote(inn string) bool { return n.remote[inn] }

// Remote is unsafe: what the program knows of the inn is not what became of
// the booking.
func (n *Inns) Remote(ctx context.Context, inn, guest string) error {
	params := &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"guest": guest}}
	_, err := n.sessions[inn].CallTool(ctx, params)
	if err == nil || !n.isRemote(inn) {
		return err
	}
	if derr := n.redial(ctx, inn); derr != nil {
		return errors.Join(err, derr)
	}
	_, err = n.sessions[inn].CallTool(ctx, params) // want `tools/call "book_room".*can run again`
	return err
}

// A desk is one connection to an inn.
type desk struct {
	session *mcp.ClientSession
	local   bool
}

// Desks keeps one for each inn.
type Desks struct {
	open   map[string]*desk
	redial func(ctx context.Context, inn string) (*desk, error)
	next   int
}

var errNoDesk = errors.New("no desk")

func (d *Desks) getDesk(inn string) (*desk, error) {
	if k := d.open[inn]; k != nil {
		return k, nil
	}
	return nil, fmt.Errorf("%s: %w", inn, errNoDesk)
}

// Again is unsafe: where the call goes was looked up before the first one, and
// says nothing of what came of it.
func (d *Desks) Again(ctx context.Context, inn, guest string) error {
	k, err := d.getDesk(inn)
	if err != nil {
		return err
	}
	params := &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"guest": guest}}
	_, err = k.session.CallTool(ctx, params)
	if err != nil && !k.local {
		return fmt.Errorf("outcome unknown: %w", err)
	}
	if err != nil {
		fresh, rerr := d.redial(ctx, inn)
		if rerr != nil {
			return errors.Join(err, rerr)
		}
		_, err = fresh.session.CallTool(ctx, params) // want `tools/call "book_room".*can run again`
	}
	return err
}

// Once is safe: it is looked up, and called once.
func (d *Desks) Once(ctx context.Context, inn, guest string) error {
	k, err := d.getDesk(inn)
	if err != nil {
		return err
	}
	_, err = k.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"guest": guest}})
	return err
}

func (d *Desks) getNext(kind string) (*desk, error) {
	for range d.open {
		d.next++
		if k := d.open[fmt.Sprint(kind, d.next%len(d.open))]; k != nil {
			return k, nil
		}
	}
	return nil, errNoDesk
}

// Around is unsafe: each round asks for the next desk, whatever came of the
// booking at the last one.
func (d *Desks) Around(ctx context.Context, kind, guest string) error {
	for range 3 {
		k, err := d.getNext(kind)
		if err != nil {
			return err
		}
		if _, err = k.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"guest": guest}}); err == nil { // want `tools/call "book_room".*can run again`
			return nil
		}
		log.Printf("booking failed: %v", err)
	}
	return errNoDesk
}
