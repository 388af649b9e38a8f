package vehicles_backoff

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	backoff4 "github.com/cenkalti/backoff/v4"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Printer prints labels.
type Printer struct{ c *client.Client }

func (p *Printer) print(ctx context.Context, label string) (*mcpgo.CallToolResult, error) {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "print_label"
	req.Params.Arguments = map[string]any{"label": label}
	return p.c.CallTool(ctx, req)
}

// Print is unsafe: any error is tried again.
func (p *Printer) Print(ctx context.Context, label string) error {
	op := func() error {
		_, err := p.print(ctx, label)
		return err
	}
	return backoff4.Retry(op, backoff4.WithContext(backoff4.NewExponentialBackOff(), ctx)) // want `tools/call "print_label".*can run again.*any error`
}

// PrintData is unsafe: the form with a result, bounded.
func (p *Printer) PrintData(ctx context.Context, label string) (*mcpgo.CallToolResult, error) {
	return backoff4.RetryWithData(func() (*mcpgo.CallToolResult, error) { // want `tools/call "print_label".*can run again`
		return p.print(ctx, label)
	}, backoff4.WithMaxRetries(backoff4.NewConstantBackOff(time.Second), 3))
}

// PrintNoRetries is safe: in v4, 0 retries are none.
func (p *Printer) PrintNoRetries(ctx context.Context, label string) (*mcpgo.CallToolResult, error) {
	return backoff4.RetryWithData(func() (*mcpgo.CallToolResult, error) {
		return p.print(ctx, label)
	}, backoff4.WithMaxRetries(backoff4.NewConstantBackOff(time.Second), 0))
}

// PrintNotify is unsafe: with a notification.
func (p *Printer) PrintNotify(ctx context.Context, label string) error {
	return backoff4.RetryNotify(func() error { // want `tools/call "print_label".*can run again`
		if _, err := p.print(ctx, label); err != nil {
			return fmt.Errorf("print: %w", err)
		}
		return nil
	}, backoff4.NewExponentialBackOff(), func(err error, d time.Duration) { log.Printf("%v, again in %s", err, d) })
}

// PrintAuth is safe: a 401 is the only error that is not permanent.
func (p *Printer) PrintAuth(ctx context.Context, label string, login func() error) error {
	return backoff4.Retry(func() error {
		_, err := p.print(ctx, label)
		if errors.Is(err, transport.ErrUnauthorized) {
			if lerr := login(); lerr != nil {
				return backoff4.Permanent(lerr)
			}
			return err
		}
		return backoff4.Permanent(err)
	}, backoff4.WithMaxRetries(&backoff4.ZeroBackOff{}, 1))
}

// PrintStop is safe: StopBackOff.
func (p *Printer) PrintStop(ctx context.Context, label string) error {
	var schedule backoff4.BackOff = &backoff4.StopBackOff{}
	return backoff4.Retry(func() error {
		_, err := p.print(ctx, label)
		return err
	}, schedule)
}

// PrintSwallowed is safe: the closure never returns an error, and the outcome
// is looked at afterwards.
func (p *Printer) PrintSwallowed(ctx context.Context, label string) (res *mcpgo.CallToolResult, err error) {
	rerr := backoff4.Retry(func() error {
		if perr := p.c.Ping(ctx); perr != nil {
			return perr
		}
		res, err = p.print(ctx, label)
		return nil
	}, backoff4.NewExponentialBackOff())
	return res, errors.Join(rerr, err)
}
