// This file tells how long the retries of a library go on, by its options.

package schedule

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"
)

// Library returns how long the library function named vehicle goes on, called
// by call with the configuration cfg.
func Library(vehicle string, call ssa.CallInstruction, cfg Config) (Span, bool) {
	pkg := packageOf(vehicle)
	switch {
	case pkg == "github.com/cenkalti/backoff/v5":
		return backoff5(pkg, cfg)
	case strings.HasPrefix(pkg, "github.com/cenkalti/backoff"):
		return backoff4(pkg, cfg)
	case strings.HasPrefix(pkg, "github.com/avast/retry-go"):
		return avast(pkg, cfg)
	case pkg == "github.com/sethvargo/go-retry":
		return sethvargo(pkg, call, cfg)
	case pkg == "k8s.io/apimachinery/pkg/util/wait":
		return poll(vehicle, call, cfg)
	case strings.HasPrefix(pkg, "go.temporal.io/sdk"):
		return temporal(cfg)
	}
	return Span{}, false
}

// option returns the constant that the last call of an option function is
// given, and whether it is called.
func option(cfg Config, full string) (n int64, called, ok bool) {
	for _, c := range cfg.Calls(full) {
		called = true
		args := c.Common().Args
		if len(args) == 0 {
			return 0, true, false
		}
		if n, ok = integer(args[len(args)-1]); !ok {
			return 0, true, false
		}
	}
	return n, called, ok
}

// field returns the constant that a field is set to, or the default.
func field(cfg Config, typ, name string, def int64) (int64, bool) {
	vals, _ := cfg.Field(typ, name)
	if len(vals) == 0 {
		return def, true
	}
	return integer(vals[len(vals)-1])
}

// policy returns the sum of n delays of the package's back-off, and its limit.
func policy(pkg string, cfg Config, n int64) (time.Duration, bool) {
	if d, called, ok := option(cfg, pkg+".NewConstantBackOff"); called {
		return growing(time.Duration(d), 1, n, 0), ok
	}
	if _, isConst := cfg.Field(pkg+".ConstantBackOff", "Interval"); isConst {
		d, ok := field(cfg, pkg+".ConstantBackOff", "Interval", 0)
		return growing(time.Duration(d), 1, n, 0), ok
	}
	exp := pkg + ".ExponentialBackOff"
	first, ok1 := field(cfg, exp, "InitialInterval", int64(500*time.Millisecond))
	limit, ok2 := field(cfg, exp, "MaxInterval", int64(time.Minute))
	factor := 1.5
	if vals, _ := cfg.Field(exp, "Multiplier"); len(vals) > 0 {
		var ok bool
		if factor, ok = number(vals[len(vals)-1]); !ok {
			return 0, false
		}
	}
	return growing(time.Duration(first), factor, n, time.Duration(limit)), ok1 && ok2
}

func backoff5(pkg string, cfg Config) (Span, bool) {
	elapsed := int64(15 * time.Minute) // the default
	by := "the default MaxElapsedTime"
	if n, called, ok := option(cfg, pkg+".WithMaxElapsedTime"); called {
		if !ok {
			return Span{}, false
		}
		elapsed, by = n, "WithMaxElapsedTime"
	}
	s := Span{D: time.Duration(elapsed), Endless: elapsed == 0, By: by}
	tries, called, ok := option(cfg, pkg+".WithMaxTries")
	if !called || ok && tries == 0 {
		return s, true
	}
	if !ok {
		return Span{}, false
	}
	sum, ok := policy(pkg, cfg, tries-1)
	if !ok {
		return Span{}, false
	}
	if s.Endless || sum < s.D {
		s = Span{D: sum, By: fmt.Sprintf("WithMaxTries(%d)", tries)}
	}
	return s, true
}

func backoff4(pkg string, cfg Config) (Span, bool) {
	exp := pkg + ".ExponentialBackOff"
	_, exponential := cfg.Field(exp, "MaxElapsedTime")
	_, isConst := cfg.Field(pkg+".ConstantBackOff", "Interval")
	constantBackOff := isConst || len(cfg.Calls(pkg+".NewConstantBackOff")) > 0
	if !exponential && !constantBackOff {
		return Span{}, false // a policy of the program's own
	}
	s := Span{Endless: true, By: "NewConstantBackOff"}
	if exponential {
		elapsed, ok := field(cfg, exp, "MaxElapsedTime", int64(15*time.Minute))
		if n, called, isConst := option(cfg, pkg+".WithMaxElapsedTime"); called {
			elapsed, ok = n, isConst
		}
		if !ok {
			return Span{}, false
		}
		s = Span{D: time.Duration(elapsed), Endless: elapsed == 0, By: "MaxElapsedTime"}
	}
	retries, called, ok := option(cfg, pkg+".WithMaxRetries")
	if !called {
		return s, true
	}
	sum, known := policy(pkg, cfg, retries)
	if !ok || !known {
		return Span{}, false
	}
	if s.Endless || sum < s.D {
		s = Span{D: sum, By: fmt.Sprintf("WithMaxRetries(%d)", retries)}
	}
	return s, true
}

