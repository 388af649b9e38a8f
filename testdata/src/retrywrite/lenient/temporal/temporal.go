// Package temporal only registers activities. By default nothing is reported.
// Its twin under strict is.
package temporal

import (
	"go.temporal.io/sdk/worker"

	"cases/retrywrite/workflow_temporal/activities"
)

// Function registers one activity.
func Function(w worker.Worker) {
	w.RegisterActivity(activities.Cancel)
}
