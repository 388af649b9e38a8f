package knowledge

import "slices"

// smallVehicles: the retry libraries with one major version in use.
func smallVehicles() []Vehicle {
	const (
		sethvargo    = "github.com/sethvargo/go-retry"
		eapache      = "github.com/eapache/go-resiliency/retrier"
		rican7       = "github.com/Rican7/retry"
		flowchart    = "github.com/flowchartsman/retry"
		goresilience = "github.com/slok/goresilience"
		resty        = "github.com/go-resty/resty/v2"
		gax          = "github.com/googleapis/gax-go/v2"
		gokit        = "github.com/go-kit/kit/sd/lb"
		lo           = "github.com/samber/lo"
	)
	// go-retry repeats only what is wrapped.
	goRetry := Vehicle{
		Kind:      OptIn,
		Off:       []Off{argIs(sethvargo+".WithMaxRetries", 0, 0)},
		Retryable: []string{sethvargo + ".RetryableError"},
	}
	// len(backoff) retries; a nil classifier repeats every error.
	retrier := Vehicle{
		Kind: OnError,
		Off:  []Off{{Func: eapache + ".New", Arg: 0, Nil: true}},
		Filters: []Filter{
			{Type: eapache + ".WhitelistClassifier"},
			{Type: eapache + ".BlacklistClassifier", Stops: true},
		},
	}
	// maxTries <= 0 means 5.
	flowRetrier := Vehicle{
		Kind:      OnError,
		Off:       []Off{argIs(flowchart+".NewRetrier", 0, 1)},
		Permanent: []string{flowchart + ".Stop"},
		Outermost: true,
	}
	return slices.Concat(
		goRetry.of(2, within(sethvargo, "Do", "DoValue", "Constant", "Exponential", "Fibonacci")...),
		retrier.of(0, "(*"+eapache+".Retrier).Run"),
		retrier.of(1, methods("*", eapache+".Retrier", "RunCtx", "RunFn")...),
		flowRetrier.of(0, "(*"+flowchart+".Retrier).Run"),
		flowRetrier.of(1, "(*"+flowchart+".Retrier).RunContext"),

		// The operation decides, at most 10 times.
		Vehicle{Kind: TryBool}.of(0, "github.com/matryer/try.Do"),

		// Without a strategy it never stops.
		Vehicle{Kind: OnError, Off: []Off{argIs(rican7+"/strategy.Limit", 0, 1)}}.of(0, rican7+".Retry"),

		// Only runners that the retry package built repeat; Times <= 0 means
		// 3, so that there is no switch.
		Vehicle{Kind: ByPolicy, Markers: within(goresilience+"/retry", "New", "NewMiddleware")}.
			of(1, "("+goresilience+".Runner).Run"),

		Vehicle{Kind: OnError, Off: []Off{argIs(resty+".Retries", 0, 0)}}.of(0, resty+".Backoff"),

		// The Retryer that the option returns decides.
		Vehicle{Kind: OnMarker, Markers: []string{gax + ".WithRetry"}, Filters: []Filter{{Func: gax + ".OnErrorFunc", Arg: 1}}}.
			of(1, gax+".Invoke"),

		// The operation is the balancer's next endpoint.
		Vehicle{Kind: OnError, Off: []Off{argIs(gokit+".Retry", 0, 1)}}.of(2, gokit+".Retry"),
		Vehicle{Kind: OnError}.of(1, gokit+".RetryWithCallback"),

		Vehicle{Kind: OnError, Off: []Off{argIs(lo+".Attempt", 0, 1)}}.of(1, lo+".Attempt"),
		Vehicle{Kind: OnError, Off: []Off{argIs(lo+".AttemptWithDelay", 0, 1)}}.of(2, lo+".AttemptWithDelay"),
		Vehicle{Kind: TryBool, Off: []Off{argIs(lo+".AttemptWhile", 0, 1)}}.of(1, lo+".AttemptWhile"),
		Vehicle{Kind: TryBool, Off: []Off{argIs(lo+".AttemptWhileWithDelay", 0, 1)}}.of(2, lo+".AttemptWhileWithDelay"),
	)
}

// k8sVehicles: k8s.io/apimachinery/pkg/util/wait and k8s.io/client-go. The
// condition of a poll is repeated after (false, nil) and never after an error.
func k8sVehicles() []Vehicle {
	const wait, retry = "k8s.io/apimachinery/pkg/util/wait", "k8s.io/client-go/util/retry"
	once := []Off{fieldIs(wait+".Backoff", "Steps", 1)}
	poll := Vehicle{Kind: Poll, Off: once}
	periodic := Vehicle{Kind: Periodic}
	return slices.Concat(
		poll.of(4, wait+".PollUntilContextTimeout"),
		poll.of(3, append(within(wait, "PollUntilContextCancel", "PollWithContext", "PollImmediateWithContext"),
			"("+wait+".DelayFunc).Until")...),
		poll.of(2, within(wait, "Poll", "PollImmediate", "PollUntilWithContext", "PollInfiniteWithContext",
			"PollImmediateUntilWithContext", "PollImmediateInfiniteWithContext", "ExponentialBackoffWithContext")...),
		poll.of(1, within(wait, "PollInfinite", "PollImmediateInfinite", "PollUntil", "PollImmediateUntil",
			"ExponentialBackoff")...),
		periodic.of(0, within(wait, "Until", "NonSlidingUntil", "JitterUntil", "BackoffUntil", "Forever")...),
		periodic.of(1, within(wait, "UntilWithContext", "JitterUntilWithContext", "NonSlidingUntilWithContext",
			"BackoffUntilWithContext")...),
		Vehicle{Kind: OnError, Off: once, Filters: []Filter{{Arg: 1}}}.of(2, retry+".OnError"),
		Vehicle{Kind: Conflict, Off: once}.of(1, retry+".RetryOnConflict"),
	)
}

// onceVehicles run an operation at most once per call: circuit breakers,
// groups, timers and what std has.
func onceVehicles() []Vehicle {
	once := Vehicle{Kind: Once}
	const (
		breaker = "github.com/eapache/go-resiliency/breaker"
		hystrix = "github.com/afex/hystrix-go/hystrix"
		group   = "golang.org/x/sync/errgroup.Group"
		flight  = "golang.org/x/sync/singleflight.Group"
	)
	return slices.Concat(
		once.of(0, "(*github.com/sony/gobreaker.CircuitBreaker).Execute", "(*github.com/sony/gobreaker/v2.CircuitBreaker).Execute"),
		once.of(0, methods("*", breaker+".Breaker", "Run", "Go")...),
		// The fallback of hystrix is another function.
		once.of(1, within(hystrix, "Do", "Go")...),
		once.of(2, within(hystrix, "DoC", "GoC")...),
		once.of(0, methods("*", group, "Go", "TryGo")...),
		once.of(1, methods("*", flight, "Do", "DoChan")...),
		once.of(0, "(*sync.Once).Do", "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues", "(*sync.WaitGroup).Go"),
		once.of(1, "time.AfterFunc", "context.AfterFunc"),
	)
}
