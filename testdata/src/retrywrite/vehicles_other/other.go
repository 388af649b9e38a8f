// Package vehicles_other hands tools/call to the smaller retry libraries, and
// to libraries that are none.
package vehicles_other

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/Rican7/retry"
	"github.com/Rican7/retry/backoff"
	"github.com/Rican7/retry/strategy"
	"github.com/eapache/go-resiliency/retrier"
	fretry "github.com/flowchartsman/retry"
	gax "github.com/googleapis/gax-go/v2"
	jpillora "github.com/jpillora/backoff"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	"github.com/matryer/try"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	sretry "github.com/sethvargo/go-retry"
	"github.com/slok/goresilience"
	gretry "github.com/slok/goresilience/retry"
	gtimeout "github.com/slok/goresilience/timeout"
)

// Studio renders films.
type Studio struct {
	session *mcp.ClientSession
	runner  *fretry.Retrier
}

func (s *Studio) render(ctx context.Context, film string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "start_render",
		Arguments: map[string]any{"film": film},
	})
	if err != nil {
		return fmt.Errorf("render %s: %w", film, err)
	}
	return nil
}

// SethvargoMarked is unsafe: the error is marked as one to try again.
func (s *Studio) SethvargoMarked(ctx context.Context, film string) error {
	return sretry.Do(ctx, sretry.NewFibonacci(time.Second), func(ctx context.Context) error { // want `tools/call "start_render".*can run again`
		if err := s.render(ctx, film); err != nil {
			return sretry.RetryableError(err)
		}
		return nil
	})
}

// SethvargoPlain is safe: without the mark the library stops.
func (s *Studio) SethvargoPlain(ctx context.Context, film string) error {
	return sretry.Do(ctx, sretry.NewFibonacci(time.Second), func(ctx context.Context) error {
		if err := s.session.Ping(ctx, nil); err != nil {
			return sretry.RetryableError(err)
		}
		return s.render(ctx, film)
	})
}

// SethvargoNone is safe: no retries.
func (s *Studio) SethvargoNone(ctx context.Context, film string) error {
	b := sretry.WithMaxRetries(0, sretry.NewConstant(time.Second))
	return sretry.Do(ctx, b, func(ctx context.Context) error {
		return sretry.RetryableError(s.render(ctx, film))
	})
}

// SethvargoValue is unsafe: the form with a result, gated on io.EOF.
func (s *Studio) SethvargoValue(ctx context.Context, film string) (*mcp.CallToolResult, error) {
	return sretry.DoValue(ctx, sretry.NewConstant(time.Second), func(ctx context.Context) (*mcp.CallToolResult, error) { // want `tools/call "start_render".*can run again.*io\.EOF`
		res, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "start_render", Arguments: map[string]any{"film": film}})
		if errors.Is(err, io.EOF) {
			return nil, sretry.RetryableError(err)
		}
		return res, err
	})
}

// Eapache is unsafe: three pauses, every error.
func (s *Studio) Eapache(ctx context.Context, film string) error {
	r := retrier.New(retrier.ConstantBackoff(3, 100*time.Millisecond), nil)
	return r.RunCtx(ctx, func(ctx context.Context) error { return s.render(ctx, film) }) // want `tools/call "start_render".*can run again`
}

// EapacheNone is safe: no pauses, no retries.
func (s *Studio) EapacheNone(ctx context.Context, film string) error {
	r := retrier.New(nil, nil)
	return r.RunCtx(ctx, func(ctx context.Context) error { return s.render(ctx, film) })
}

// EapacheListed is safe: only a closed connection is on the list.
func (s *Studio) EapacheListed(ctx context.Context, film string) error {
	r := retrier.New(retrier.ExponentialBackoff(3, time.Second), retrier.WhitelistClassifier{mcp.ErrConnectionClosed})
	return r.Run(func() error { return s.render(ctx, film) })
}

// EapacheListedEOF is unsafe: io.EOF is on the list.
func (s *Studio) EapacheListedEOF(ctx context.Context, film string) error {
	r := retrier.New(retrier.ExponentialBackoff(3, time.Second), retrier.WhitelistClassifier{io.EOF})
	return r.Run(func() error { return s.render(ctx, film) }) // want `tools/call "start_render".*can run again`
}

// Matryer is unsafe: the closure asks for another attempt up to the third.
func (s *Studio) Matryer(ctx context.Context, film string) error {
	return try.Do(func(attempt int) (bool, error) { // want `tools/call "start_render".*can run again`
		err := s.render(ctx, film)
		if err != nil {
			time.Sleep(time.Second)
		}
		return attempt < 3, err
	})
}

// MatryerOnce is safe: the closure asks for no other attempt.
func (s *Studio) MatryerOnce(ctx context.Context, film string) error {
	return try.Do(func(int) (bool, error) { return false, s.render(ctx, film) })
}

// Rican is unsafe: without a limit the library goes on for ever.
func (s *Studio) Rican(ctx context.Context, film string) error {
	return retry.Retry(func(uint) error { return s.render(ctx, film) }, strategy.Backoff(backoff.Linear(time.Second))) // want `tools/call "start_render".*can run again`
}

