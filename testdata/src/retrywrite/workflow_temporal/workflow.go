// Package workflow_temporal holds workflows whose activities call tools.
package workflow_temporal

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"cases/retrywrite/workflow_temporal/activities"
)

// Default is unsafe: without a policy the engine runs the activity again
// until it succeeds.
func Default(ctx workflow.Context, trip activities.Trip) (id string, err error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var a *activities.Travel
	err = workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, &id) // want `tools/call "book_flight".*can run again`
	return id, err
}

// Once is safe: one attempt.
func Once(ctx workflow.Context, trip activities.Trip) (id string, err error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	var a *activities.Travel
	err = workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, &id)
	return id, err
}

// Thrice is unsafe: three attempts.
func Thrice(ctx workflow.Context, trip activities.Trip) (id string, err error) {
	policy := &temporal.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 3}
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         policy,
	})
	var a *activities.Travel
	future := workflow.ExecuteActivity(ctx, a.BookFlight, trip) // want `tools/call "book_flight".*can run again`
	return id, future.Get(ctx, &id)
}

// Unlimited is unsafe: 0 attempts are no limit.
func Unlimited(ctx workflow.Context, trip activities.Trip) error {
	ao := workflow.ActivityOptions{StartToCloseTimeout: time.Minute}
	ao.RetryPolicy = &temporal.RetryPolicy{MaximumAttempts: 0, MaximumInterval: time.Hour}
	ctx = workflow.WithActivityOptions(ctx, ao)
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}

const onlyOnce = 1

// Assigned is safe: the policy is assigned, and its limit is a constant.
func Assigned(ctx workflow.Context, trip activities.Trip) error {
	ao := workflow.ActivityOptions{StartToCloseTimeout: time.Minute}
	ao.RetryPolicy = &temporal.RetryPolicy{MaximumAttempts: onlyOnce}
	ctx = workflow.WithActivityOptions(ctx, ao)
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil)
}

// onceOptions are shared by the workflows below.
var onceOptions = workflow.ActivityOptions{
	StartToCloseTimeout: time.Minute,
	RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
}

// Shared is safe: the options stand in a package variable.
func Shared(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, onceOptions)
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil)
}

func once(ctx workflow.Context) workflow.Context {
	return workflow.WithActivityOptions(ctx, onceOptions)
}

// Helper is safe: the options come from a helper.
func Helper(ctx workflow.Context, trip activities.Trip) error {
	var a *activities.Travel
	return workflow.ExecuteActivity(once(ctx), a.BookFlight, trip).Get(ctx, nil)
}

// NonRetryable is safe: the activity ends itself.
func NonRetryable(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookHotel, trip).Get(ctx, nil)
}

// PartlyNonRetryable is unsafe: the activity ends itself for one error only.
func PartlyNonRetryable(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookCar, trip).Get(ctx, nil) // want `tools/call "book_car".*can run again`
}

// Listing is safe: the activity calls no tool.
func Listing(ctx workflow.Context) (n int, err error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var a *activities.Travel
	err = workflow.ExecuteActivity(ctx, a.Tools).Get(ctx, &n)
	return n, err
}

// Mixed is safe: listing may be repeated, booking runs once.
func Mixed(ctx workflow.Context, trip activities.Trip) error {
	var a *activities.Travel
	many := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	if err := workflow.ExecuteActivity(many, a.Tools).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(once(ctx), a.BookFlight, trip).Get(ctx, nil)
}

// MixedUp is unsafe: both run with the options for reading.
func MixedUp(ctx workflow.Context, trip activities.Trip) error {
	var a *activities.Travel
	many := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	if err := workflow.ExecuteActivity(many, a.Tools).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(many, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}

// Local is unsafe: local activities are run again too.
func Local(ctx workflow.Context, booking string) error {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{StartToCloseTimeout: time.Second})
	return workflow.ExecuteLocalActivity(ctx, activities.Cancel, booking).Get(ctx, nil) // want `tools/call "cancel_flight".*can run again`
}

// LocalOnce is safe: one attempt.
func LocalOnce(ctx workflow.Context, booking string) error {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: time.Second,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	return workflow.ExecuteLocalActivity(ctx, activities.Cancel, booking).Get(ctx, nil)
}
