// Package window holds repetitions that go on for longer, and for less, than
// the server remembers a key.
package window

import (
	"context"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
	backoff4 "github.com/cenkalti/backoff/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	goretry "github.com/sethvargo/go-retry"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
	"k8s.io/apimachinery/pkg/util/wait"
)

// The server keeps the keys for ten minutes.
//
//mcplint:dedupes key=key window=10m "shop manual, section 7"
const placeOrder = "place_order"

// Shop places orders.
type Shop struct{ session *mcp.ClientSession }

func (s *Shop) place(ctx context.Context, key string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder, Arguments: map[string]any{"key": key}})
	return err
}

// Place is an activity.
func (s *Shop) Place(ctx context.Context, key string) error { return s.place(ctx, key) }

// Sleep is wrong: the last attempt comes after twenty minutes.
func (s *Shop) Sleep(ctx context.Context, key string) (err error) {
	for range 5 {
		if err = s.place(ctx, key); err == nil { // want `the dedupes contract of tools/call "place_order" does not cover this repetition: attempts go on for up to 20m \(a loop of 5 rounds\), and the server recognises arguments.key for 10m; end them earlier, or reconcile`
			return nil
		}
		time.Sleep(5 * time.Minute)
	}
	return err
}

// SleepLess is right.
func (s *Shop) SleepLess(ctx context.Context, key string) (err error) {
	for range 5 {
		if err = s.place(ctx, key); err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return err
}

// Linear is wrong: 0 + 2 + 4 + 6 minutes.
func (s *Shop) Linear(ctx context.Context, key string) (err error) {
	for n := 0; n < 5; n++ {
		if err = s.place(ctx, key); err == nil { // want `for up to 12m \(a loop of 5 rounds\)`
			return nil
		}
		time.Sleep(time.Duration(n) * 2 * time.Minute)
	}
	return err
}

// Doubling is wrong: 1 + 2 + 4 + 8 minutes.
func (s *Shop) Doubling(ctx context.Context, key string) (err error) {
	delay := time.Minute
	for range 5 {
		if err = s.place(ctx, key); err == nil { // want `for up to 15m \(a loop of 5 rounds\)`
			return nil
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return ctx.Err()
		}
		delay *= 2
	}
	return err
}

// DoublingLess is right: 1 + 2 + 4 minutes.
func (s *Shop) DoublingLess(ctx context.Context, key string) (err error) {
	delay := time.Minute
	for range 4 {
		if err = s.place(ctx, key); err == nil {
			return nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return err
}

// Given is right as far as anybody can see: the delay is the caller's.
func (s *Shop) Given(ctx context.Context, key string, delay time.Duration) (err error) {
	for range 5 {
		if err = s.place(ctx, key); err == nil {
			return nil
		}
		time.Sleep(delay)
	}
	return err
}

// Backoff5 is wrong: a quarter of an hour is the library's default.
func (s *Shop) Backoff5(ctx context.Context, key string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, s.place(ctx, key) }) // want `for up to 15m \(the default MaxElapsedTime\)`
	return err
}

// Backoff5Less is right.
func (s *Shop) Backoff5Less(ctx context.Context, key string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, s.place(ctx, key) }, backoff.WithMaxElapsedTime(5*time.Minute))
	return err
}

// Backoff5Tries is right: three tries are over soon.
func (s *Shop) Backoff5Tries(ctx context.Context, key string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, s.place(ctx, key) }, backoff.WithMaxTries(3))
	return err
}

// Backoff5Constant is wrong: six times three minutes.
func (s *Shop) Backoff5Constant(ctx context.Context, key string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, s.place(ctx, key) }, // want `for up to 18m \(WithMaxTries\(7\)\)`
		backoff.WithBackOff(backoff.NewConstantBackOff(3*time.Minute)), backoff.WithMaxTries(7), backoff.WithMaxElapsedTime(time.Hour))
	return err
}

// Backoff4 is wrong: an hour.
func (s *Shop) Backoff4(ctx context.Context, key string) error {
	b := backoff4.NewExponentialBackOff()
	b.MaxElapsedTime = time.Hour
	return backoff4.Retry(func() error { return s.place(ctx, key) }, b) // want `for up to 1h \(MaxElapsedTime\)`
}

// Backoff4Endless is wrong: 0 is no limit.
func (s *Shop) Backoff4Endless(ctx context.Context, key string) error {
	b := backoff4.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff4.Retry(func() error { return s.place(ctx, key) }, b) // want `attempts go on without end \(MaxElapsedTime\)`
}

// Backoff4Less is right.
func (s *Shop) Backoff4Less(ctx context.Context, key string) error {
	b := backoff4.WithMaxRetries(backoff4.NewConstantBackOff(time.Minute), 3)
	return backoff4.Retry(func() error { return s.place(ctx, key) }, b)
}

// Avast is wrong: ten attempts, doubled from two seconds.
func (s *Shop) Avast(ctx context.Context, key string) error {
	return retry.Do(func() error { return s.place(ctx, key) }, retry.Delay(2*time.Second), retry.DelayType(retry.BackOffDelay)) // want `for up to 17m2s \(10 attempts\)`
}

// AvastLess is right.
func (s *Shop) AvastLess(ctx context.Context, key string) error {
	return retry.Do(func() error { return s.place(ctx, key) }, retry.Attempts(3), retry.Delay(time.Second))
}

// Poll is wrong: until the timeout of the poll.
func (s *Shop) Poll(ctx context.Context, key string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Hour, true, func(ctx context.Context) (bool, error) { // want `for up to 1h \(the timeout of the poll\)`
		err := s.place(ctx, key)
		return err == nil, nil
	})
}

// Steps is wrong.
func (s *Shop) Steps(ctx context.Context, key string) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Minute, Factor: 2, Steps: 5}, func() (bool, error) { // want `for up to 15m \(5 steps\)`
		err := s.place(ctx, key)
		return err == nil, nil
	})
}

// GoRetry is wrong.
func (s *Shop) GoRetry(ctx context.Context, key string) error {
	return goretry.Do(ctx, goretry.WithMaxRetries(4, goretry.NewConstant(5*time.Minute)), func(ctx context.Context) error { // want `for up to 20m \(WithMaxRetries\(4\)\)`
		if err := s.place(ctx, key); err != nil {
			return goretry.RetryableError(err)
		}
		return nil
	})
}

// Activity is wrong: an hour for all attempts.
func Activity(ctx workflow.Context, key string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute, ScheduleToCloseTimeout: time.Hour})
	var s *Shop
	return workflow.ExecuteActivity(ctx, s.Place, key).Get(ctx, nil) // want `for up to 1h \(ScheduleToCloseTimeout\)`
}

// ActivityEndless is wrong: the default policy has no limit.
func ActivityEndless(ctx workflow.Context, key string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var s *Shop
	return workflow.ExecuteActivity(ctx, s.Place, key).Get(ctx, nil) // want `attempts go on without end \(an activity without ScheduleToCloseTimeout and MaximumAttempts\)`
}

// ActivityLess is right: 1 + 2 seconds between three attempts.
func ActivityLess(ctx workflow.Context, key string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute, RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 3},
	})
	var s *Shop
	return workflow.ExecuteActivity(ctx, s.Place, key).Get(ctx, nil)
}

// Refused is right: what was refused has left no key behind.
func (s *Shop) Refused(ctx context.Context, key string) (err error) {
	for range 5 {
		if err = s.place(ctx, key); !errors.Is(err, mcp.ErrConnectionClosed) {
			return err
		}
		time.Sleep(time.Hour)
	}
	return err
}
