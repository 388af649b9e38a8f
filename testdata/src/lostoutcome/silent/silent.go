// Package silent holds failures that nobody writes down as such.
package silent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Metrics counts.
type Metrics interface {
	RecordStatus(tool, status string)
	AddStatus(ctx context.Context, tool, status string) error
}

// CallMetrics counts calls.
type CallMetrics interface {
	AddStatus(ctx context.Context, tool, status string) error
}

// EventBus publishes.
type EventBus interface {
	Publish(ctx context.Context, topic, status string) error
}

// ChatMessages keeps what the user reads.
type ChatMessages interface {
	AddStatus(ctx context.Context, role, status string) error
}

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, id, status string) error
	SaveError(ctx context.Context, id, text string) error
	Get(ctx context.Context, id string) (status string, err error)
}

// A Result is told to the model.
type Result struct {
	Status string `json:"status"`
	Text   string `json:"text"`
}

// Desk places orders.
type Desk struct {
	session  *mcp.ClientSession
	metrics  CallMetrics
	bus      EventBus
	chat     ChatMessages
	orders   Orders
	failures atomic.Int64
}

func (d *Desk) call(ctx context.Context, tool, id string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"id": id}})
	return err
}

// Log is safe.
func (d *Desk) Log(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err != nil {
		log.Printf("order %s failed: %v", id, err)
		slog.ErrorContext(ctx, "order", "status", "failed", "id", id)
	}
	return err
}

// Count is safe.
func (d *Desk) Count(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err != nil {
		d.failures.Add(1)
		_ = d.metrics.AddStatus(ctx, "place_order", "failed")
	}
	return err
}

// Publish is safe: who hears it keeps it.
func (d *Desk) Publish(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err != nil {
		_ = d.bus.Publish(ctx, "orders."+id, "failed")
	}
	return err
}

// Tell is safe: an error result for the model.
func (d *Desk) Tell(ctx context.Context, id string) Result {
	if err := d.call(ctx, "place_order", id); err != nil {
		return Result{Status: "failed", Text: err.Error()}
	}
	return Result{Status: "placed"}
}

// Show is safe: the user reads it.
func (d *Desk) Show(w http.ResponseWriter, r *http.Request) {
	if err := d.call(r.Context(), "place_order", r.FormValue("id")); err != nil {
		w.WriteHeader(http.StatusBadGateway)
		_ = json.NewEncoder(w).Encode(Result{Status: "failed", Text: err.Error()})
		_ = d.chat.AddStatus(r.Context(), "tool", "failed")
	}
}

// Text is safe: the error's text is kept, and no status.
func (d *Desk) Text(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err != nil {
		return errors.Join(err, d.orders.SaveError(ctx, id, err.Error()))
	}
	return nil
}

// Open is safe.
func (d *Desk) Open(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	status := "placed"
	if err != nil {
		status = "failed_or_unknown"
	}
	return errors.Join(err, d.orders.SetStatus(ctx, id, status))
}

// TimedOut is safe: the word says no more than what happened.
func (d *Desk) TimedOut(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if errors.Is(err, context.DeadlineExceeded) {
		return d.orders.SetStatus(ctx, id, "timed_out")
	}
	return err
}

// Read is safe: that a read failed is all there is to know.
func (d *Desk) Read(ctx context.Context, id string) error {
	err := d.call(ctx, "get_order", id)
	if err != nil {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return nil
}

// price asks for a price.
//
//mcplint:read "the catalogue has no state: catalogue manual, page 2"
func (d *Desk) price(ctx context.Context, id string) error { return d.call(ctx, "quote", id) }

// ReadByContract is safe.
func (d *Desk) ReadByContract(ctx context.Context, id string) error {
	if err := d.price(ctx, id); err != nil {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return nil
}

// settled asks the clearing house.
//
//mcplint:reconciles "the clearing house is final: manual, page 9"
func (d *Desk) settled(ctx context.Context, id string) (bool, error) {
	err := d.call(ctx, "get_settlement", id)
	return err == nil, err
}

// Reconciled is safe: what became of the order is known.
func (d *Desk) Reconciled(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err == nil {
		return nil
	}
	done, serr := d.settled(ctx, id)
	if serr != nil {
		return errors.Join(err, serr)
	}
	if !done {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return d.orders.SetStatus(ctx, id, "placed")
}

// LookedUp is silent by default: somebody looked.
func (d *Desk) LookedUp(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err == nil {
		return nil
	}
	status, gerr := d.orders.Get(ctx, id)
	if gerr != nil {
		return errors.Join(err, gerr)
	}
	if status == "new" {
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return nil
}

// Invalid is safe: it never came to a call.
func (d *Desk) Invalid(ctx context.Context, id string) error {
	if id == "" {
		return d.orders.SetStatus(ctx, id, "rejected")
	}
	return d.call(ctx, "place_order", id)
}

// Decode is safe: the call succeeded, its result is unreadable.
func (d *Desk) Decode(ctx context.Context, id string) error {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	if err != nil {
		return fmt.Errorf("order %s: %w", id, err)
	}
	data, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return d.orders.SetStatus(ctx, id, "error")
	}
	var order struct{ State string }
	if err := json.Unmarshal(data, &order); err != nil {
		return d.orders.SetStatus(ctx, id, "error")
	}
	return d.orders.SetStatus(ctx, id, order.State)
}

// Suppressed says why.
func (d *Desk) Suppressed(ctx context.Context, id string) error {
	err := d.call(ctx, "place_order", id)
	if err != nil {
		//mcplint:ignore lostoutcome orders are idempotent by their number here
		return d.orders.SetStatus(ctx, id, "failed")
	}
	return nil
}