func avast(pkg string, cfg Config) (Span, bool) {
	attempts, called, ok := option(cfg, pkg+".Attempts")
	if !called {
		attempts, ok = 10, true
	}
	if !ok {
		return Span{}, false
	}
	if called && attempts == 0 || len(cfg.Calls(pkg+".UntilSucceeded")) > 0 {
		return Span{Endless: true, By: "Attempts(0)"}, true
	}
	delay, called, ok := option(cfg, pkg+".Delay")
	if !called {
		delay, ok = int64(100*time.Millisecond), true
	}
	limit, called, known := option(cfg, pkg+".MaxDelay")
	if !ok || called && !known {
		return Span{}, false
	}
	factor := 2.0
	for _, c := range cfg.Calls(pkg + ".DelayType") {
		fn, ok := c.Common().Args[0].(*ssa.Function)
		if ct, isConv := c.Common().Args[0].(*ssa.ChangeType); isConv {
			fn, ok = ct.X.(*ssa.Function)
		}
		switch {
		case ok && fn.Name() == "FixedDelay":
			factor = 1
		case ok && fn.Name() == "BackOffDelay":
		default:
			return Span{}, false
		}
	}
	return Span{D: growing(time.Duration(delay), factor, attempts-1, time.Duration(limit)), By: fmt.Sprintf("%d attempts", attempts)}, true
}

func sethvargo(pkg string, call ssa.CallInstruction, cfg Config) (Span, bool) {
	var s Span
	if d, called, ok := option1(cfg, pkg+".WithMaxDuration"); called {
		return Span{D: time.Duration(d), By: "WithMaxDuration"}, ok
	}
	n, called, ok := option1(cfg, pkg+".WithMaxRetries")
	if !called {
		s = Span{Endless: true, By: "a back-off without a limit"}
		return s, len(cfg.Calls(pkg+".NewConstant"))+len(cfg.Calls(pkg+".NewExponential"))+len(cfg.Calls(pkg+".NewFibonacci")) > 0
	}
	if !ok {
		return s, false
	}
	by := fmt.Sprintf("WithMaxRetries(%d)", n)
	if d, called, ok := option(cfg, pkg+".NewConstant"); called {
		return Span{D: growing(time.Duration(d), 1, n, 0), By: by}, ok
	}
	if d, called, ok := option(cfg, pkg+".NewExponential"); called {
		return Span{D: growing(time.Duration(d), 2, n, 0), By: by}, ok
	}
	return s, false
}

// option1 is option for functions whose first argument is the number.
func option1(cfg Config, full string) (n int64, called, ok bool) {
	for _, c := range cfg.Calls(full) {
		called = true
		if n, ok = integer(c.Common().Args[0]); !ok {
			return 0, true, false
		}
	}
	return n, called, ok
}

func poll(vehicle string, call ssa.CallInstruction, cfg Config) (Span, bool) {
	arg := -1
	switch name := vehicle[strings.LastIndexByte(vehicle, '.')+1:]; name {
	case "PollUntilContextTimeout", "PollWithContext", "PollImmediateWithContext":
		arg = 2
	case "Poll", "PollImmediate":
		arg = 1
	case "ExponentialBackoff", "ExponentialBackoffWithContext":
		typ := "k8s.io/apimachinery/pkg/util/wait.Backoff"
		if _, found := cfg.Field(typ, "Steps"); !found {
			return Span{}, false
		}
		steps, ok1 := field(cfg, typ, "Steps", 0)
		first, ok2 := field(cfg, typ, "Duration", 0)
		limit, ok3 := field(cfg, typ, "Cap", 0)
		factor, ok := factorOf(cfg, typ, "Factor", 1)
		if !ok {
			return Span{}, false
		}
		return Span{D: growing(time.Duration(first), factor, steps-1, time.Duration(limit)), By: fmt.Sprintf("%d steps", steps)}, ok1 && ok2 && ok3
	}
	if arg < 0 || arg >= len(call.Common().Args) {
		return Span{}, false
	}
	d, ok := duration(call.Common().Args[arg])
	return Span{D: d, By: "the timeout of the poll"}, ok
}

func temporal(cfg Config) (Span, bool) {
	const opts, retry = "go.temporal.io/sdk/internal.ActivityOptions", "go.temporal.io/sdk/internal.RetryPolicy"
	if _, found := cfg.Field(opts, "ScheduleToCloseTimeout"); !found {
		return Span{}, false
	}
	if vals, _ := cfg.Field(opts, "ScheduleToCloseTimeout"); len(vals) > 0 {
		d, ok := duration(vals[len(vals)-1])
		return Span{D: d, By: "ScheduleToCloseTimeout"}, ok
	}
	attempts, ok1 := field(cfg, retry, "MaximumAttempts", 0)
	first, ok2 := field(cfg, retry, "InitialInterval", int64(time.Second))
	limit, ok3 := field(cfg, retry, "MaximumInterval", 100*first)
	if !ok1 || !ok2 || !ok3 {
		return Span{}, false
	}
	if attempts == 0 {
		return Span{Endless: true, By: "an activity without ScheduleToCloseTimeout and MaximumAttempts"}, true
	}
	factor, ok := factorOf(cfg, retry, "BackoffCoefficient", 2)
	if !ok {
		return Span{}, false
	}
	return Span{D: growing(time.Duration(first), factor, attempts-1, time.Duration(limit)), By: fmt.Sprintf("MaximumAttempts: %d", attempts)}, true
}

// factorOf returns by what a field makes each delay longer than the one before,
// given what the library takes if the field is not set.
func factorOf(cfg Config, typ, name string, unset float64) (float64, bool) {
	vals, _ := cfg.Field(typ, name)
	if len(vals) == 0 {
		return unset, true
	}
	return number(vals[0])
}
