package main

import (
	"bytes"
	"context"
	"iter"
	"sync/atomic"

	"github.com/mcprecovery/mcplint/recovery/internal/faults"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// LoseAnswer has the hotel drop the connection of the next booking when it has
// committed it.
func (h *Hotel) LoseAnswer() {
	var lost atomic.Bool
	h.faults.Choose(func(c faults.Call) faults.Fault {
		if c.Name == toolBook && !lost.Swap(true) {
			return faults.After(faults.Drop)
		}
		return nil
	})
}

// HoldAnswers has the hotel hold back the answers to bookings that it has
// committed, and tell the channel of each.
func (h *Hotel) HoldAnswers() <-chan struct{} {
	h.holds = make(chan struct{}, 1)
	return h.holds
}

// HoldRequests has the hotel hold bookings back before it executes them, which
// it never does, and tell the channel of each.
func (h *Hotel) HoldRequests() <-chan struct{} {
	held := make(chan struct{}, 1)
	h.faults.Choose(func(c faults.Call) faults.Fault {
		if c.Name != toolBook {
			return nil
		}
		held <- struct{}{}
		<-h.done
		return faults.Drop
	})
	return held
}

// ForgetAnswers has the hotel end the stream of a booking that it has
// committed, so that the client comes back for the answer, which is no longer
// in the event store by then.
func (h *Hotel) ForgetAnswers() {
	h.polls = true
	h.events.forget.Store(true)
}

// events is an event store that forgets answers to bookings.
type events struct {
	*mcp.MemoryEventStore
	forget    atomic.Bool
	forgotten chan struct{}
}

func newEvents() *events {
	return &events{MemoryEventStore: mcp.NewMemoryEventStore(nil), forgotten: make(chan struct{})}
}

func (e *events) Append(ctx context.Context, session, stream string, data []byte) error {
	err := e.MemoryEventStore.Append(ctx, session, stream, data)
	if bytes.Contains(data, []byte(`"booked"`)) && e.forget.Swap(false) {
		e.SetMaxBytes(1)
		close(e.forgotten)
	}
	return err
}

// After is called when a stream is opened, with a negative index, and when a
// client comes back to one. Then it waits until there is something to have
// forgotten.
func (e *events) After(ctx context.Context, session, stream string, index int) iter.Seq2[[]byte, error] {
	if index >= 0 {
		select {
		case <-e.forgotten:
		case <-ctx.Done():
		}
	}
	return e.MemoryEventStore.After(ctx, session, stream, index)
}
