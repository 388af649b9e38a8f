package knowledge

import (
	"regexp"
	"strings"
	"sync"
)

// A Strength says how surely a name means "this value is used as an
// idempotency key".
type Strength uint8

// The strengths, in order.
const (
	NotKey Strength = iota
	Weak            // needs a second signal
	Medium
	Strong
)

// The names, from the headers, tool arguments and _meta entries that MCP
// servers and trackers were seen to use, with their variants of spelling.
// "idempotent" alone is a flag, "clientId" is OAuth's and "clientKey" TLS's.
var (
	strongKey = lazily(`(?i)(^idempotency|idempot(ency|ence|ent)?[-_ .]?(key|token|id))$`)
	mediumKey = lazily(`(?i)^(dedup(e|lication)?[-_]?(key|token|id)|operation[-_]?(id|key)|(x[-_]amz[-_])?client[-_]?token|client[-_]?(request|mutation|reference)[-_]?(id|token)|paypal[-_]request[-_]id)$`)
	weakKey   = lazily(`(?i)^((x[-_])?request[-_]?id|external[-_]?id|transaction[-_]?id)$`)
)

// KeyStrength returns how surely name, of a field, a map entry, a header, an
// argument or a variable, means an idempotency key. A namespace before a
// slash ("io.example/idempotencyKey") does not count.
func KeyStrength(name string) Strength {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	name = strings.TrimLeft(name, "_")
	switch {
	case strongKey().MatchString(name):
		return Strong
	case mediumKey().MatchString(name):
		return Medium
	case weakKey().MatchString(name):
		return Weak
	}
	return NotKey
}

// oneCall are the medium names that are made for one request, and not for the
// business operation, of which several requests may be the steps.
var oneCall = lazily(`(?i)^(dedup(e|lication)?[-_]?(key|token|id)|(x[-_]amz[-_])?client[-_]?token|client[-_]?(request|mutation)[-_]?(id|token)|paypal[-_]request[-_]id)$`)

// KeyOfOneCall reports whether name means the key of a single request.
func KeyOfOneCall(name string) bool {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	name = strings.TrimLeft(name, "_")
	return strongKey().MatchString(name) || oneCall().MatchString(name)
}

// ReplayHeader reports whether net/http repeats a POST by itself if the
// request carries the header named name, in any case: see
// Request.isReplayable in net/http/request.go. The presence of the header is
// enough, and a request whose body can be had again is sent twice when a
// reused connection fails.
func ReplayHeader(name string) bool {
	switch CanonicalHeader(name) {
	case "Idempotency-Key", "X-Idempotency-Key":
		return true
	}
	return false
}

// KeyArg returns the argument of the function named fullName that an API
// outside MCP uses as key of deduplication.
func KeyArg(fullName string) (arg int, ok bool) {
	arg, ok = keyArgs()[anyStripe(fullName)]
	return arg, ok
}

// A UniqueJob is a call that hands a job to a queue which can be told to take
// no other job with the same arguments.
type UniqueJob struct {
	Name string // of the setting
	Args int    // what the job is given
	Opts int    // the options
	// Option is the option that switches it on, Field the field that does.
	Option, Field string
	// Method of the job returns its options.
	Method string
	// Tag is the key of a tag of the fields that alone count.
	Tag string
}

// UniqueJobOf returns the row of the function named fullName.
func UniqueJobOf(fullName string) (UniqueJob, bool) {
	switch fullName {
	case asynq + ".NewTask":
		return UniqueJob{Name: "asynq.Unique", Args: 1, Opts: 2, Option: asynq + ".Unique"}, true
	case "(*" + river + ".Client).Insert":
		return riverJob(1), true
	case "(*" + river + ".Client).InsertTx":
		return riverJob(2), true
	}
	return UniqueJob{}, false
}

func riverJob(args int) UniqueJob {
	return UniqueJob{
		Name: "river.UniqueOpts.ByArgs", Args: args, Opts: args + 1,
		Field: river + ".UniqueOpts.ByArgs", Method: "InsertOpts", Tag: "river",
	}
}

// KeyField reports whether the field named name ("example.com/pkg.Type.Field")
// is used by an API outside MCP as key of deduplication. The fields of the
// AWS SDKs go by their names, which are the same everywhere.
func KeyField(name string) bool {
	name = anyStripe(name)
	if keyFields()[name] {
		return true
	}
	if strings.HasPrefix(name, "github.com/aws/aws-sdk-go") {
		switch name[strings.LastIndexByte(name, '.')+1:] {
		case "ClientToken", "ClientRequestToken", "IdempotencyToken", "MessageDeduplicationId":
			return true
		}
	}
	return false
}

const stripe = "github.com/stripe/stripe-go/v82"

var stripeVersion = lazily(`github\.com/stripe/stripe-go(/v\d+)?\b`)

// anyStripe gives a name of Stripe's module the major version of the tables:
// there is a new one every few months.
func anyStripe(name string) string {
	if !strings.Contains(name, "github.com/stripe/stripe-go") {
		return name
	}
	return stripeVersion().ReplaceAllLiteralString(name, stripe)
}

var keyArgs = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"(*" + stripe + ".Params).SetIdempotencyKey":              0,
		restate + ".WithIdempotencyKey":                           0,
		dbos + ".WithWorkflowID":                                  0,
		dbos + ".WithDeduplicationID":                             0,
		dbos + ".WithEnqueueDeduplicationID":                      0,
		dbos + ".WithEnqueueWorkflowID":                           0,
		asynq + ".TaskID":                                         0,
		dapr + ".WithInstanceID":                                  0,
		watermill + "/message.NewMessage":                         0,
		watermill + "/message.NewMessageWithContext":              1,
		watermill + "/message/router/middleware.SetCorrelationID": 0,
	}
})

var keyFields = sync.OnceValue(func() map[string]bool {
	return set(
		stripe+".Params.IdempotencyKey",
		temporal+"/internal.StartWorkflowOptions.ID",
		temporal+"/internal.ChildWorkflowOptions.WorkflowID",
		cadence+"/internal.StartWorkflowOptions.ID",
		cadence+"/internal.ChildWorkflowOptions.WorkflowID",
		machinery+"/tasks.Signature.UUID",
	)
})

// lazily returns a function that compiles the expression when it is called
// first. A tool of go vet starts once for each package.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
