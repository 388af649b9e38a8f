// Package workflow holds workflows that undo or record because an activity
// failed that calls a tool.
package workflow

import (
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

var bookingState = temporal.NewSearchAttributeKeyKeyword("BookingState")

// Activities talk to the server.
type Activities struct{ session *mcp.ClientSession }

// Book books a room.
func (a *Activities) Book(ctx context.Context, order string) error {
	_, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"order": order}})
	return err
}

// RefundPayment gives the money back.
func (a *Activities) RefundPayment(ctx context.Context, order string) error {
	return errors.ErrUnsupported
}

// AskPerson opens a case.
func (a *Activities) AskPerson(ctx context.Context, order string) error {
	return errors.ErrUnsupported
}

func options(ctx workflow.Context) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
}

// Compensate is unsafe: the activity failed, the room may be booked.
func Compensate(ctx workflow.Context, order string) error {
	ctx = options(ctx)
	var a *Activities
	err := workflow.ExecuteActivity(ctx, a.Book, order).Get(ctx, nil)
	if err != nil {
		return errors.Join(err, workflow.ExecuteActivity(ctx, a.RefundPayment, order).Get(ctx, nil)) // want `workflow.ExecuteActivity undoes what belongs to tools/call "book_room"`
	}
	return nil
}

// CompensateByName is unsafe: the same by the activity's name.
func CompensateByName(ctx workflow.Context, order string) error {
	ctx = options(ctx)
	var a *Activities
	future := workflow.ExecuteActivity(ctx, a.Book, order)
	if err := future.Get(ctx, nil); err != nil {
		_ = workflow.ExecuteActivity(ctx, "RefundPayment", order).Get(ctx, nil) // want `workflow.ExecuteActivity undoes what belongs to tools/call "book_room"`
		return err
	}
	return nil
}

// Ask is its safe twin.
func Ask(ctx workflow.Context, order string) error {
	ctx = options(ctx)
	var a *Activities
	err := workflow.ExecuteActivity(ctx, a.Book, order).Get(ctx, nil)
	if err != nil {
		return errors.Join(err, workflow.ExecuteActivity(ctx, a.AskPerson, order).Get(ctx, nil))
	}
	return nil
}

// State is unsafe: the workflow's own state says that it failed.
func State(ctx workflow.Context, order string) error {
	ctx = options(ctx)
	var a *Activities
	if err := workflow.ExecuteActivity(ctx, a.Book, order).Get(ctx, nil); err != nil {
		return workflow.UpsertMemo(ctx, map[string]any{"status": "failed"}) // want `recorded as "failed" by workflow.UpsertMemo`
	}
	return workflow.UpsertMemo(ctx, map[string]any{"status": "booked"})
}

// Attribute is unsafe: a search attribute.
func Attribute(ctx workflow.Context, order string) error {
	ctx = options(ctx)
	var a *Activities
	if err := workflow.ExecuteActivity(ctx, a.Book, order).Get(ctx, nil); err != nil {
		return workflow.UpsertTypedSearchAttributes(ctx, bookingState.ValueSet("rolled_back")) // want `recorded as "rolled_back" by workflow.UpsertTypedSearchAttributes`
	}
	return nil
}

// AttributeOpen is its safe twin.
func AttributeOpen(ctx workflow.Context, order string) error {
	ctx = options(ctx)
	var a *Activities
	if err := workflow.ExecuteActivity(ctx, a.Book, order).Get(ctx, nil); err != nil {
		return workflow.UpsertTypedSearchAttributes(ctx, bookingState.ValueSet("unknown"))
	}
	return nil
}

// Timer is safe: nothing was called.
func Timer(ctx workflow.Context, order string) error {
	ctx = options(ctx)
	var a *Activities
	if err := workflow.Sleep(ctx, time.Hour); err != nil {
		return errors.Join(err, workflow.ExecuteActivity(ctx, a.RefundPayment, order).Get(ctx, nil))
	}
	return nil
}
