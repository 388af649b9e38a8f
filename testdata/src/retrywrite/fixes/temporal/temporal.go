// Package temporal has findings whose fix limits the attempts to one.
package temporal

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"cases/retrywrite/workflow_temporal/activities"
)

// Thrice has a limit: the fix lowers it.
func Thrice(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 3},
	})
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}

// Unlimited has a policy without a limit: the fix adds one.
func Unlimited(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second},
	})
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}

// Default has no policy: the fix adds one.
func Default(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
	})
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}
