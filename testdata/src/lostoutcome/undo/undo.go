// Package undo holds work that is undone, or handed out again, because a call
// failed.
package undo

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Payments moves money.
type Payments interface {
	Charge(ctx context.Context, order string) error
	Refund(ctx context.Context, order string) error
}

// Seats are held for a while.
type Seats interface {
	Hold(ctx context.Context, seat string) error
	Release(ctx context.Context, seat string) error
}

// Locker locks keys.
type Locker interface {
	Lock(ctx context.Context, key string) error
	Unlock(ctx context.Context, key string) error
}

// Queue hands out work.
type Queue interface {
	Requeue(ctx context.Context, id string) error
}

// Agency books seats.
type Agency struct {
	session  *mcp.ClientSession
	payments Payments
	seats    Seats
	locker   Locker
	queue    Queue
	mu       sync.Mutex
}

func (a *Agency) call(ctx context.Context, tool, id string) error {
	res, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"id": id}})
	if err != nil {
		return err
	}
	return res.GetError()
}

// Refund is unsafe: the seat may be booked, and the money is given back.
func (a *Agency) Refund(ctx context.Context, order string) error {
	if err := a.payments.Charge(ctx, order); err != nil {
		return err
	}
	if err := a.call(ctx, "book_seat", order); err != nil {
		return errors.Join(err, a.payments.Refund(ctx, order)) // want `Payments.Refund undoes what belongs to tools/call "book_seat" on any error, which also follows an executed call; leave it as it is until the outcome is known`
	}
	return nil
}

// Held is its safe twin.
func (a *Agency) Held(ctx context.Context, order string) error {
	if err := a.payments.Charge(ctx, order); err != nil {
		return err
	}
	if err := a.call(ctx, "book_seat", order); err != nil {
		return fmt.Errorf("order %s: the seat may be booked: %w", order, err)
	}
	return nil
}

// RefundRefused is safe: the call was never sent.
func (a *Agency) RefundRefused(ctx context.Context, order string) error {
	err := a.call(ctx, "book_seat", order)
	if errors.Is(err, mcp.ErrConnectionClosed) {
		return errors.Join(err, a.payments.Refund(ctx, order))
	}
	return err
}

// Release is unsafe: the seat is offered to others.
func (a *Agency) Release(ctx context.Context, seat string) error {
	if err := a.seats.Hold(ctx, seat); err != nil {
		return err
	}
	err := a.call(ctx, "book_seat", seat)
	if err != nil {
		_ = a.seats.Release(ctx, seat) // want `Seats.Release undoes what belongs to tools/call "book_seat"`
	}
	return err
}

// ReleaseAlways is safe: the hold is given back in any case.
func (a *Agency) ReleaseAlways(ctx context.Context, seat string) error {
	if err := a.seats.Hold(ctx, seat); err != nil {
		return err
	}
	if err := a.call(ctx, "book_seat", seat); err != nil {
		return errors.Join(err, a.seats.Release(ctx, seat))
	}
	return a.seats.Release(ctx, seat)
}

// ReleaseOnExit is safe: the same by defer.
func (a *Agency) ReleaseOnExit(ctx context.Context, seat string) error {
	if err := a.seats.Hold(ctx, seat); err != nil {
		return err
	}
	defer a.seats.Release(ctx, seat)
	return a.call(ctx, "book_seat", seat)
}

// ReleaseOnError is unsafe: a deferred function that asks whether it failed.
func (a *Agency) ReleaseOnError(ctx context.Context, seat string) (err error) {
	if err := a.seats.Hold(ctx, seat); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.seats.Release(ctx, seat)) // want `Seats.Release undoes what belongs to tools/call "book_seat"`
		}
	}()
	return a.call(ctx, "book_seat", seat)
}

// Locked is safe: a lock is no business of the server.
func (a *Agency) Locked(ctx context.Context, seat string) error {
	if err := a.locker.Lock(ctx, seat); err != nil {
		return err
	}
	a.mu.Lock()
	if err := a.call(ctx, "book_seat", seat); err != nil {
		a.mu.Unlock()
		return errors.Join(err, a.locker.Unlock(ctx, seat))
	}
	return nil
}

// ByTool is unsafe: the refund is a tool, too.
func (a *Agency) ByTool(ctx context.Context, order string) error {
	if err := a.call(ctx, "book_seat", order); err != nil {
		return errors.Join(err, a.call(ctx, "refund_payment", order)) // want `\(\*Agency\).call undoes what belongs to tools/call "book_seat"`
	}
	return nil
}

// ToolError is safe: the tool ran and said that it did not book.
func (a *Agency) ToolError(ctx context.Context, order string) error {
	res, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"id": order}})
	if err != nil {
		return err
	}
	if res.IsError {
		return a.payments.Refund(ctx, order)
	}
	return nil
}

// giveBack undoes the charge.
func (a *Agency) giveBack(ctx context.Context, order string) error {
	return a.payments.Refund(ctx, order)
}

// ByHelper is unsafe: the refund stands in a helper.
func (a *Agency) ByHelper(ctx context.Context, order string) error {
	err := a.call(ctx, "book_seat", order)
	if err != nil {
		return a.giveBack(ctx, order) // want `Payments.Refund undoes what belongs to tools/call "book_seat"`
	}
	return nil
}

// Again is unsafe: another worker will book it.
func (a *Agency) Again(ctx context.Context, order string) error {
	if err := a.call(ctx, "book_seat", order); err != nil {
		return a.queue.Requeue(ctx, order) // want `Queue.Requeue hands the work of tools/call "book_seat" out again`
	}
	return nil
}

// Nack is unsafe: the broker delivers it again.
func (a *Agency) Nack(ctx context.Context, d amqp.Delivery) error {
	if err := a.call(ctx, "book_seat", string(d.Body)); err != nil {
		return d.Nack(false, true) // want `amqp091.Delivery.Nack hands the work of tools/call "book_seat" out again`
	}
	return d.Ack(false)
}

// NackDead is safe: it goes where somebody looks at it.
func (a *Agency) NackDead(ctx context.Context, d amqp.Delivery) error {
	if err := a.call(ctx, "book_seat", string(d.Body)); err != nil {
		return d.Nack(false, false)
	}
	return d.Ack(false)
}
