// Package jobs is run by a workflow engine, which writes down what it runs.
package jobs

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// Activities of a workflow.
type Activities struct{ session *mcp.ClientSession }

// Book is safe: the engine has the activity in its history.
func (a *Activities) Book(ctx context.Context, seat string) error {
	_, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}})
	return err
}

// Workflow books a seat.
func Workflow(ctx workflow.Context, seat string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute, RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	var a *Activities
	return workflow.ExecuteActivity(ctx, a.Book, seat).Get(ctx, nil)
}
