package knowledge

import "sync"

// StableID reports whether the function or method named fullName returns an
// id that stays the same when an engine runs a job or a step again, so that a
// key made of it covers all its attempts.
func StableID(fullName string) bool { return stableFuncs()[fullName] }

// StableField is like [StableID] for the field named name
// ("example.com/pkg.Type.Field").
func StableField(name string) bool { return stableFields()[name] }

// stableFuncs: the ids of jobs, and what Restate draws from the invocation.
var stableFuncs = sync.OnceValue(func() map[string]bool {
	return set(
		asynq+".GetTaskID",
		"(*"+asynq+".ResultWriter).TaskID",
		dbos+".GetWorkflowID", dbos+".GetStepID",
		restate+".Key", restate+".UUID",
		"(*"+dapr+".WorkflowContext).InstanceID",
	)
})

// stableFields: RunID is not among them, since a retry of the workflow has
// another.
var stableFields = sync.OnceValue(func() map[string]bool {
	return set(
		river+"/rivertype.JobRow.ID",
		temporal+"/internal.ActivityInfo.ActivityID",
		temporal+"/internal.WorkflowExecution.ID",
		temporal+"/internal.WorkflowInfo.WorkflowExecution",
		cadence+"/internal.ActivityInfo.ActivityID",
		cadence+"/internal.WorkflowExecution.ID",
		machinery+"/tasks.Signature.UUID",
		watermill+"/message.Message.UUID",
		inngest+"/internal/fn.InputCtx.RunID",
	)
})