// RicanLimited is safe: one attempt.
func (s *Studio) RicanLimited(ctx context.Context, film string) error {
	return retry.Retry(func(uint) error { return s.render(ctx, film) }, strategy.Limit(1))
}

// Flowchartsman is unsafe: five attempts by default.
func (s *Studio) Flowchartsman(ctx context.Context, film string) error {
	return s.runner.RunContext(ctx, func(ctx context.Context) error { // want `tools/call "start_render".*can run again`
		return s.render(ctx, film)
	})
}

// FlowchartsmanStop is safe: the error is terminal.
func (s *Studio) FlowchartsmanStop(ctx context.Context, film string) error {
	return s.runner.RunContext(ctx, func(ctx context.Context) error {
		if err := s.render(ctx, film); err != nil {
			return fretry.Stop(err)
		}
		return nil
	})
}

// FlowchartsmanHidden is unsafe: the library does not look through the
// wrapping, so that the error is not terminal.
func (s *Studio) FlowchartsmanHidden(ctx context.Context, film string) error {
	return s.runner.RunContext(ctx, func(ctx context.Context) error { // want `tools/call "start_render".*can run again`
		if err := s.render(ctx, film); err != nil {
			return fmt.Errorf("film %s: %w", film, fretry.Stop(err))
		}
		return nil
	})
}

// FlowchartsmanOnce is safe: one attempt.
func (s *Studio) FlowchartsmanOnce(ctx context.Context, film string) error {
	r := fretry.NewRetrier(1, time.Second, time.Minute)
	return r.Run(func() error { return s.render(ctx, film) })
}

// Goresilience is unsafe: three attempts by default.
func (s *Studio) Goresilience(ctx context.Context, film string) error {
	r := gretry.New(gretry.Config{WaitBase: time.Second})
	return r.Run(ctx, func(ctx context.Context) error { return s.render(ctx, film) }) // want `tools/call "start_render".*can run again`
}

// GoresilienceTimeout is safe: this runner only limits the time.
func (s *Studio) GoresilienceTimeout(ctx context.Context, film string) error {
	r := gtimeout.New(gtimeout.Config{Timeout: time.Second})
	return r.Run(ctx, func(ctx context.Context) error { return s.render(ctx, film) })
}

// GoresilienceChain is unsafe: a retrying middleware is in the chain.
func (s *Studio) GoresilienceChain(ctx context.Context, film string) error {
	r := goresilience.RunnerChain(
		gtimeout.NewMiddleware(gtimeout.Config{Timeout: time.Second}),
		gretry.NewMiddleware(gretry.Config{Times: 2}),
	)
	return r.Run(ctx, func(ctx context.Context) error { return s.render(ctx, film) }) // want `tools/call "start_render".*can run again`
}

// Gax is safe: without the option the call is made once.
func (s *Studio) Gax(ctx context.Context, film string) error {
	return gax.Invoke(ctx, func(ctx context.Context, _ gax.CallSettings) error { return s.render(ctx, film) })
}

// GaxRetry is unsafe: with the option it is repeated.
func (s *Studio) GaxRetry(ctx context.Context, film string) error {
	call := func(ctx context.Context, _ gax.CallSettings) error { return s.render(ctx, film) }
	return gax.Invoke(ctx, call, gax.WithRetry(func() gax.Retryer { // want `tools/call "start_render".*can run again`
		return gax.OnErrorFunc(gax.Backoff{}, func(err error) bool { return errors.Is(err, io.EOF) })
	}))
}

// GaxConnectionClosed is safe: the retryer is for calls that were not sent.
func (s *Studio) GaxConnectionClosed(ctx context.Context, film string) error {
	call := func(ctx context.Context, _ gax.CallSettings) error { return s.render(ctx, film) }
	return gax.Invoke(ctx, call, gax.WithRetry(func() gax.Retryer {
		return gax.OnErrorFunc(gax.Backoff{}, func(err error) bool { return errors.Is(err, mcp.ErrConnectionClosed) })
	}))
}

// Lestrrat is unsafe: the controller of the library drives a loop.
func (s *Studio) Lestrrat(ctx context.Context, film string) (err error) {
	policy := lestrrat.Exponential(lestrrat.WithMinInterval(time.Second))
	ctl := policy.Start(ctx)
	for lestrrat.Continue(ctl) {
		if err = s.render(ctx, film); err == nil { // want `tools/call "start_render".*can run again`
			return nil
		}
	}
	return err
}

// LestrratNull is safe: this policy lets the loop run once.
func (s *Studio) LestrratNull(ctx context.Context, film string) (err error) {
	ctl := lestrrat.Null().Start(ctx)
	for lestrrat.Continue(ctl) {
		if err = s.render(ctx, film); err == nil {
			return nil
		}
	}
	return err
}

// Jpillora is unsafe: the library only computes the pauses.
func (s *Studio) Jpillora(ctx context.Context, film string) error {
	b := &jpillora.Backoff{Min: 100 * time.Millisecond, Max: 10 * time.Second, Jitter: true}
	for {
		err := s.render(ctx, film) // want `tools/call "start_render".*can run again`
		if err == nil || b.Attempt() > 4 {
			return err
		}
		time.Sleep(b.Duration())
	}
}
