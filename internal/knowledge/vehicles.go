package knowledge

import (
	"slices"
	"sync"
)

// VehicleOf returns the vehicle named fullName: a function that may run an
// operation handed to it again, or one that is known never to (kind [Once]).
func VehicleOf(fullName string) (Vehicle, bool) {
	v, ok := vehicles()[fullName]
	return v, ok
}

// vehicles holds all rows by name. Operation indexes, defaults and switches
// were read in the sources of the versions in testdata/src/go.mod and
// testdata/sdk, which TestRealModules loads.
var vehicles = sync.OnceValue(func() map[string]Vehicle {
	m := make(map[string]Vehicle)
	for _, v := range slices.Concat(
		backoffVehicles(), avastVehicles(), failsafeVehicles(), smallVehicles(), k8sVehicles(),
		onceVehicles(), workflowVehicles(),
	) {
		m[v.Func] = v
	}
	return m
})

// of returns the vehicle under each of the names, all with the operation at
// argument op.
func (v Vehicle) of(op int, fullNames ...string) []Vehicle {
	out := make([]Vehicle, len(fullNames))
	for i, n := range fullNames {
		v.Func, v.Op = n, op
		out[i] = v
	}
	return out
}

// within prefixes each name with the import path of its package.
func within(pkg string, names ...string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = pkg + "." + n
	}
	return out
}

// methods names methods of one type, given with its star if it has one.
func methods(star, typ string, names ...string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "(" + star + typ + ")." + n
	}
	return out
}

// argIs is the switch "argument arg of fn is v".
func argIs(fn string, arg int, v int64) Off {
	return Off{Func: fn, Arg: arg, Equals: v, HasValue: true}
}

// fieldIs is the switch "field of a composite of type typ is v".
func fieldIs(typ, field string, v int64) Off {
	return Off{Type: typ, Field: field, Equals: v, HasValue: true}
}

// backoffVehicles: github.com/cenkalti/backoff in all its majors. Up to v3
// WithMaxRetries(b, 0) means "no limit", from v4 on "no retry"; in v5
// WithMaxTries(0) means "no limit". Permanent returned a *PermanentError,
// never nil, up to v3.
func backoffVehicles() []Vehicle {
	const v2, v3, v4, v5 = "github.com/cenkalti/backoff", "github.com/cenkalti/backoff/v3",
		"github.com/cenkalti/backoff/v4", "github.com/cenkalti/backoff/v5"
	base := func(pkg string) Vehicle {
		return Vehicle{
			Kind:      OnError,
			Off:       []Off{{Type: pkg + ".StopBackOff"}},
			Permanent: []string{pkg + ".Permanent"},
		}
	}
	b4, b5 := base(v4), base(v5)
	b4.Off = append(b4.Off, argIs(v4+".WithMaxRetries", 1, 0))
	b5.Off = append(b5.Off, argIs(v5+".WithMaxTries", 0, 1))
	b4.NilSafe, b5.NilSafe = true, true
	b2, b3 := base(v2), base(v3)
	b2.Outermost, b3.Outermost = true, true
	return slices.Concat(
		b2.of(0, within(v2, "Retry", "RetryNotify")...),
		b3.of(0, within(v3, "Retry", "RetryNotify", "RetryNotifyWithTimer")...),
		b4.of(0, within(v4, "Retry", "RetryWithData", "RetryNotify", "RetryNotifyWithData",
			"RetryNotifyWithTimer", "RetryNotifyWithTimerAndData")...),
		b5.of(1, v5+".Retry"),
	)
}

