// Package mcpgo holds tasks of mcp-go that are created again, undone, or
// recorded.
package mcpgo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
	SaveTask(ctx context.Context, order, task string) error
	Task(ctx context.Context, order string) (string, error)
}

// Payments gives money back.
type Payments interface {
	Refund(ctx context.Context, order string) error
}

// Desk places orders as tasks.
type Desk struct {
	mcp      *client.Client
	orders   Orders
	payments Payments
}

func (d *Desk) start(ctx context.Context, order string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "place_order"
	req.Params.Arguments = map[string]any{"order": order}
	req.Params.Task = &mcp.TaskParams{}
	return d.mcp.CallTool(ctx, req)
}

func (d *Desk) get(ctx context.Context, task string) (*mcp.GetTaskResult, error) {
	var req mcp.GetTaskRequest
	req.Params.TaskId = task
	return d.mcp.GetTask(ctx, req)
}

func (d *Desk) cancel(ctx context.Context, task string) error {
	var req mcp.CancelTaskRequest
	req.Params.TaskId = task
	_, err := d.mcp.CancelTask(ctx, req)
	return err
}

// Lost is unsafe: the task may exist, and nobody knows its id.
func (d *Desk) Lost(ctx context.Context, order string) error {
	_, err := d.start(ctx, order)
	if err != nil {
		_, err = d.start(ctx, order) // want `tools/call "place_order" can create a second task on any error: the id of the first one is in the answer that was lost, and nothing finds a task by what it does`
	}
	return err
}

// LostLoop is unsafe.
func (d *Desk) LostLoop(ctx context.Context, order string) (err error) {
	for range 3 {
		if _, err = d.start(ctx, order); err == nil { // want `tools/call "place_order" can create a second task`
			return nil
		}
	}
	return err
}

// LostHeld is the safe twin.
func (d *Desk) LostHeld(ctx context.Context, order string) error {
	_, err := d.start(ctx, order)
	if err != nil {
		return errors.Join(err, d.orders.SetStatus(ctx, order, "unknown"))
	}
	return nil
}

// Plain is another rule's business: no task is asked for.
func (d *Desk) Plain(ctx context.Context, order string) error {
	var req mcp.CallToolRequest
	req.Params.Name = "place_order"
	req.Params.Arguments = map[string]any{"order": order}
	_, err := d.mcp.CallTool(ctx, req)
	if err != nil {
		_, err = d.mcp.CallTool(ctx, req)
	}
	return err
}

// Failed is unsafe: a task that failed may have placed the order.
func (d *Desk) Failed(ctx context.Context, order, task string) error {
	t, err := d.get(ctx, task)
	if err != nil {
		return err
	}
	if t.Status == mcp.TaskStatusFailed {
		_, err = d.start(ctx, order) // want `tools/call "place_order" is called again for a task, but a task that failed may have had its effect before; hold the operation as unknown until a status source settles it`
	}
	return err
}

// FailedHeld is its safe twin.
func (d *Desk) FailedHeld(ctx context.Context, order, task string) error {
	t, err := d.get(ctx, task)
	if err != nil {
		return err
	}
	if t.Status == mcp.TaskStatusFailed {
		return d.orders.SetStatus(ctx, order, "failed")
	}
	return nil
}

// Gone is unsafe: a task that is not found may have been purged.
func (d *Desk) Gone(ctx context.Context, order, task string) error {
	_, err := d.get(ctx, task)
	if errors.Is(err, mcp.ErrInvalidParams) {
		_, err = d.start(ctx, order) // want `tools/call "place_order" is called again for a task, but a task that is not found, or cannot be asked for, may have run`
	}
	return err
}

// Unreachable is unsafe: nobody answered.
func (d *Desk) Unreachable(ctx context.Context, order, task string) error {
	if _, err := d.get(ctx, task); err != nil {
		_, err = d.start(ctx, order) // want `may have run`
		return err
	}
	return nil
}

// GoneFailed is unsafe: not found is recorded as failed.
func (d *Desk) GoneFailed(ctx context.Context, order, task string) error {
	if _, err := d.get(ctx, task); err != nil {
		return d.orders.SetStatus(ctx, order, "failed") // want `the outcome of a task is recorded as "failed" by Orders.SetStatus, but a task that is not found, or cannot be asked for, may have run; record it as unknown and reconcile`
	}
	return nil
}

// GoneUnknown is its safe twin.
func (d *Desk) GoneUnknown(ctx context.Context, order, task string) error {
	if _, err := d.get(ctx, task); err != nil {
		return d.orders.SetStatus(ctx, order, "unknown")
	}
	return nil
}

// Switch is unsafe in two of its branches.
func (d *Desk) Switch(ctx context.Context, order, task string) error {
	t, err := d.get(ctx, task)
	if err != nil {
		return err
	}
	switch t.Status {
	case mcp.TaskStatusCompleted:
		return d.orders.SetStatus(ctx, order, "placed")
	case mcp.TaskStatusFailed:
		return d.orders.SetStatus(ctx, order, "not_executed") // want `the outcome of a task is recorded as "not_executed" by Orders.SetStatus, but a task that failed may have had its effect before`
	case mcp.TaskStatusCancelled:
		return d.orders.SetStatus(ctx, order, "rolled_back") // want `recorded as "rolled_back" by Orders.SetStatus, but a task that is cancelled may have run to its end`
	}
	return nil
}

// SwitchPlain is safe: the statuses are recorded as what they are.
func (d *Desk) SwitchPlain(ctx context.Context, order, task string) error {
	t, err := d.get(ctx, task)
	if err != nil {
		return err
	}
	switch t.Status {
	case mcp.TaskStatusCompleted:
		return d.orders.SetStatus(ctx, order, "placed")
	case mcp.TaskStatusFailed:
		return d.orders.SetStatus(ctx, order, "failed")
	case mcp.TaskStatusCancelled:
		return d.orders.SetStatus(ctx, order, "cancelled")
	}
	return nil
}

