// Package closures holds clients that hand the call as a func value to a
// helper in their own package, or hold it in a variable.
package closures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// retry knows nothing of MCP: it is for whatever its callers hand it.
func retry(ctx context.Context, attempts int, fn func(context.Context) error) error {
	var err error
	for i := range attempts {
		if err = fn(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(i+1) * 50 * time.Millisecond):
		}
	}
	return fmt.Errorf("after %d attempts: %w", attempts, err)
}

// timed runs fn once and logs how long it took.
func timed(ctx context.Context, what string, fn func(context.Context) error) error {
	start := time.Now()
	err := fn(ctx)
	slog.InfoContext(ctx, what, "took", time.Since(start), "err", err)
	return err
}

// twice runs fn again if the first run failed.
func twice[T any](fn func() (T, error)) (T, error) {
	v, err := fn()
	if err != nil {
		v, err = fn()
	}
	return v, err
}

// Ledger posts entries.
type Ledger struct {
	session *mcp.ClientSession
}

// Post is unsafe: the closure makes the call, and retry runs it again after
// any error.
func (l *Ledger) Post(ctx context.Context, account string, cents int64) (res *mcp.CallToolResult, err error) {
	err = retry(ctx, 3, func(ctx context.Context) error { // want `tools/call "post_entry".*can run again.*any error`
		res, err = l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account, "cents": cents},
		})
		return err
	})
	return res, err
}

// PostTimed is safe: timed runs the closure once.
func (l *Ledger) PostTimed(ctx context.Context, account string, cents int64) (res *mcp.CallToolResult, err error) {
	err = timed(ctx, "post", func(ctx context.Context) error {
		res, err = l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account, "cents": cents},
		})
		return err
	})
	return res, err
}

// PostHeld is unsafe: the closure sits in a variable first.
func (l *Ledger) PostHeld(ctx context.Context, account string) error {
	op := func(ctx context.Context) error {
		_, err := l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account},
		})
		if err != nil {
			return fmt.Errorf("post to %s: %w", account, err)
		}
		return nil
	}
	if err := timed(ctx, "post", op); err == nil {
		return nil
	}
	return retry(ctx, 2, op) // want `tools/call "post_entry".*can run again`
}

// PostRemembered is safe: the closure keeps the error for itself and tells
// the helper that it is done.
func (l *Ledger) PostRemembered(ctx context.Context, account string) error {
	var callErr error
	err := retry(ctx, 3, func(ctx context.Context) error {
		if err := l.session.Ping(ctx, nil); err != nil {
			return err
		}
		_, callErr = l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account},
		})
		return nil
	})
	if err != nil {
		return err
	}
	return callErr
}

func (l *Ledger) closeMonth(ctx context.Context) error {
	_, err := l.session.CallTool(ctx, &mcp.CallToolParams{Name: "close_month"})
	return err
}

// CloseMonth is unsafe: a method value is handed over.
func (l *Ledger) CloseMonth(ctx context.Context) error {
	return retry(ctx, 5, l.closeMonth) // want `tools/call "close_month".*can run again`
}

// CloseMonthTimed is safe: the method value is handed to a helper that runs
// it once.
func (l *Ledger) CloseMonthTimed(ctx context.Context) error {
	return timed(ctx, "close", l.closeMonth)
}

// CloseExpr is unsafe: a method expression in a closure's place.
func CloseExpr(ctx context.Context, l *Ledger) error {
	step := (*Ledger).closeMonth
	return retry(ctx, 2, func(ctx context.Context) error { return step(l, ctx) }) // want `tools/call "close_month".*can run again`
}

// Reverse is unsafe: twice runs the closure again after any error.
func (l *Ledger) Reverse(ctx context.Context, entry string) (*mcp.CallToolResult, error) {
	return twice(func() (*mcp.CallToolResult, error) { // want `tools/call "reverse_entry".*can run again`
		return l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "reverse_entry",
			Arguments: map[string]any{"entry": entry},
		})
	})
}

// Balances is safe: what runs twice is not tools/call.
func (l *Ledger) Balances(ctx context.Context) (*mcp.ListToolsResult, error) {
	return twice(func() (*mcp.ListToolsResult, error) { return l.session.ListTools(ctx, nil) })
}

// ReverseInLoop is unsafe: the closure is called in the function's own loop.
func (l *Ledger) ReverseInLoop(ctx context.Context, entry string) error {
	reverse := func() (*mcp.CallToolResult, error) {
		return l.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "reverse_entry",
			Arguments: map[string]any{"entry": entry},
		})
	}
	for n := 0; ; n++ {
		_, err := reverse() // want `tools/call "reverse_entry".*can run again`
		if err == nil || n == 3 {
			return err
		}
	}
}

// ReverseImmediately is unsafe: a closure that is called where it stands, for
// the sake of its defer.
func (l *Ledger) ReverseImmediately(ctx context.Context, entry string) error {
	var err error
	for n := 0; n < 3; n++ {
		func() {
			callCtx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			_, err = l.session.CallTool(callCtx, &mcp.CallToolParams{ // want `tools/call "reverse_entry".*can run again`
				Name:      "reverse_entry",
				Arguments: map[string]any{"entry": entry},
			})
		}()
		if err == nil {
			return nil
		}
	}
	return err
}

// poster returns a closure that posts one entry.
func poster(s *mcp.ClientSession, account string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "post_entry",
			Arguments: map[string]any{"account": account},
		})
		return err
	}
}

// PostMade is unsafe: the closure comes from another function.
func (l *Ledger) PostMade(ctx context.Context, account string) error {
	post := poster(l.session, account)
	err := post(ctx)
	if errors.Is(err, io.EOF) {
		err = post(ctx) // want `tools/call "post_entry".*can run again.*io\.EOF`
	}
	return err
}

// PostEach is safe: every account gets its own closure and call.
func (l *Ledger) PostEach(ctx context.Context, accounts []string) error {
	var errs []error
	for _, a := range accounts {
		if err := poster(l.session, a)(ctx); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// PostDeferred is unsafe: the deferred closure makes the call again when the
// first one failed.
func (l *Ledger) PostDeferred(ctx context.Context, account string) (err error) {
	p := &mcp.CallToolParams{Name: "post_entry", Arguments: map[string]any{"account": account}}
	defer func() {
		if err != nil {
			_, err = l.session.CallTool(context.WithoutCancel(ctx), p) // want `tools/call "post_entry".*can run again.*any error`
		}
	}()
	_, err = l.session.CallTool(ctx, p)
	return err
}

// PostDeferredNote is safe: the deferred closure only adds to the error.
func (l *Ledger) PostDeferredNote(ctx context.Context, account string) (err error) {
	p := &mcp.CallToolParams{Name: "post_entry", Arguments: map[string]any{"account": account}}
	defer func() {
		if err != nil {
			err = fmt.Errorf("entry in %s may have been posted: %w", account, err)
		}
	}()
	_, err = l.session.CallTool(ctx, p)
	return err
}
