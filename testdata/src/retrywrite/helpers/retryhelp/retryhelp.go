// Package retryhelp repeats what it is handed. It knows nothing of MCP and is
// never blamed: whoever hands it a tools/call is.
package retryhelp

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Do runs fn until it succeeds, at most attempts times.
func Do(ctx context.Context, attempts int, fn func(context.Context) error) error {
	var err error
	for i := 1; i <= attempts; i++ {
		if err = fn(ctx); err == nil {
			return nil
		}
		if werr := sleep(ctx, time.Duration(i)*100*time.Millisecond); werr != nil {
			return errors.Join(err, werr)
		}
	}
	return fmt.Errorf("gave up after %d attempts: %w", attempts, err)
}

// DoIf runs fn again while retryable says so.
func DoIf(ctx context.Context, attempts int, retryable func(error) bool, fn func(context.Context) error) error {
	var err error
	for range attempts {
		err = fn(ctx)
		if err == nil || !retryable(err) {
			return err
		}
	}
	return err
}

// Value is Do for functions with a result.
func Value[T any](ctx context.Context, attempts int, fn func(context.Context) (T, error)) (v T, err error) {
	err = Do(ctx, attempts, func(ctx context.Context) error {
		v, err = fn(ctx)
		return err
	})
	return v, err
}

// Again runs fn a second time after repair, if the first run failed.
func Again[T any](fn func() (T, error), repair func(error) error) (T, error) {
	v, err := fn()
	if err == nil {
		return v, nil
	}
	if rerr := repair(err); rerr != nil {
		var zero T
		return zero, errors.Join(err, rerr)
	}
	return fn()
}

// Timed runs fn once.
func Timed(ctx context.Context, limit time.Duration, fn func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return fn(ctx)
}

// Each runs fn for every element and collects the errors. It never runs fn
// again for the same element.
func Each[E any](ctx context.Context, elems []E, fn func(context.Context, E) error) error {
	var errs []error
	for _, e := range elems {
		if err := fn(ctx, e); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// UntilTrue runs cond until it returns true or an error.
func UntilTrue(ctx context.Context, every time.Duration, cond func(context.Context) (bool, error)) error {
	for {
		ok, err := cond(ctx)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		if err := sleep(ctx, every); err != nil {
			return err
		}
	}
}

// A Policy is a reusable schedule.
type Policy struct {
	Attempts int
	Pause    time.Duration
}

// Run runs fn until it succeeds or the attempts are used up.
func (p Policy) Run(ctx context.Context, fn func() error) (err error) {
	for n := p.Attempts; n > 0; n-- {
		if err = fn(); err == nil {
			return nil
		}
		if werr := sleep(ctx, p.Pause); werr != nil {
			return werr
		}
	}
	return err
}

// A Runner runs functions. Policy is the one that is used here.
type Runner interface {
	Run(ctx context.Context, fn func() error) error
}

var _ Runner = Policy{}

// Stop is an error after which Stoppable runs fn no more.
type Stop struct{ Err error }

func (s *Stop) Error() string { return s.Err.Error() }

// Unwrap returns the error that was wrapped.
func (s *Stop) Unwrap() error { return s.Err }

// Stoppable runs fn until it succeeds or returns a *Stop.
func Stoppable(ctx context.Context, fn func(context.Context) error) error {
	for {
		err := fn(ctx)
		var stop *Stop
		switch {
		case err == nil:
			return nil
		case errors.As(err, &stop):
			return stop.Err
		}
		if werr := sleep(ctx, time.Second); werr != nil {
			return errors.Join(err, werr)
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
