package vehicles_avast

import (
	"context"

	retry2 "github.com/avast/retry-go"
	retry3 "github.com/avast/retry-go/v3"
	retry5 "github.com/avast/retry-go/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// RegisterV2 is unsafe: the version without a suffix.
func (r *Registry) RegisterV2(ctx context.Context, domain string) error {
	return retry2.Do(func() error { // want `tools/call "register_domain".*can run again`
		_, err := r.register(ctx, domain)
		return err
	})
}

// RegisterV2Once is safe: one attempt.
func (r *Registry) RegisterV2Once(ctx context.Context, domain string) error {
	return retry2.Do(func() error {
		_, err := r.register(ctx, domain)
		return err
	}, retry2.Attempts(1))
}

// RegisterV3 is unsafe.
func (r *Registry) RegisterV3(ctx context.Context, domain string) error {
	op := func() error {
		_, err := r.register(ctx, domain)
		return err
	}
	return retry3.Do(op, retry3.Attempts(4), retry3.LastErrorOnly(true)) // want `tools/call "register_domain".*can run again`
}

// RegisterV3Unrecoverable is safe: the error ends it.
func (r *Registry) RegisterV3Unrecoverable(ctx context.Context, domain string) error {
	return retry3.Do(func() error {
		if _, err := r.register(ctx, domain); err != nil {
			return retry3.Unrecoverable(err)
		}
		return nil
	}, retry3.Attempts(4))
}

// RegisterV5 is unsafe: the retrier is built before.
func (r *Registry) RegisterV5(ctx context.Context, domain string) error {
	retrier := retry5.New(retry5.Attempts(5), retry5.Context(ctx))
	return retrier.Do(func() error { // want `tools/call "register_domain".*can run again`
		_, err := r.register(ctx, domain)
		return err
	})
}

// RegisterV5Once is safe: the retrier makes one attempt.
func (r *Registry) RegisterV5Once(ctx context.Context, domain string) error {
	retrier := retry5.New(retry5.Attempts(1), retry5.Context(ctx))
	return retrier.Do(func() error {
		_, err := r.register(ctx, domain)
		return err
	})
}

// RegisterV5Data is unsafe: the form with a result, in one expression.
func (r *Registry) RegisterV5Data(ctx context.Context, domain string) (*mcp.CallToolResult, error) {
	return retry5.NewWithData[*mcp.CallToolResult](retry5.Attempts(3)).Do(func() (*mcp.CallToolResult, error) { // want `tools/call "register_domain".*can run again`
		return r.register(ctx, domain)
	})
}
