// Package attempts takes attempts down for others.
package attempts

import (
	"context"
	"fmt"

	"github.com/mcprecovery/mcplint/recovery"
)

// Take returns the attempt and nothing else.
func Take(ctx context.Context, op *recovery.Operation, args any) (context.Context, *recovery.Attempt, error) {
	return op.Attempt(ctx, args)
}

// TakeNamed says which operation was refused.
func TakeNamed(ctx context.Context, op *recovery.Operation, args any) (context.Context, *recovery.Attempt, error) {
	callCtx, a, err := op.Attempt(ctx, args)
	if err != nil {
		return nil, nil, fmt.Errorf("attempt of %s: %w", op.Intent().ID, err)
	}
	return callCtx, a, nil
}

// TakeAnyway goes on without a licence.
func TakeAnyway(ctx context.Context, op *recovery.Operation, args any) (context.Context, *recovery.Attempt, error) {
	callCtx, a, err := op.Attempt(ctx, args)
	if err != nil {
		return ctx, nil, nil
	}
	return callCtx, a, nil
}
