// Package failed holds what -strict adds.
package failed

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// Payments gives money back.
type Payments interface {
	Refund(ctx context.Context, order string) error
}

// Refund is reported: a task that failed may have booked.
func Refund(ctx context.Context, c *client.Client, p Payments, order, task string) error {
	var req mcp.GetTaskRequest
	req.Params.TaskId = task
	t, err := c.GetTask(ctx, req)
	if err != nil {
		return err
	}
	if t.Status == mcp.TaskStatusFailed {
		return p.Refund(ctx, order) // want `Payments.Refund undoes what belongs to a task, but a task that failed may have had its effect before`
	}
	return nil
}

// Keep is safe.
func Keep(ctx context.Context, c *client.Client, p Payments, order, task string) error {
	var req mcp.GetTaskRequest
	req.Params.TaskId = task
	t, err := c.GetTask(ctx, req)
	if err != nil {
		return err
	}
	if t.Status == mcp.TaskStatusWorking {
		return nil
	}
	return nil
}
