// Package workflow_other holds steps of the other workflow engines.
package workflow_other

import (
	"context"
	"errors"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/inngest/inngestgo"
	"github.com/inngest/inngestgo/step"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	restate "github.com/restatedev/sdk-go"
	"go.uber.org/cadence"
	"go.uber.org/cadence/workflow"
)

// Kitchen takes orders.
type Kitchen struct{ session *mcp.ClientSession }

func (k *Kitchen) cook(ctx context.Context, dish string) (string, error) {
	res, err := k.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "cook_dish",
		Arguments: map[string]any{"dish": dish},
	})
	if err != nil {
		return "", err
	}
	ticket, _ := res.Meta["ticket"].(string)
	return ticket, nil
}

// Restate is unsafe: the engine runs the closure again until it succeeds.
func (k *Kitchen) Restate(ctx restate.Context, dish string) (string, error) {
	return restate.Run(ctx, func(rc restate.RunContext) (string, error) { // want `tools/call "cook_dish".*can run again`
		return k.cook(rc, dish)
	})
}

// RestateOnce is safe: one attempt.
func (k *Kitchen) RestateOnce(ctx restate.Context, dish string) (string, error) {
	return restate.Run(ctx, func(rc restate.RunContext) (string, error) {
		return k.cook(rc, dish)
	}, restate.WithMaxRetryAttempts(1))
}

// RestateTerminal is safe: the error is terminal.
func (k *Kitchen) RestateTerminal(ctx restate.Context, dish string) error {
	return restate.RunVoid(ctx, func(rc restate.RunContext) error {
		if _, err := k.cook(rc, dish); err != nil {
			return restate.TerminalErrorf("dish %s: outcome unknown: %v", dish, err)
		}
		return nil
	})
}

// RestateVoid is unsafe: the error is handed to the engine.
func (k *Kitchen) RestateVoid(ctx restate.Context, dish string) error {
	return restate.RunVoid(ctx, func(rc restate.RunContext) error { // want `tools/call "cook_dish".*can run again`
		_, err := k.cook(rc, dish)
		return err
	}, restate.WithMaxRetryDuration(time.Minute))
}

// DBOS is safe by default: a step has no retries unless it is told so.
func (k *Kitchen) DBOS(ctx dbos.Context, dish string) (string, error) {
	return dbos.RunAsStep(ctx, func(ctx context.Context) (string, error) { return k.cook(ctx, dish) })
}

// DBOSRetries is unsafe: three retries.
func (k *Kitchen) DBOSRetries(ctx dbos.Context, dish string) (string, error) {
	return dbos.RunAsStep(ctx, func(ctx context.Context) (string, error) { // want `tools/call "cook_dish".*can run again`
		return k.cook(ctx, dish)
	}, dbos.WithStepMaxRetries(3))
}

// DBOSZero is safe: 0 retries.
func (k *Kitchen) DBOSZero(ctx dbos.Context, dish string) (string, error) {
	return dbos.RunAsStep(ctx, func(ctx context.Context) (string, error) { return k.cook(ctx, dish) }, dbos.WithStepMaxRetries(0))
}

// Inngest is unsafe: the platform runs a failed step again.
func (k *Kitchen) Inngest(ctx context.Context, dish string) (string, error) {
	return step.Run(ctx, "cook", func(ctx context.Context) (string, error) { // want `tools/call "cook_dish".*can run again`
		return k.cook(ctx, dish)
	})
}

// InngestFinal is safe: the error ends the step.
func (k *Kitchen) InngestFinal(ctx context.Context, dish string) (string, error) {
	return step.Run(ctx, "cook", func(ctx context.Context) (string, error) {
		ticket, err := k.cook(ctx, dish)
		if err != nil {
			return "", inngestgo.NoRetryError(errors.Join(errors.New("outcome unknown"), err))
		}
		return ticket, nil
	})
}

// Cadence is safe: without a policy this engine does not run it again.
func (k *Kitchen) Cadence(ctx workflow.Context, dish string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	return workflow.ExecuteActivity(ctx, k.cook, dish).Get(ctx, nil)
}

// CadencePolicy is unsafe: the policy asks for it.
func (k *Kitchen) CadencePolicy(ctx workflow.Context, dish string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &cadence.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 4},
	})
	return workflow.ExecuteActivity(ctx, k.cook, dish).Get(ctx, nil) // want `tools/call "cook_dish".*can run again`
}
