// Package knowledge holds the facts about the outside world on which the
// analyzers rest, as tables: the functions that issue tools/call, what errors
// and codes prove, the retry libraries, where identities come from, and how
// keys and tools are named. It contains no mechanism. A new SDK or retry
// library is a row here and nothing else.
//
// Functions are named as [go/types.Func.FullName] names the origin of a
// generic function, with type parameters stripped:
// "(*example.com/pkg.Type).Method", "example.com/pkg.Func".
package knowledge

// A Sink is a function or method whose call issues tools/call.
// Argument indexes do not count the receiver; -1 means "none".
type Sink struct {
	Func   string
	Params int // the argument that holds the call's parameters as a struct or pointer to one
	// Field paths from the Params argument, dot-separated.
	Name, Args, Meta string
	// Direct arguments, for functions that take name and arguments one by one.
	NameArg, ArgsArg int
	// Method is a path from the Params argument to the JSON-RPC method for
	// functions that send any request; empty if the call is always tools/call.
	Method string
	// MethodArg is the argument that is the JSON-RPC method itself. 0 means
	// "none": argument 0 is always the context.
	MethodArg int
}

// A Match says how a test of an error reads for every ending: True holds the
// endings for which it is true, May those for which it may be; for the others
// it is false.
type Match struct{ True, May Endings }

// CanTrue returns the endings for which the test can be true.
func (m Match) CanTrue() Endings { return m.True | m.May }

// CanFalse returns the endings for which the test can be false.
func (m Match) CanFalse() Endings { return All &^ m.True }

// A VehicleKind says under which results of the operation a vehicle runs it
// again.
type VehicleKind uint8

const (
	OnError  VehicleKind = iota // again after a non-nil last error result
	OptIn                       // again only after an error wrapped by a function of Retryable
	Poll                        // a condition (bool, error): again after (false, nil), never after an error
	TryBool                     // an operation that returns a bool and an error, in either order: again after (true, non-nil)
	Periodic                    // again whatever happens: a periodic worker
	ByPolicy                    // again only if a retry or hedge policy is among the executor's
	OnMarker                    // again only if an option of Markers is among the arguments
	Workflow                    // a job or workflow engine runs it again
	Conflict                    // again only on an API conflict
	Once                        // never runs it again
)

// A Vehicle is a function that may run an operation handed to it again.
type Vehicle struct {
	Func string
	Op   int // the argument that is the operation, receiver not counted
	Kind VehicleKind
	Off  []Off // how code says "do not run it again"
	// Permanent wraps an error so that the vehicle stops (functions, and
	// sentinel error variables that are wrapped).
	Permanent []string
	// Retryable wraps an error so that an OptIn vehicle goes on.
	Retryable []string
	// Filters are options or arguments that take a predicate of the error:
	// the vehicle goes on only if it is true.
	Filters []Filter
	// Markers are what switches the repetition on (ByPolicy, OnMarker),
	// wherever it is among the values that configure the vehicle: a call of a
	// function ("example.com/pkg.WithRetry"), a composite of a type that is
	// not nil ("example.com/pkg.RetryPolicy"), or a field with a value other
	// than zero ("example.com/pkg.Signature.RetryCount").
	Markers []string
	// Hedges are policies that run the operation again although the first
	// attempt is still running.
	Hedges []string
	// Outermost: an error of Permanent counts only if nothing is wrapped
	// around it.
	Outermost bool
	// FilterFirst: a predicate takes the place of the test for Permanent.
	FilterFirst bool
	// Recovers: an operation whose result was not recorded runs again after
	// a crash of the process, whatever the options say.
	Recovers bool
	// NilSafe reports that the wrappers of Permanent return nil for nil, so
	// that wrapping a returned error changes nothing on success.
	NilSafe bool
}

// An Off is one way to switch the repetition off: the value of Func's
// argument Arg, of field Field of a composite of type Type, or the mere
// presence of a value of type Type, wherever it is among the values that
// configure the vehicle (its arguments, its receiver and what those are
// built from). Func may be the vehicle itself. A composite that does not name
// Field holds its zero value; a field that is assigned later holds that.
type Off struct {
	Func  string
	Type  string // "example.com/pkg.Type"
	Field string
	Arg   int
	// Equals is the constant value, of a pointer the value it points to, true
	// counting as 1; Nil says that nil or an empty value switches the
	// repetition off. Neither: presence is enough (of a list of HTTP methods,
	// if POST is not on it).
	Equals   int64
	HasValue bool
	Nil      bool
}

// A Filter names where a predicate of the error is found: argument Arg of the
// option Func (or of the vehicle itself if Func and Type are empty), field
// Field of a composite of type Type, or, if Field is empty too, the elements
// of a composite of type Type. Instead of a predicate there may be the errors
// themselves, compared with errors.Is: arguments from Arg on, or elements.
type Filter struct {
	Func  string
	Type  string
	Field string
	Arg   int
	// Stops inverts the reading: the vehicle stops if the predicate is true.
	Stops bool
}

// A Constructor builds a wrapper that calls tools again by itself.
type Constructor struct {
	Func string
	// Always: the wrapper repeats by default. Otherwise the option itself
	// is what switches the repetition on.
	Always bool
	// Off says that a zero value switches it off: of argument Arg
	// (WithSimpleRetry(0)), or, if Field is set, of that field of the struct
	// which is argument Arg ("example.com/pkg.Type.Field").
	Arg   int
	Off   bool
	Field string
	// Filters are what lets only chosen or confirmed tools through: fields of
	// the configuration, and functions that are options beside it or take the
	// result.
	Filters []string
	// HTTP: the repetition happens below the session, with the same request
	// id, and belongs to httpretry.
	HTTP bool
}

// A Handler is a way in which a job or workflow engine gets hold of code that
// it runs again: a registration function, or the method of an interface that
// handlers implement.
type Handler struct {
	Func   string
	Engine string
	// Op is the argument that is the handler: a function, a value whose
	// exported methods are handlers, or a value that implements a handler
	// interface. -1 says that Func is itself the method that the engine calls.
	Op int
	// AtExecution: the options that decide stand where the job is executed
	// (Temporal's activities), so that the registration alone is no finding.
	AtExecution bool
	// Reruns: the engine runs the handler again after an error by default.
	Reruns bool
	// Recovers: the engine runs the handler again if the process dies before
	// the job is marked as done.
	Recovers bool
	// Off and Markers switch the repetition off or on, see [Vehicle].
	Off     []Off
	Markers []string
	// Permanent wraps an error so that the job ends (functions, and sentinel
	// error variables that are wrapped).
	Permanent []string
	// Options is the method of the type of a job's arguments that returns the
	// options of such jobs.
	Options string
	// Tasks makes tasks, with their options, of the type that its first
	// argument names; the argument before the handler names the type that is
	// handled.
	Tasks string
}

// An HTTPProducer makes an HTTP client or round tripper that may replay
// requests below whatever uses it.
type HTTPProducer struct {
	Func string // function, method or type
	Kind VehicleKind
	// Inner is the argument that is the inner client or round tripper; -1 for none.
	Inner int
	// Off, Markers, Hedges and Filters as for a [Vehicle].
	Off     []Off
	Markers []string
	Hedges  []string
	Filters []Filter
}