// Cancel is unsafe: the server may have placed the order all the same.
func (d *Desk) Cancel(ctx context.Context, order, task string) error {
	if err := d.cancel(ctx, task); err != nil {
		return err
	}
	return d.payments.Refund(ctx, order) // want `Payments.Refund undoes what belongs to a task, but tasks/cancel is a request, and a task can run to its end after it; hold it until a status source settles it`
}

// CancelRecorded is unsafe.
func (d *Desk) CancelRecorded(ctx context.Context, order, task string) error {
	if err := d.cancel(ctx, task); err != nil {
		return err
	}
	return d.orders.SetStatus(ctx, order, "rolled back") // want `recorded as "rolled back" by Orders.SetStatus, but tasks/cancel is a request`
}

// CancelAsked is safe: that it was cancelled is true.
func (d *Desk) CancelAsked(ctx context.Context, order, task string) error {
	if err := d.cancel(ctx, task); err != nil {
		return err
	}
	return d.orders.SetStatus(ctx, order, "cancelled")
}

// CancelAndAgain is unsafe: one function places, cancels and places again.
func (d *Desk) CancelAndAgain(ctx context.Context, order string, late <-chan struct{}) error {
	res, err := d.start(ctx, order)
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-late:
	}
	id, _ := res.StructuredContent.(string)
	if err := d.cancel(ctx, id); err != nil {
		return err
	}
	_, err = d.start(ctx, order) // want `tools/call "place_order" is called again for a task, but tasks/cancel is a request`
	return err
}

// Replace is safe: another order in the place of a cancelled one.
func (d *Desk) Replace(ctx context.Context, task, order string) error {
	if err := d.cancel(ctx, task); err != nil {
		return err
	}
	_, err := d.start(ctx, order)
	return err
}

// Status is unsafe: refunded because the status is cancelled.
func (d *Desk) Status(ctx context.Context, order, task string) error {
	t, err := d.get(ctx, task)
	if err == nil && t.Status == mcp.TaskStatusCancelled {
		return d.payments.Refund(ctx, order) // want `Payments.Refund undoes what belongs to a task, but a task that is cancelled may have run to its end`
	}
	return err
}

// StatusFailed is silent by default: the task says that it failed.
func (d *Desk) StatusFailed(ctx context.Context, order, task string) error {
	t, err := d.get(ctx, task)
	if err == nil && t.Status == mcp.TaskStatusFailed {
		return d.payments.Refund(ctx, order)
	}
	return err
}

// Poll is safe: asking again changes nothing.
func (d *Desk) Poll(ctx context.Context, order, task string) error {
	for {
		t, err := d.get(ctx, task)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if t.Status.IsTerminal() {
			return d.orders.SetStatus(ctx, order, string(t.Status))
		}
		time.Sleep(time.Second)
	}
}

// Wait is unsafe: what did not complete is placed again.
func (d *Desk) Wait(ctx context.Context, order, task string) error {
	var req mcp.GetTaskRequest
	req.Params.TaskId = task
	t, err := d.mcp.WaitForTask(ctx, req, time.Second)
	if err != nil {
		return err
	}
	if t.Status != mcp.TaskStatusCompleted {
		_, err = d.start(ctx, order) // want `tools/call "place_order" is called again for a task, but a task that did not complete may have had its effect`
	}
	return err
}

// Loop is unsafe: until one of the tasks completes.
func (d *Desk) Loop(ctx context.Context, order string) error {
	for {
		res, err := d.start(ctx, order) // want `tools/call "place_order" is called again for a task, but`
		if err != nil {
			return err
		}
		id, _ := res.StructuredContent.(string)
		for {
			t, err := d.get(ctx, id)
			if err != nil {
				return err
			}
			if t.Status == mcp.TaskStatusCompleted {
				return nil
			}
			if t.Status == mcp.TaskStatusFailed || t.Status == mcp.TaskStatusCancelled {
				break
			}
			time.Sleep(time.Second)
		}
	}
}

// Batch is safe: each order has a task of its own.
func (d *Desk) Batch(ctx context.Context, orders []string) error {
	for _, order := range orders {
		res, err := d.start(ctx, order)
		if err != nil {
			return err
		}
		id, _ := res.StructuredContent.(string)
		t, err := d.get(ctx, id)
		if err != nil {
			return err
		}
		if t.Status == mcp.TaskStatusFailed {
			fmt.Println("order", order, "failed")
		}
	}
	return nil
}

// Stored is safe: the id is kept, and asked for after a restart.
func (d *Desk) Stored(ctx context.Context, order string) error {
	task, err := d.orders.Task(ctx, order)
	if err == nil && task != "" {
		t, err := d.get(ctx, task)
		if err != nil {
			return err
		}
		return d.orders.SetStatus(ctx, order, string(t.Status))
	}
	res, err := d.start(ctx, order)
	if err != nil {
		return err
	}
	id, _ := res.StructuredContent.(string)
	return d.orders.SaveTask(ctx, order, id)
}

// report reads.
func (d *Desk) report(ctx context.Context, order string) error {
	var req mcp.CallToolRequest
	req.Params.Name = "get_report"
	req.Params.Arguments = map[string]any{"order": order}
	req.Params.Task = &mcp.TaskParams{}
	_, err := d.mcp.CallTool(ctx, req)
	return err
}

// Read is safe: a report may be made twice.
func (d *Desk) Read(ctx context.Context, order, task string) error {
	t, err := d.get(ctx, task)
	if err != nil || t.Status == mcp.TaskStatusFailed {
		return d.report(ctx, order)
	}
	return nil
}