// avastVehicles: github.com/avast/retry-go in all its majors. Attempts(0)
// runs nothing up to v3 and has no limit from v4 on; the default is 10.
func avastVehicles() []Vehicle {
	const v1, v3, v4, v5 = "github.com/avast/retry-go", "github.com/avast/retry-go/v3",
		"github.com/avast/retry-go/v4", "github.com/avast/retry-go/v5"
	base := func(pkg string) Vehicle {
		return Vehicle{
			Kind:        OnError,
			Off:         []Off{argIs(pkg+".Attempts", 0, 1)},
			Permanent:   []string{pkg + ".Unrecoverable"},
			Filters:     []Filter{{Func: pkg + ".RetryIf"}},
			Outermost:   pkg == v1 || pkg == v3,
			FilterFirst: true,
		}
	}
	return slices.Concat(
		base(v1).of(0, v1+".Do"),
		base(v3).of(0, v3+".Do"),
		base(v4).of(0, within(v4, "Do", "DoWithData")...),
		base(v5).of(0, "(*"+v5+".Retrier).Do", "(*"+v5+".RetrierWithData).Do"),
	)
}

// failsafeVehicles: github.com/failsafe-go/failsafe-go. Up to v0.8 the
// functions are in the package and take the policies as further arguments,
// from v0.9 on they are methods of an Executor that With builds. Only retry
// (2 retries by default) and hedge policies run the operation again; a hedge
// does so while the first attempt is merely slow.
func failsafeVehicles() []Vehicle {
	const root = "github.com/failsafe-go/failsafe-go"
	v := Vehicle{Kind: ByPolicy, Off: failsafeOff, Markers: failsafeRetries, Hedges: failsafeHedges, Filters: failsafeFilters}
	runs := []string{"Run", "RunWithExecution", "RunAsync", "RunWithExecutionAsync",
		"Get", "GetWithExecution", "GetAsync", "GetWithExecutionAsync"}
	return slices.Concat(
		v.of(0, methods("", root+".Executor", append(runs, "RunAsyncWithExecution", "GetAsyncWithExecution")...)...),
		v.of(0, within(root, runs...)...),
	)
}

const (
	retryPolicy = "github.com/failsafe-go/failsafe-go/retrypolicy"
	hedgePolicy = "github.com/failsafe-go/failsafe-go/hedgepolicy"
)

var (
	// Builder was called RetryPolicyBuilder up to v0.6.
	failsafeOff = []Off{
		argIs("("+retryPolicy+".Builder).WithMaxRetries", 0, 0),
		argIs("("+retryPolicy+".Builder).WithMaxAttempts", 0, 1),
		argIs("("+retryPolicy+".RetryPolicyBuilder).WithMaxRetries", 0, 0),
		argIs("("+retryPolicy+".RetryPolicyBuilder).WithMaxAttempts", 0, 1),
		argIs("("+hedgePolicy+".Builder).WithMaxHedges", 0, 0),
		argIs("("+hedgePolicy+".HedgePolicyBuilder).WithMaxHedges", 0, 0),
	}
	failsafeRetries = append(
		within(retryPolicy, "NewBuilder", "NewWithDefaults", "Builder", "WithDefaults"),
		within("github.com/failsafe-go/failsafe-go/failsafehttp", "NewRetryPolicyBuilder", "RetryPolicyBuilder")...,
	)
	failsafeHedges = within(hedgePolicy, "NewWithDelay", "NewBuilderWithDelay", "NewWithDelayFunc",
		"NewBuilderWithDelayFunc", "NewWithDelayQuantile", "NewBuilderWithDelayQuantile",
		"WithDelay", "BuilderWithDelay", "WithDelayFunc", "BuilderWithDelayFunc")
	// The predicates take the result before the error.
	failsafeFilters = []Filter{
		{Func: "(" + retryPolicy + ".Builder).AbortIf", Stops: true},
		{Func: "(" + retryPolicy + ".Builder).AbortOnErrors", Stops: true},
		{Func: "(" + retryPolicy + ".RetryPolicyBuilder).AbortIf", Stops: true},
		{Func: "(" + retryPolicy + ".RetryPolicyBuilder).AbortOnErrors", Stops: true},
		{Func: "(github.com/failsafe-go/failsafe-go.FailurePolicyBuilder).HandleIf"},
		{Func: "(github.com/failsafe-go/failsafe-go.FailurePolicyBuilder).HandleErrors"},
	}
)
