// Package vehicles_avast hands tools/call to avast/retry-go.
package vehicles_avast

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Registry registers domains.
type Registry struct{ session *mcp.ClientSession }

func (r *Registry) register(ctx context.Context, domain string) (*mcp.CallToolResult, error) {
	return r.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "register_domain",
		Arguments: map[string]any{"domain": domain},
	})
}

// Register is unsafe: ten attempts by default.
func (r *Registry) Register(ctx context.Context, domain string) (res *mcp.CallToolResult, err error) {
	err = retry.Do(func() (err error) { // want `tools/call "register_domain".*can run again.*any error`
		res, err = r.register(ctx, domain)
		return err
	}, retry.Context(ctx))
	return res, err
}

// RegisterData is unsafe: the form with a result.
func (r *Registry) RegisterData(ctx context.Context, domain string) (*mcp.CallToolResult, error) {
	return retry.DoWithData(func() (*mcp.CallToolResult, error) { // want `tools/call "register_domain".*can run again`
		return r.register(ctx, domain)
	}, retry.Attempts(3), retry.Delay(time.Second))
}

// RegisterOnce is safe: one attempt.
func (r *Registry) RegisterOnce(ctx context.Context, domain string) (*mcp.CallToolResult, error) {
	return retry.DoWithData(func() (*mcp.CallToolResult, error) {
		return r.register(ctx, domain)
	}, retry.Attempts(1), retry.Delay(time.Second))
}

// RegisterZero is unsafe: in v4, 0 attempts are without end.
func (r *Registry) RegisterZero(ctx context.Context, domain string) (*mcp.CallToolResult, error) {
	return retry.DoWithData(func() (*mcp.CallToolResult, error) { // want `tools/call "register_domain".*can run again`
		return r.register(ctx, domain)
	}, retry.Attempts(0), retry.Delay(time.Second))
}

// RegisterUnrecoverable is safe: the error of the call ends it.
func (r *Registry) RegisterUnrecoverable(ctx context.Context, domain string) error {
	return retry.Do(func() error {
		if err := r.session.Ping(ctx, nil); err != nil {
			return err
		}
		if _, err := r.register(ctx, domain); err != nil {
			return retry.Unrecoverable(fmt.Errorf("register %s: %w", domain, err))
		}
		return nil
	})
}

// RegisterIfUnreachable is safe: the option lets only a refused dial through.
func (r *Registry) RegisterIfUnreachable(ctx context.Context, domain string) error {
	return retry.Do(func() error {
		_, err := r.register(ctx, domain)
		return err
	}, retry.RetryIf(func(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }))
}

// RegisterIfBroken is unsafe: the option lets an ended stream through.
func (r *Registry) RegisterIfBroken(ctx context.Context, domain string) error {
	return retry.Do(func() error { // want `tools/call "register_domain".*can run again.*io\.EOF`
		_, err := r.register(ctx, domain)
		return err
	}, retry.RetryIf(func(err error) bool { return errors.Is(err, io.EOF) }), retry.Attempts(2))
}

// unreachable is a predicate with a name.
func unreachable(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, mcp.ErrConnectionClosed)
}

// RegisterIfNamed is safe: a named predicate.
func (r *Registry) RegisterIfNamed(ctx context.Context, domain string) error {
	opts := []retry.Option{retry.RetryIf(unreachable), retry.Attempts(5)}
	return retry.Do(func() error {
		_, err := r.register(ctx, domain)
		return err
	}, opts...)
}

// RegisterRefusedOnly is safe: what is no refusal is unrecoverable.
func (r *Registry) RegisterRefusedOnly(ctx context.Context, domain string) error {
	return retry.Do(func() error {
		_, err := r.register(ctx, domain)
		if err == nil {
			return nil
		}
		var je *jsonrpc.Error
		if errors.As(err, &je) && je.Code == jsonrpc.CodeMethodNotFound {
			return err
		}
		return retry.Unrecoverable(err)
	})
}

// RegisterUntil is unsafe: it goes on until it succeeds.
func (r *Registry) RegisterUntil(ctx context.Context, domain string) error {
	_, err := retry.DoWithData(func() (*mcp.CallToolResult, error) { return r.register(ctx, domain) }, retry.UntilSucceeded()) // want `tools/call "register_domain".*can run again`
	return err
}

// RegisterIfAlways is unsafe: an option of one's own takes the place of the
// one that looks for unrecoverable errors.
func (r *Registry) RegisterIfAlways(ctx context.Context, domain string) error {
	return retry.Do(func() error { // want `tools/call "register_domain".*can run again`
		if _, err := r.register(ctx, domain); err != nil {
			return retry.Unrecoverable(err)
		}
		return nil
	}, retry.Attempts(3), retry.RetryIf(func(error) bool { return true }))
}
