// Package loops holds clients that call a tool inside a loop of their own.
package loops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Hotel books rooms on one MCP server.
type Hotel struct {
	session *mcp.ClientSession
	log     *slog.Logger
	timeout time.Duration
}

// BookCounted is unsafe: every error leads to another attempt, also one that
// came after the server had booked.
func (h *Hotel) BookCounted(ctx context.Context, guest string, room int) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"guest": guest, "room": room},
	}
	var lastErr error
	for attempt := 0; attempt < 3; attempt++ {
		res, err := h.session.CallTool(ctx, params) // want `tools/call "book_room".*can run again.*any error`
		if err == nil {
			return res, nil
		}
		lastErr = err
		h.log.WarnContext(ctx, "booking failed", "attempt", attempt, "err", err)
		time.Sleep(time.Duration(attempt+1) * 200 * time.Millisecond)
	}
	return nil, fmt.Errorf("book room %d: %w", room, lastErr)
}

// BookBoundOne is safe: the loop runs once.
func (h *Hotel) BookBoundOne(ctx context.Context, guest string, room int) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"guest": guest, "room": room},
	}
	var lastErr error
	for attempt := 0; attempt < 1; attempt++ {
		res, err := h.session.CallTool(ctx, params)
		if err == nil {
			return res, nil
		}
		lastErr = err
		h.log.WarnContext(ctx, "booking failed", "attempt", attempt, "err", err)
		time.Sleep(time.Duration(attempt+1) * 200 * time.Millisecond)
	}
	return nil, fmt.Errorf("book room %d: %w", room, lastErr)
}

// BookLeavesAtOnce is safe: an error leaves the loop.
func (h *Hotel) BookLeavesAtOnce(ctx context.Context, guest string, room int) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"guest": guest, "room": room},
	}
	for attempt := 0; attempt < 3; attempt++ {
		res, err := h.session.CallTool(ctx, params)
		if err == nil {
			return res, nil
		}
		h.log.WarnContext(ctx, "booking failed", "attempt", attempt, "err", err)
		return nil, fmt.Errorf("book room %d: %w", room, err)
	}
	return nil, errors.New("no attempt made")
}

// RefundEndless is unsafe: the stream can end after the refund was made.
func (h *Hotel) RefundEndless(ctx context.Context, booking string) error {
	for {
		_, err := h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "refund_booking".*can run again.*io\.EOF`
			Name:      "refund_booking",
			Arguments: map[string]any{"booking": booking},
		})
		switch {
		case err == nil:
			return nil
		case errors.Is(err, io.EOF):
			h.log.Info("stream ended, trying again", "booking", booking)
			continue
		default:
			return fmt.Errorf("refund %s: %w", booking, err)
		}
	}
}

// RefundUntilReachable is safe: only a refused dial leads to another attempt,
// and then nothing was written.
func (h *Hotel) RefundUntilReachable(ctx context.Context, booking string) error {
	for {
		_, err := h.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "refund_booking",
			Arguments: map[string]any{"booking": booking},
		})
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.ECONNREFUSED):
			h.log.Info("server not up yet", "booking", booking)
			continue
		default:
			return fmt.Errorf("refund %s: %w", booking, err)
		}
	}
}

// TransferGoto is unsafe: goto leads back to the call after any error.
func (h *Hotel) TransferGoto(ctx context.Context, from, to string, cents int64) (res *mcp.CallToolResult, err error) {
	tries := 0
	args := map[string]any{"from": from, "to": to, "amount": cents}
again:
	res, err = h.session.CallTool(ctx, &mcp.CallToolParams{Name: "transfer_funds", Arguments: args}) // want `tools/call "transfer_funds".*can run again`
	if err != nil {
		if tries++; tries < 4 {
			time.Sleep(time.Second)
			goto again
		}
		return nil, fmt.Errorf("transfer: %w", err)
	}
	return res, nil
}

// TransferGotoDial is safe: goto is taken only when the dial failed.
func (h *Hotel) TransferGotoDial(ctx context.Context, from, to string, cents int64) (res *mcp.CallToolResult, err error) {
	tries := 0
	args := map[string]any{"from": from, "to": to, "amount": cents}
again:
	res, err = h.session.CallTool(ctx, &mcp.CallToolParams{Name: "transfer_funds", Arguments: args})
	if err != nil {
		var op *net.OpError
		if tries++; tries < 4 && errors.As(err, &op) && op.Op == "dial" {
			time.Sleep(time.Second)
			goto again
		}
		return nil, fmt.Errorf("transfer: %w", err)
	}
	return res, nil
}

// UpgradeLabelled is unsafe: the labelled continue is reached when the
// deadline of one attempt passed, and the server may be at work then.
func (h *Hotel) UpgradeLabelled(ctx context.Context, booking, class string) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
attempts:
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
		callCtx, cancel := context.WithTimeout(ctx, h.timeout)
		_, err := h.session.CallTool(callCtx, &mcp.CallToolParams{ // want `tools/call "upgrade_booking".*can run again.*DeadlineExceeded`
			Name:      "upgrade_booking",
			Arguments: map[string]any{"booking": booking, "class": class},
		})
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && n < 5 {
			timer.Reset(time.Duration(n) * time.Second)
			continue attempts
		}
		return err
	}
}

// CheckinWhileError is unsafe: the call in the loop repeats the one before it.
func (h *Hotel) CheckinWhileError(ctx context.Context, booking string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "checkin_guest", Arguments: map[string]any{"booking": booking}}
	res, err := h.session.CallTool(ctx, params)
	for n := 0; err != nil && n < 5; n++ {
		h.log.Debug("check-in failed", "err", err)
		res, err = h.session.CallTool(ctx, params) // want `tools/call "checkin_guest".*can run again.*any error`
	}
	return res, err
}

// CheckinRangeInt is unsafe: three attempts, whatever the error was.
func (h *Hotel) CheckinRangeInt(ctx context.Context, booking string) error {
	var errs []error
	for range 3 {
		_, err := h.session.CallTool(ctx, &mcp.CallToolParams{ // want `tools/call "checkin_guest".*can run again`
			Name:      "checkin_guest",
			Arguments: map[string]any{"booking": booking},
		})
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

const singleAttempt = 1

// CheckinRangeOne is safe: range over the constant 1.
func (h *Hotel) CheckinRangeOne(ctx context.Context, booking string) error {
	var errs []error
	for range singleAttempt {
		_, err := h.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "checkin_guest",
			Arguments: map[string]any{"booking": booking},
		})
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
