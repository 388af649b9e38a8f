package loops

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// delays yields the pauses between attempts.
func delays(n int, first time.Duration) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		for d := first; n > 0; n, d = n-1, 2*d {
			if !yield(d) {
				return
			}
		}
	}
}

// MoveRangeFunc is unsafe: the body of the range-over-func loop runs again
// after a failed call.
func (h *Hotel) MoveRangeFunc(ctx context.Context, booking string, room int) (*mcp.CallToolResult, error) {
	var last error
	for pause := range delays(4, 100*time.Millisecond) {
		res, err := h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "move_booking".*can run again.*any error`
			Name:      "move_booking",
			Arguments: map[string]any{"booking": booking, "room": room},
		})
		if err == nil {
			return res, nil
		}
		last = err
		time.Sleep(pause)
	}
	return nil, last
}

// MoveRangeFuncStops is safe: an error ends the iteration.
func (h *Hotel) MoveRangeFuncStops(ctx context.Context, booking string, room int) (*mcp.CallToolResult, error) {
	for pause := range delays(4, 100*time.Millisecond) {
		res, err := h.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "move_booking",
			Arguments: map[string]any{"booking": booking, "room": room},
		})
		if err != nil {
			return nil, err
		}
		if res.IsError {
			return nil, errors.New("server refused to move the booking")
		}
		time.Sleep(pause)
		return res, nil
	}
	return nil, errors.New("no attempt made")
}

type phase int

const (
	connecting phase = iota
	calling
	finished
)

// CancelStateMachine is unsafe: calling leads to connecting on an error, and
// connecting leads back to calling.
func (h *Hotel) CancelStateMachine(ctx context.Context, client *mcp.Client, t mcp.Transport, booking string) error {
	state, budget := calling, 3
	for state != finished {
		switch state {
		case connecting:
			s, err := client.Connect(ctx, t, nil)
			if err != nil {
				return err
			}
			h.session = s
			state = calling
		case calling:
			_, err := h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "cancel_booking".*can run again`
				Name:      "cancel_booking",
				Arguments: map[string]any{"booking": booking},
			})
			if err == nil {
				state = finished
				break
			}
			if budget--; budget == 0 {
				return fmt.Errorf("cancel %s: %w", booking, err)
			}
			state = connecting
		}
	}
	return nil
}

// CancelStateMachineOnce is safe: calling ends the machine on every error.
func (h *Hotel) CancelStateMachineOnce(ctx context.Context, client *mcp.Client, t mcp.Transport, booking string) error {
	state := connecting
	var failure error
	for state != finished {
		switch state {
		case connecting:
			s, err := client.Connect(ctx, t, nil)
			if err != nil {
				h.log.Info("not reachable", "err", err)
				time.Sleep(time.Second)
				break
			}
			h.session = s
			state = calling
		case calling:
			_, failure = h.session.CallTool(ctx, &mcp.CallToolParams{
				Name:      "cancel_booking",
				Arguments: map[string]any{"booking": booking},
			})
			state = finished
		}
	}
	return failure
}

// PayFlag is unsafe: the loop ends on success only.
func (h *Hotel) PayFlag(ctx context.Context, booking string, cents int) {
	done := false
	for n := 0; !done && n < 10; n++ {
		_, err := h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "pay_booking".*can run again`
			Name:      "pay_booking",
			Arguments: map[string]any{"booking": booking, "cents": cents},
		})
		done = err == nil
	}
}

// PayTicker is unsafe: the ticker starts another attempt after an error.
func (h *Hotel) PayTicker(ctx context.Context, booking string, cents int) error {
	ticker := time.NewTicker(2 * time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-ticker.C:
			_, err := h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "pay_booking".*can run again`
				Name:      "pay_booking",
				Arguments: map[string]any{"booking": booking, "cents": cents},
			})
			if err != nil {
				h.log.Warn("payment failed", "err", err)
				continue
			}
			return nil
		}
	}
}

// PayNilResult is unsafe: a missing result says nothing about the payment.
func (h *Hotel) PayNilResult(ctx context.Context, booking string, cents int) (*mcp.CallToolResult, error) {
	for n := 0; n < 2; n++ {
		res, _ := h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "pay_booking".*can run again`
			Name:      "pay_booking",
			Arguments: map[string]any{"booking": booking, "cents": cents},
		})
		if res == nil {
			continue
		}
		return res, nil
	}
	return nil, errors.New("payment failed")
}

// Guest is one person of a party.
type Guest struct{ Name, Room string }

// BookPartyAgain is unsafe: the outer loop repeats the whole party, also the
// guests that were booked before one failed.
func (h *Hotel) BookPartyAgain(ctx context.Context, party []Guest) error {
	bookAll := func() error {
		for _, g := range party {
			if _, err := h.session.CallTool(ctx, &mcp.CallToolParams{
				Name:      "book_room",
				Arguments: map[string]any{"guest": g.Name, "room": g.Room},
			}); err != nil {
				return fmt.Errorf("guest %s: %w", g.Name, err)
			}
		}
		return nil
	}
	var err error
	for round := 0; round < 3; round++ {
		if err = bookAll(); err == nil { // want `tools/call "book_room".*can run again`
			return nil
		}
	}
	return err
}

// BookPartyInline is unsafe: as before, with both loops in one function.
func (h *Hotel) BookPartyInline(ctx context.Context, party []Guest) (err error) {
outer:
	for round := 0; round < 3; round++ {
		for _, g := range party {
			_, err = h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "book_room".*can run again`
				Name:      "book_room",
				Arguments: map[string]any{"guest": g.Name, "room": g.Room},
			})
			if err != nil {
				continue outer
			}
		}
		return nil
	}
	return err
}

// BookPartyOnce is safe: every guest is another call, and an error ends it.
func (h *Hotel) BookPartyOnce(ctx context.Context, party []Guest) error {
	for _, g := range party {
		if _, err := h.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"guest": g.Name, "room": g.Room},
		}); err != nil {
			return fmt.Errorf("guest %s: %w", g.Name, err)
		}
	}
	return nil
}

// BookPartySkipping is safe: an error leads to the next guest, which is
// another call.
func (h *Hotel) BookPartySkipping(ctx context.Context, party []Guest) (failed []Guest) {
	for _, g := range party {
		if _, err := h.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"guest": g.Name, "room": g.Room},
		}); err != nil {
			failed = append(failed, g)
			continue
		}
	}
	return failed
}
