// Package temporal only registers activities. How they are executed is not in
// sight, so that -strict reports the registration.
package temporal

import (
	"go.temporal.io/sdk/worker"

	"cases/retrywrite/workflow_temporal/activities"
)

// Function registers one activity.
func Function(w worker.Worker) {
	w.RegisterActivity(activities.Cancel) // want `tools/call.*can run again`
}
