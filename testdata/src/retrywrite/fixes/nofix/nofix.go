// Package nofix has findings without a fix: it would change more than the
// repetition.
package nofix

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"cases/retrywrite/workflow_temporal/activities"
)

func send(ctx context.Context, s *mcp.ClientSession, to string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "send_mail", Arguments: map[string]any{"to": to}})
}

// Tuple returns both results of the call at once; there is no error to wrap.
func Tuple(ctx context.Context, s *mcp.ClientSession, to string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call "send_mail".*can run again`
		return send(ctx, s, to)
	})
}

// Nil returns an error that may be nil, which this library would take for a
// failure once it is wrapped.
func Nil(ctx context.Context, s *mcp.ClientSession, to string) error {
	return retry.Do(func() error { // want `tools/call "send_mail".*can run again`
		_, err := send(ctx, s, to)
		return err
	})
}

// Ignored has an option in whose presence unrecoverable errors are retried.
func Ignored(ctx context.Context, s *mcp.ClientSession, to string) error {
	return retry.Do(func() error { // want `tools/call "send_mail".*can run again`
		if _, err := send(ctx, s, to); err != nil {
			return err
		}
		return nil
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return errors.Is(err, io.EOF) }))
}

// Shared returns the error of the ping at the same place, and pings may be
// repeated.
func Shared(ctx context.Context, s *mcp.ClientSession, to string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) { // want `tools/call "send_mail".*can run again`
		err := s.Ping(ctx, nil)
		if err == nil {
			_, err = send(ctx, s, to)
		}
		return struct{}{}, err
	})
	return err
}

// Twofold uses the closure for something else too, which would see the
// wrapped error.
func Twofold(ctx context.Context, s *mcp.ClientSession, to string, patient bool) (*mcp.CallToolResult, error) {
	op := func() (*mcp.CallToolResult, error) {
		res, err := send(ctx, s, to)
		if err != nil {
			return nil, fmt.Errorf("send to %s: %w", to, err)
		}
		return res, nil
	}
	if !patient {
		return op()
	}
	return backoff.Retry(ctx, op) // want `tools/call "send_mail".*can run again`
}

// Sender has a method that is used by others.
type Sender struct {
	s  *mcp.ClientSession
	to string
}

// Send sends once.
func (x *Sender) Send() (*mcp.CallToolResult, error) {
	res, err := x.s.CallTool(context.Background(), &mcp.CallToolParams{Name: "send_mail", Arguments: map[string]any{"to": x.to}})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// Method hands the method over.
func Method(ctx context.Context, x *Sender) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, x.Send) // want `tools/call "send_mail".*can run again`
}

// Loop has pauses and a count that a fix would have to take away.
func Loop(ctx context.Context, s *mcp.ClientSession, to string) (err error) {
	for n := 0; n < 3; n++ {
		if _, err = send(ctx, s, to); err == nil { // want `tools/call "send_mail".*can run again`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Noted does something after the second call, which would be lost.
func Noted(ctx context.Context, s *mcp.ClientSession, to string) (*mcp.CallToolResult, error) {
	res, err := send(ctx, s, to)
	if err != nil {
		res, err = send(ctx, s, to) // want `tools/call "send_mail".*can run again`
		log.Printf("second attempt for %s: %v", to, err)
	}
	return res, err
}

// Told returns no error, so that none can be returned.
func Told(ctx context.Context, s *mcp.ClientSession, to string) bool {
	if _, err := send(ctx, s, to); err != nil {
		_, err = send(ctx, s, to) // want `tools/call "send_mail".*can run again`
		return err == nil
	}
	return true
}

// Both executes two activities with the same options; listing may go on being
// repeated.
func Both(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 5},
	})
	var a *activities.Travel
	if err := workflow.ExecuteActivity(ctx, a.Tools).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}

// Options are for everybody.
var Options = workflow.ActivityOptions{
	StartToCloseTimeout: time.Minute,
	RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 5},
}

// Elsewhere has its options in a variable that others may use.
func Elsewhere(ctx workflow.Context, trip activities.Trip) error {
	ctx = workflow.WithActivityOptions(ctx, Options)
	var a *activities.Travel
	return workflow.ExecuteActivity(ctx, a.BookFlight, trip).Get(ctx, nil) // want `tools/call "book_flight".*can run again`
}
