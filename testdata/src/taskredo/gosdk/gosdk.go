// Package gosdk holds clients of the official SDK that ask for tasks with
// custom methods.
package gosdk

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TaskParams name a task.
type TaskParams struct {
	mcp.ParamsBase
	TaskID string `json:"taskId"`
}

// TaskResult is a task.
type TaskResult struct {
	mcp.ResultBase
	TaskID string `json:"taskId"`
	Status string `json:"status"`
}

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

// Desk places orders; the server answers with a task.
type Desk struct {
	session *mcp.ClientSession
	orders  Orders
}

func (d *Desk) place(ctx context.Context, order string) (id string, err error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}})
	if err != nil {
		return "", err
	}
	id, _ = res.Meta["taskId"].(string)
	return id, nil
}

func (d *Desk) task(ctx context.Context, id string) (*TaskResult, error) {
	return mcp.CallCustomMethod[*TaskParams, *TaskResult](ctx, d.session, "tasks/get", &TaskParams{TaskID: id})
}

// Gone is unsafe.
func (d *Desk) Gone(ctx context.Context, order string) error {
	id, err := d.place(ctx, order)
	if err != nil {
		return err
	}
	if _, err := d.task(ctx, id); err != nil {
		_, err = d.place(ctx, order) // want `tools/call "place_order" is called again for a task, but a task that is not found, or cannot be asked for, may have run`
		return err
	}
	return nil
}

// Cancelled is unsafe.
func (d *Desk) Cancelled(ctx context.Context, order string) error {
	id, err := d.place(ctx, order)
	if err != nil {
		return err
	}
	t, err := d.task(ctx, id)
	if err != nil {
		return err
	}
	if t.Status == "cancelled" {
		return d.orders.SetStatus(ctx, order, "not_executed") // want `recorded as "not_executed" by Orders.SetStatus, but a task that is cancelled may have run to its end`
	}
	return nil
}

// Held is the safe twin of both.
func (d *Desk) Held(ctx context.Context, order string) error {
	id, err := d.place(ctx, order)
	if err != nil {
		return err
	}
	t, err := d.task(ctx, id)
	if err != nil || t.Status == "cancelled" {
		return errors.Join(err, d.orders.SetStatus(ctx, order, "unknown"))
	}
	return nil
}
