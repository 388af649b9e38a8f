package temporal

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"cases/retrywrite/workflow_temporal/activities"
)

// Imports lies in a file that does not import the policy yet.
func Imports(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
	})
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}
