package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An Order is what the shop has sold. It is in the shop's database, so that a
// client that was restarted finds it by its id.
type Order struct {
	ID     string
	Room   string
	Nights int
}

// errHeld: it is not known whether the room is booked, and nothing licenses a
// second call. A person has to look.
var errHeld = errors.New("booking is held")

// A Client books rooms at a hotel. It survives lost answers, its own death and
// a server that forgets: there is at most one booking for an order.
type Client struct {
	URL     string
	Version string // protocol revision; the newest if empty
	Journal recovery.Journal
	// Contract is what the hotel promises about repeated bookings, from its
	// documentation. The zero Contract is no promise.
	Contract recovery.Contract
	Log      io.Writer

	session *mcp.ClientSession
	// What the hotel's notifications keep fresh while the session lasts.
	tools    []string
	bookings []string
}

// connect begins a session, in place of the one there may be, and derives all
// state anew that notifications would have kept fresh: nothing of what the old
// session missed is made up for by the new one.
func (c *Client) connect(ctx context.Context) error {
	c.Close()
	client := mcp.NewClient(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	session, err := client.Connect(ctx, gosdk.RecordIDs(&mcp.StreamableClientTransport{
		Endpoint: c.URL, HTTPClient: &http.Client{Transport: &http.Transport{}},
	}), &mcp.ClientSessionOptions{ProtocolVersion: c.Version})
	if err != nil {
		return err
	}
	c.session = session
	return c.rederive(ctx)
}

// rederive reads the state that notifications keep fresh.
//
//mcplint:rederives
func (c *Client) rederive(ctx context.Context) error {
	list, err := c.session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	c.tools = c.tools[:0]
	for _, tool := range list.Tools {
		c.tools = append(c.tools, tool.Name)
	}
	var all struct{ Bookings []string }
	if err := c.read(ctx, toolList, nil, &all); err != nil {
		return err
	}
	c.bookings = all.Bookings
	fmt.Fprintf(c.Log, "derived: %d tools, bookings %q\n", len(c.tools), c.bookings)
	return nil
}

// Close ends the session.
func (c *Client) Close() {
	if c.session != nil {
		c.session.Close()
		c.session = nil
	}
}

// Book books the room of an order, or finishes what an earlier process has
// begun to do about it.
func (c *Client) Book(ctx context.Context, o Order) error {
	if c.session == nil {
		if err := c.connect(ctx); err != nil {
			return err
		}
	}
	// One operation for an order, however often it is asked for: the order's
	// id is its identity.
	key := recovery.NewID()
	op, err := recovery.Begin(ctx, c.Journal, recovery.Intent{
		ID:      "book " + o.ID,
		Purpose: "order " + o.ID,
		Target:  recovery.Target{Server: c.URL, Tool: toolBook},
		Effect:  recovery.EffectWrite, // by the hotel's documentation
		Key:     key,
	}, arguments(o, key))
	if errors.Is(err, recovery.ErrOperationExists) {
		op, err = recovery.Load(ctx, c.Journal, "book "+o.ID)
	}
	if err != nil {
		return err
	}
	switch {
	case op.Finished():
		return nil
	case op.MayHaveExecuted():
		fmt.Fprintf(c.Log, "found: order %s may have been booked\n", o.ID)
		// What the hotel said to an earlier process may be out of date.
		if err := c.reconcile(ctx, op); err != nil {
			return err
		}
		return c.recover(ctx, op, o)
	}
	return c.attempt(ctx, op, o)
}

// arguments returns the arguments of the call: the same in every attempt.
func arguments(o Order, key string) map[string]any {
	return map[string]any{"room": o.Room, "nights": o.Nights, "key": key}
}

// attempt calls the tool once.
func (c *Client) attempt(ctx context.Context, op *recovery.Operation, o Order) error {
	args := arguments(o, op.Intent().Key)
	callCtx, attempt, err := op.Attempt(ctx, args)
	if err != nil {
		return err
	}
	res, callErr := c.session.CallTool(callCtx, &mcp.CallToolParams{Name: toolBook, Arguments: args})
	outcome := gosdk.Classify(res, callErr)
	fmt.Fprintf(c.Log, "attempt %d: %v\n", attempt.Number(), outcome)
	if err := attempt.End(ctx, outcome, callErr); err != nil {
		return err
	}
	switch {
	case outcome == recovery.Done:
		return nil
	case outcome.Lost():
		return c.recover(ctx, op, o)
	case callErr != nil:
		return callErr
	}
	return errors.New("the hotel did not book the room")
}

// recover finds out what to do about a booking whose answer was lost, and does
// it.
func (c *Client) recover(ctx context.Context, op *recovery.Operation, o Order) error {
	lost := c.rederive(ctx) != nil
	for {
		d, err := op.Decide(ctx, recovery.Situation{
			Era: gosdk.Era(c.session),
			// The SDK resumes streams itself: its error means that this
			// failed, and there is no cursor left to present.
			ConnectionLost: lost,
			Contract:       c.Contract,
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(c.Log, "decision:", d)
		switch d.Action {
		case recovery.NewSession:
			if err := c.connect(ctx); err != nil {
				return err // the operation stays in the journal
			}
			lost = false
		case recovery.Reconcile:
			if err := c.reconcile(ctx, op); err != nil {
				return err
			}
		case recovery.RepeatWithEvidence:
			return c.attempt(ctx, op, o)
		case recovery.Settle:
			return op.Settle(ctx, "found in the hotel's records")
		default:
			return fmt.Errorf("%w: order %s: %s", errHeld, o.ID, d.Reason.Text)
		}
	}
}

// reconcile asks the hotel what became of the booking, and writes it down.
func (c *Client) reconcile(ctx context.Context, op *recovery.Operation) error {
	found := c.lookUp(ctx, op.Intent().Key)
	fmt.Fprintln(c.Log, "the hotel's records:", found)
	return op.Reconciled(ctx, found, toolStatus)
}

// lookUp asks the hotel what became of the booking with a key. The hotel
// documents that a booking shows once it is made, and nothing about bookings
// that do not show: they may be under way.
func (c *Client) lookUp(ctx context.Context, key string) recovery.Reconciliation {
	var status struct{ Bookings int }
	if err := c.read(ctx, toolStatus, map[string]any{"key": key}, &status); err != nil {
		return recovery.Inaccessible
	}
	switch status.Bookings {
	case 0:
		return recovery.Missing
	case 1:
		return recovery.Accepted
	}
	return recovery.Ambiguous
}

// Recover finishes what earlier processes have begun. order returns an order
// of the shop by its id.
func (c *Client) Recover(ctx context.Context, order func(id string) (Order, error)) error {
	unfinished, err := recovery.Unfinished(ctx, c.Journal)
	if err != nil {
		return err
	}
	var held error
	for _, op := range unfinished {
		var id string
		if _, err := fmt.Sscanf(op.Intent().ID, "book %s", &id); err != nil {
			return err
		}
		o, err := order(id)
		if err != nil {
			return err
		}
		held = errors.Join(held, c.Book(ctx, o))
	}
	return held
}

// hotelContract is the promise of a hotel that documents what it does about
// repeated bookings.
var hotelContract = recovery.Contract{
	Scope: "shop account", PayloadBound: true, Atomic: true, Propagated: true,
	Window: 24*time.Hour - time.Minute, // less the time a repeat may take
}
