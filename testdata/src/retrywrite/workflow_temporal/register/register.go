// Package register only registers activities. How they are executed is not in
// sight, so that nothing is reported by default.
package register

import (
	"go.temporal.io/sdk/worker"

	"cases/retrywrite/workflow_temporal/activities"
)

// Worker registers the activities of the other package.
func Worker(w worker.Worker, a *activities.Travel) {
	w.RegisterActivity(a)
	w.RegisterActivity(activities.Cancel)
}
