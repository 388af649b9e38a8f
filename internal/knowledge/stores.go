package knowledge

import (
	"strings"
	"sync"
)

// A StoreForm says how a call of a database or file API says what it stores.
type StoreForm uint8

// The forms.
const (
	NoStore    StoreForm = iota
	StoreQuery           // the text of a query, and values for its placeholders
	StoreValue           // records, or names and values
	StoreChain           // what calls that lead to the receiver said
	StoreFile            // bytes for a file
)

// StoreOf returns how the function or method named fullName stores.
func StoreOf(fullName string) StoreForm {
	if f, ok := storeFuncs()[fullName]; ok {
		return f
	}
	// "(*example.com/pkg/v5.Type).Method": any type of the library.
	owner, method, ok := strings.Cut(fullName, ").")
	if !ok {
		return NoStore
	}
	path := strings.TrimLeft(owner, "(*")
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		path = path[:i]
	}
	for _, row := range storeMethods {
		if below(path, row.path) {
			if f, ok := row.methods[method]; ok {
				return f
			}
		}
	}
	return NoStore
}

var storeFuncs = sync.OnceValue(func() map[string]StoreForm {
	return map[string]StoreForm{
		"os.WriteFile":                                            StoreFile,
		"io/ioutil.WriteFile":                                     StoreFile,
		"(*os.File).Write":                                        StoreFile,
		"(*os.File).WriteAt":                                      StoreFile,
		"(*os.File).WriteString":                                  StoreFile,
		"(*encoding/json.Encoder).Encode":                         StoreFile,
		"github.com/jmoiron/sqlx.NamedExec":                       StoreQuery,
		"github.com/jmoiron/sqlx.MustExec":                        StoreQuery,
		"github.com/restatedev/sdk-go.Set":                        StoreValue,
		"go.temporal.io/sdk/workflow.UpsertMemo":                  StoreValue,
		"go.temporal.io/sdk/workflow.UpsertSearchAttributes":      StoreValue,
		"go.temporal.io/sdk/workflow.UpsertTypedSearchAttributes": StoreValue,
		"go.uber.org/cadence/workflow.UpsertSearchAttributes":     StoreValue,
		"github.com/dbos-inc/dbos-transact-golang/dbos.SetEvent":  StoreValue,
	}
})

var (
	sqlMethods = sync.OnceValue(func() map[string]StoreForm {
		return map[string]StoreForm{
			"Exec": StoreQuery, "ExecContext": StoreQuery, "MustExec": StoreQuery, "MustExecContext": StoreQuery,
			"Query": StoreQuery, "QueryContext": StoreQuery, "QueryRow": StoreQuery, "QueryRowContext": StoreQuery,
			"NamedExec": StoreQuery, "NamedExecContext": StoreQuery,
		}
	})
	redisMethods = sync.OnceValue(func() map[string]StoreForm {
		return map[string]StoreForm{
			"Set": StoreValue, "SetEx": StoreValue, "SetEX": StoreValue, "SetXX": StoreValue, "SetNX": StoreValue, "SetArgs": StoreValue,
			"MSet": StoreValue, "GetSet": StoreValue, "HSet": StoreValue, "HMSet": StoreValue, "HSetNX": StoreValue, "JSONSet": StoreValue,
			"XAdd": StoreValue, "LPush": StoreValue, "RPush": StoreValue,
		}
	})
)

// storeMethods are the methods of libraries whose signature does not tell that
// they store.
var storeMethods = []struct {
	path    string
	methods map[string]StoreForm
}{
	{"database/sql", sqlMethods()},
	{"github.com/jmoiron/sqlx", sqlMethods()},
	{"github.com/jackc/pgx", sqlMethods()},
	{"github.com/redis/go-redis", redisMethods()},
	{"github.com/go-redis/redis", redisMethods()},
	{"gorm.io/gorm", map[string]StoreForm{
		"Create": StoreValue, "Save": StoreValue, "Update": StoreValue, "Updates": StoreValue,
		"UpdateColumn": StoreValue, "UpdateColumns": StoreValue, "FirstOrCreate": StoreValue, "Exec": StoreQuery,
	}},
	{"github.com/uptrace/bun", map[string]StoreForm{"Exec": StoreChain, "ExecContext": StoreQuery}},
	{"github.com/Masterminds/squirrel", map[string]StoreForm{"Exec": StoreChain, "ExecContext": StoreChain}},
	{"go.mongodb.org/mongo-driver", map[string]StoreForm{
		"InsertOne": StoreValue, "UpdateOne": StoreValue, "UpdateByID": StoreValue, "UpdateMany": StoreValue,
		"ReplaceOne": StoreValue, "FindOneAndUpdate": StoreValue, "FindOneAndReplace": StoreValue,
	}},
}

// Requeue reports whether the method named fullName hands a message out again.
// arg is the argument that says so, or -1 if it always does.
func Requeue(fullName string) (arg int, ok bool) { arg, ok = requeues()[fullName]; return arg, ok }

var requeues = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"(github.com/rabbitmq/amqp091-go.Delivery).Nack":             1,
		"(github.com/rabbitmq/amqp091-go.Delivery).Reject":           0,
		"(*github.com/rabbitmq/amqp091-go.Channel).Nack":             2,
		"(*github.com/nats-io/nats.go.Msg).Nak":                      -1,
		"(*github.com/nats-io/nats.go.Msg).NakWithDelay":             -1,
		"(github.com/nats-io/nats.go/jetstream.Msg).Nak":             -1,
		"(github.com/nats-io/nats.go/jetstream.Msg).NakWithDelay":    -1,
		"(*cloud.google.com/go/pubsub.Message).Nack":                 -1,
		"(*cloud.google.com/go/pubsub/v2.Message).Nack":              -1,
		"(*github.com/ThreeDotsLabs/watermill/message.Message).Nack": -1,
	}
})

// Future reports whether the type named name is what a workflow engine gives
// for an activity that it has started: its Get waits for the end.
func Future(name string) bool { return futures()[name] }

var futures = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"go.temporal.io/sdk/workflow.Future":               true,
		"go.temporal.io/sdk/workflow.ChildWorkflowFuture":  true,
		"go.temporal.io/sdk/internal.Future":               true,
		"go.temporal.io/sdk/internal.ChildWorkflowFuture":  true,
		"go.uber.org/cadence/workflow.Future":              true,
		"go.uber.org/cadence/workflow.ChildWorkflowFuture": true,
		"go.uber.org/cadence/internal.Future":              true,
		"go.uber.org/cadence/internal.ChildWorkflowFuture": true,
	}
})
