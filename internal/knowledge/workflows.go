package knowledge

import (
	"slices"
	"sync"
)

// HandlerOf returns the row of the registration function, or of the method of
// a handler interface, named fullName.
func HandlerOf(fullName string) (Handler, bool) {
	h, ok := handlers()[fullName]
	return h, ok
}

// HandlerMethods returns the rows of the handler interfaces: methods that an
// engine calls on the types that implement them.
func HandlerMethods() []Handler {
	var out []Handler
	for _, h := range handlers() {
		if h.Op < 0 {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b Handler) int { return compare(a.Func, b.Func) })
	return out
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

const (
	temporal  = "go.temporal.io/sdk"
	cadence   = "go.uber.org/cadence"
	river     = "github.com/riverqueue/river"
	asynq     = "github.com/hibiken/asynq"
	machinery = "github.com/RichardKnop/machinery/v2"
	watermill = "github.com/ThreeDotsLabs/watermill"
	restate   = "github.com/restatedev/sdk-go"
	dbos      = "github.com/dbos-inc/dbos-transact-golang/dbos"
	inngest   = "github.com/inngest/inngestgo"
	dapr      = "github.com/dapr/go-sdk/workflow"
	hatchet   = "github.com/hatchet-dev/hatchet/sdks/go"
	reconcile = "sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// The switches of the engines. Temporal and Cadence declare their types as
// aliases of types of an internal package, which are the ones that programs
// are compiled with.
var (
	temporalOff   = []Off{fieldIs(temporal+"/internal.RetryPolicy", "MaximumAttempts", 1)}
	temporalFinal = []string{temporal + "/temporal.NewNonRetryableApplicationError"}
	cadenceRetry  = []string{cadence + "/internal.RetryPolicy"}
	asynqOff      = []Off{argIs(asynq+".MaxRetry", 0, 0)}
	asynqFinal    = []string{asynq + ".SkipRetry", asynq + ".RevokeTask"}
	riverOff      = []Off{fieldIs(river+".InsertOpts", "MaxAttempts", 1), fieldIs(river+".Config", "MaxAttempts", 1)}
	riverFinal    = []string{river + ".JobCancel", river + "/rivertype.JobCancel"}
	machineryOn   = []string{machinery + "/tasks.Signature.RetryCount", machinery + "/tasks.NewErrRetryTaskLater"}
	restateOff    = []Off{argIs(restate+".WithMaxRetryAttempts", 0, 1)}
	restateFinal  = []string{restate + ".TerminalErrorf", restate + ".ToTerminalError"}
	// A pointer field counts as the value it points to. The platform's
	// default is 4 retries.
	inngestOff   = []Off{fieldIs(inngest+"/internal/fn.FunctionOpts", "Retries", 0)}
	inngestFinal = []string{inngest + ".NoRetryError"}
	// InstantAck and PoisonQueue keep a failed message from coming back.
	watermillOff = []Off{
		{Func: watermill + "/message/router/middleware.InstantAck"},
		{Func: watermill + "/message/router/middleware.PoisonQueue"},
	}
)

// workflowVehicles are the calls with which code of a workflow has an
// operation run by the engine.
func workflowVehicles() []Vehicle {
	retry := watermill + "/message/router/middleware.Retry"
	dbosStep := Vehicle{
		Kind: OnMarker, Markers: []string{dbos + ".WithStepMaxRetries"}, Off: []Off{argIs(dbos+".WithStepMaxRetries", 0, 0)},
		Filters: []Filter{{Func: dbos + ".WithStepRetryPredicate"}}, Recovers: true,
	}
	return slices.Concat(
		// Attempts are unlimited unless the options say otherwise. The options
		// are in the context (WithActivityOptions) or an argument.
		Vehicle{Kind: Workflow, Off: temporalOff, Permanent: temporalFinal, Recovers: true}.
			of(1, within(temporal+"/workflow", "ExecuteActivity", "ExecuteLocalActivity")...),
		Vehicle{Kind: Workflow, Off: temporalOff, Permanent: temporalFinal, Recovers: true}.
			of(2, "("+temporal+"/client.Client).ExecuteActivity"),
		// No retry unless the options have a policy.
		Vehicle{Kind: OnMarker, Markers: cadenceRetry}.
			of(1, within(cadence+"/workflow", "ExecuteActivity", "ExecuteLocalActivity")...),
		// No limit.
		Vehicle{Kind: Workflow, Off: restateOff, Permanent: restateFinal, Recovers: true}.
			of(1, within(restate, "Run", "RunVoid", "RunAsync")...),
		// A step that failed is not repeated by default, but recovery repeats
		// one whose result was not yet recorded.
		dbosStep.of(1, within(dbos, "RunAsStep", "Go")...),
		Vehicle{Kind: OnMarker, Recovers: true}.of(1, dbos+".RunWorkflow"),
		Vehicle{Kind: Workflow, Off: inngestOff, Permanent: inngestFinal, Recovers: true}.of(2, inngest+"/step.Run"),
		// Its options cannot carry a retry policy.
		Vehicle{Kind: OnMarker, Recovers: true}.of(0, "(*"+dapr+".WorkflowContext).CallActivity"),
		// The zero value does not repeat.
		Vehicle{Kind: OnError, Off: []Off{fieldIs(retry, "MaxRetries", 0)}, Filters: []Filter{{Type: retry, Field: "ShouldRetry"}}}.
			of(0, "("+retry+").Middleware"),
	)
}

// handlers are the ways in which an engine gets hold of code that it runs.
// Kafka, NATS, SQS and Pub/Sub consumers are not here: whether a message comes
// back is decided by the acknowledgement, not by the call that takes the
// callback.
var handlers = sync.OnceValue(func() map[string]Handler {
	m := make(map[string]Handler)
	add := func(h Handler, op int, fullNames ...string) {
		for _, n := range fullNames {
			h.Func, h.Op = n, op
			m[n] = h
		}
	}

	activity := Handler{Engine: "Temporal", AtExecution: true, Reruns: true, Recovers: true, Off: temporalOff, Permanent: temporalFinal}
	add(activity, 0, methods("", temporal+"/worker.ActivityRegistry",
		"RegisterActivity", "RegisterActivityWithOptions", "RegisterDynamicActivity")...)
	// The code of a workflow is replayed from its start: a call in it that
	// does not go through the engine is made again every time.
	replayed := Handler{Engine: "Temporal", Reruns: true, Recovers: true}
	add(replayed, 0, methods("", temporal+"/worker.WorkflowRegistry",
		"RegisterWorkflow", "RegisterWorkflowWithOptions", "RegisterDynamicWorkflow")...)

	cadenceActivity := Handler{Engine: "Cadence", AtExecution: true, Markers: cadenceRetry}
	add(cadenceActivity, 0, append(within(cadence+"/activity", "Register", "RegisterWithOptions"),
		methods("", cadence+"/worker.ActivityRegistry", "RegisterActivity", "RegisterActivityWithOptions")...)...)
	cadenceWorkflow := Handler{Engine: "Cadence", Reruns: true, Recovers: true}
	add(cadenceWorkflow, 0, append(within(cadence+"/workflow", "Register", "RegisterWithOptions"),
		methods("", cadence+"/worker.WorkflowRegistry", "RegisterWorkflow", "RegisterWorkflowWithOptions")...)...)

	// 25 attempts; stuck jobs are rescued.
	job := Handler{Engine: "River", Reruns: true, Recovers: true, Off: riverOff, Permanent: riverFinal, Options: "InsertOpts"}
	add(job, -1, "("+river+".Worker).Work")
	add(job, 1, within(river, "AddWorker", "AddWorkerSafely")...)
	add(job, 2, river+".AddWorkerArgs")
	add(job, 0, river+".WorkFunc")

	// 25 attempts; leases that expire are recovered.
	task := Handler{Engine: "Asynq", Reruns: true, Recovers: true, Off: asynqOff, Permanent: asynqFinal, Tasks: asynq + ".NewTask"}
	add(task, -1, "("+asynq+".Handler).ProcessTask")
	add(task, 1, methods("*", asynq+".ServeMux", "Handle", "HandleFunc")...)
	add(task, 0, methods("*", asynq+".Server", "Run", "Start")...)

	// None by default; messages that are acknowledged late come back.
	add(Handler{Engine: "Machinery", Recovers: true, Markers: machineryOn}, 1, "(*"+machinery+".Server).RegisterTask")
	add(Handler{Engine: "Machinery", Recovers: true, Markers: machineryOn}, 0, "(*"+machinery+".Server).RegisterTasks")

	// An error is a Nack, and most brokers deliver again after it.
	message := Handler{Engine: "Watermill", Reruns: true, Recovers: true, Off: watermillOff}
	add(message, 5, "(*"+watermill+"/message.Router).AddHandler")
	add(message, 3, methods("*", watermill+"/message.Router", "AddNoPublisherHandler", "AddConsumerHandler")...)
	cqrs := watermill + "/components/cqrs"
	add(message, 1, within(cqrs, "NewCommandHandler", "NewEventHandler")...)
	add(message, 0, cqrs+".NewGroupEventHandler")
	add(message, -1, "("+cqrs+".CommandHandler).Handle", "("+cqrs+".EventHandler).Handle", "("+cqrs+".GroupEventHandler).Handle")

	// Handlers are repeated without limit; what runs inside Run is recorded.
	invocation := Handler{Engine: "Restate", Reruns: true, Recovers: true, Permanent: restateFinal}
	add(invocation, 0, within(restate, "NewServiceHandler", "NewObjectHandler", "NewObjectSharedHandler",
		"NewWorkflowHandler", "NewWorkflowSharedHandler", "Reflect")...)

	// A workflow is replayed on recovery: only its steps are recorded.
	add(Handler{Engine: "DBOS", Recovers: true}, 1, dbos+".RegisterWorkflow")

	function := Handler{Engine: "Inngest", Reruns: true, Recovers: true, Off: inngestOff, Permanent: inngestFinal}
	add(function, 3, inngest+".CreateFunction")

	add(Handler{Engine: "Dapr", AtExecution: true, Recovers: true}, 0, "(*"+dapr+".WorkflowWorker).RegisterActivity")
	add(Handler{Engine: "Dapr", Reruns: true, Recovers: true}, 0, "(*"+dapr+".WorkflowWorker).RegisterWorkflow")

	// None by default.
	hatchetTask := Handler{Engine: "Hatchet", Recovers: true, Markers: []string{hatchet + ".WithRetries"}, Off: []Off{argIs(hatchet+".WithRetries", 0, 0)}}
	add(hatchetTask, 1, "(*"+hatchet+".Client).NewStandaloneTask", "(*"+hatchet+".Workflow).NewTask")

	// Every error puts the object back into the queue, and so does a resync.
	controller := Handler{Engine: "controller-runtime", Reruns: true, Recovers: true, Permanent: []string{reconcile + ".TerminalError"}}
	add(controller, -1, "("+reconcile+".TypedReconciler).Reconcile", "("+reconcile+".ObjectReconciler).Reconcile")

	return m
})

// RunsSteps reports whether the function named fullName hands a step to a
// workflow engine, which has a journal of its own.
func RunsSteps(fullName string) bool {
	return slices.ContainsFunc(workflowVehicles(), func(v Vehicle) bool { return v.Func == fullName })
}
