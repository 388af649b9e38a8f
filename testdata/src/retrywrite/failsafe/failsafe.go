// Package failsafe hands tools/call to failsafe-go.
package failsafe

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type result = *mcp.CallToolResult

// Agency publishes notices.
type Agency struct {
	session *mcp.ClientSession
}

func (a *Agency) publish(ctx context.Context, notice string) (result, error) {
	return a.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "publish_notice",
		Arguments: map[string]any{"notice": notice},
	})
}

// Publish is unsafe: the default policy makes two more attempts.
func (a *Agency) Publish(ctx context.Context, notice string) (result, error) {
	policy := retrypolicy.NewWithDefaults[result]()
	return failsafe.With[result](policy).Get(func() (result, error) { return a.publish(ctx, notice) }) // want `tools/call "publish_notice".*can run again`
}

// PublishBreaker is safe: no policy among these runs it again.
func (a *Agency) PublishBreaker(ctx context.Context, notice string) (result, error) {
	return failsafe.With[result](
		timeout.New[result](time.Second),
		circuitbreaker.NewWithDefaults[result](),
	).Get(func() (result, error) { return a.publish(ctx, notice) })
}

// PublishBuilt is unsafe: a policy from the builder, next to a breaker.
func (a *Agency) PublishBuilt(ctx context.Context, notice string) error {
	policy := retrypolicy.NewBuilder[result]().
		WithBackoff(time.Second, time.Minute).
		WithMaxRetries(4).
		Build()
	executor := failsafe.With[result](circuitbreaker.NewWithDefaults[result](), policy).WithContext(ctx)
	_, err := executor.GetWithExecution(func(e failsafe.Execution[result]) (result, error) { // want `tools/call "publish_notice".*can run again`
		return a.publish(e.Context(), notice)
	})
	return err
}

// PublishNoRetries is safe: 0 retries.
func (a *Agency) PublishNoRetries(ctx context.Context, notice string) (result, error) {
	policy := retrypolicy.NewBuilder[result]().WithMaxRetries(0).Build()
	return failsafe.With[result](policy).Get(func() (result, error) { return a.publish(ctx, notice) })
}

// PublishOneAttempt is safe: one attempt.
func (a *Agency) PublishOneAttempt(ctx context.Context, notice string) (result, error) {
	policy := retrypolicy.NewBuilder[result]().WithMaxAttempts(1).Build()
	return failsafe.With[result](policy).Get(func() (result, error) { return a.publish(ctx, notice) })
}

// PublishHedged is unsafe: a slow success is enough for a second call.
func (a *Agency) PublishHedged(ctx context.Context, notice string) (result, error) {
	hedge := hedgepolicy.NewWithDelay[result](300 * time.Millisecond)
	return failsafe.With[result](hedge).Get(func() (result, error) { return a.publish(ctx, notice) }) // want `tools/call "publish_notice".*can run again`
}

// PublishAbort is safe: everything but a closed connection aborts.
func (a *Agency) PublishAbort(ctx context.Context, notice string) (result, error) {
	policy := retrypolicy.NewBuilder[result]().
		AbortIf(func(_ result, err error) bool { return !errors.Is(err, mcp.ErrConnectionClosed) }).
		Build()
	return failsafe.With[result](policy).Get(func() (result, error) { return a.publish(ctx, notice) })
}

// PublishAbortEOF is unsafe: io.EOF aborts, the other unknown outcomes do not.
func (a *Agency) PublishAbortEOF(ctx context.Context, notice string) (result, error) {
	policy := retrypolicy.NewBuilder[result]().AbortOnErrors(io.EOF).Build()
	return failsafe.With[result](policy).Get(func() (result, error) { return a.publish(ctx, notice) }) // want `tools/call "publish_notice".*can run again`
}

// PublishFallback is safe: the fallback is a value.
func (a *Agency) PublishFallback(ctx context.Context, notice string) (result, error) {
	fb := fallback.NewWithResult[result](&mcp.CallToolResult{IsError: true})
	return failsafe.With[result](fb).Get(func() (result, error) { return a.publish(ctx, notice) })
}
