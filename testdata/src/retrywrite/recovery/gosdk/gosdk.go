// Package gosdk holds clients that ask package recovery what is known of a
// call, and what may be done next.
package gosdk

import (
	"context"
	"errors"

	"cases/retrywrite/recovery/calls"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errUnknown = errors.New("the outcome is unknown")

// Desk books seats.
type Desk struct {
	session *mcp.ClientSession
	journal recovery.Journal
}

func params(seat string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
}

// NeverExecuted is safe.
func (d *Desk) NeverExecuted(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat))
		if o := gosdk.Classify(res, err); !o.NeverExecuted() {
			return err
		}
	}
	return errUnknown
}

// Lost is its opposite.
func (d *Desk) Lost(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" can run again`
		if o := gosdk.Classify(res, err); !o.Lost() {
			return err
		}
	}
	return errUnknown
}

// Equal is safe.
func (d *Desk) Equal(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat))
		if gosdk.Classify(res, err) != recovery.NotSent {
			return err
		}
	}
	return errUnknown
}

// NotDone repeats whatever is not a success.
func (d *Desk) NotDone(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" can run again`
		if gosdk.Classify(res, err) == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// Switch is safe.
func (d *Desk) Switch(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat))
		switch gosdk.Classify(res, err) {
		case recovery.NotSent, recovery.Refused:
			continue
		case recovery.Done:
			return nil
		}
		return errUnknown
	}
	return errUnknown
}

// Default repeats what no case names.
func (d *Desk) Default(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" can run again`
		switch gosdk.Classify(res, err) {
		case recovery.Answered:
			return err
		case recovery.Done:
			return nil
		}
	}
	return errUnknown
}

// Second calls again after a refusal, and is safe.
func (d *Desk) Second(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, params(seat))
	if gosdk.Classify(res, err) == recovery.Refused {
		return d.session.CallTool(ctx, params(seat))
	}
	return res, err
}

// SecondUnknown calls again when nothing is known.
func (d *Desk) SecondUnknown(ctx context.Context, seat string) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, params(seat))
	if gosdk.Classify(res, err) == recovery.Unknown {
		return d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" can run again`
	}
	return res, err
}

// Elsewhere is safe: another package classifies and judges.
func (d *Desk) Elsewhere(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat))
		if !calls.MayRepeat(calls.Outcome(res, err)) {
			return err
		}
	}
	return errUnknown
}

// ElsewhereFailed asks it for something else.
func (d *Desk) ElsewhereFailed(ctx context.Context, seat string) error {
	for range 3 {
		res, err := d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" can run again`
		if !calls.Failed(calls.Outcome(res, err)) {
			return err
		}
	}
	return errUnknown
}

// Decided repeats on a decision, and is safe.
func (d *Desk) Decided(ctx context.Context, seat string, s recovery.Situation) error {
	for {
		res, err := d.session.CallTool(ctx, params(seat))
		if !gosdk.Classify(res, err).Lost() {
			return err
		}
		if recovery.Decide(s).Action != recovery.RepeatWithEvidence {
			return errUnknown
		}
	}
}

// Calls is safe, too.
func (d *Desk) Calls(ctx context.Context, seat string, s recovery.Situation) error {
	for {
		res, err := d.session.CallTool(ctx, params(seat))
		if !gosdk.Classify(res, err).Lost() {
			return err
		}
		decision := recovery.Decide(s)
		if !decision.Action.Calls() {
			return errUnknown
		}
	}
}

// Held takes a decision to hold for one to go on.
func (d *Desk) Held(ctx context.Context, seat string, s recovery.Situation) error {
	for {
		res, err := d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" can run again`
		if !gosdk.Classify(res, err).Lost() {
			return err
		}
		if recovery.Decide(s).Action != recovery.Hold {
			return errUnknown
		}
	}
}

// Attempted is safe: no attempt is made that is not licensed.
func (d *Desk) Attempted(ctx context.Context, op *recovery.Operation, args map[string]any) error {
	for range 3 {
		callCtx, attempt, err := op.Attempt(ctx, args)
		if err != nil {
			return err
		}
		res, err := d.session.CallTool(callCtx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
		o := gosdk.Classify(res, err)
		if err := attempt.End(ctx, o, err); err != nil {
			return err
		}
		if o == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// Once takes one attempt down, and makes three.
func (d *Desk) Once(ctx context.Context, op *recovery.Operation, args map[string]any) error {
	callCtx, attempt, err := op.Attempt(ctx, args)
	if err != nil {
		return err
	}
	for range 3 {
		res, err := d.session.CallTool(callCtx, &mcp.CallToolParams{Name: "book_seat", Arguments: args}) // want `tools/call "book_seat" can run again`
		if gosdk.Classify(res, err) == recovery.Done {
			return attempt.End(ctx, recovery.Done, nil)
		}
	}
	return errUnknown
}

// Unheeded does not look at the error.
func (d *Desk) Unheeded(ctx context.Context, op *recovery.Operation, args map[string]any) error {
	for range 3 {
		_, _, _ = op.Attempt(ctx, args)
		res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args}) // want `tools/call "book_seat" can run again`
		if gosdk.Classify(res, err) == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

func (d *Desk) attempt(ctx context.Context, op *recovery.Operation, args map[string]any) (recovery.Outcome, error) {
	callCtx, attempt, err := op.Attempt(ctx, args)
	if err != nil {
		return recovery.Unknown, err
	}
	res, err := d.session.CallTool(callCtx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
	o := gosdk.Classify(res, err)
	return o, attempt.End(ctx, o, err)
}

// Outer is safe: each round asks for its licence.
func (d *Desk) Outer(ctx context.Context, op *recovery.Operation, args map[string]any) error {
	for range 3 {
		o, err := d.attempt(ctx, op, args)
		if err == nil && o == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// Operation decides by the journal, and is safe.
func (d *Desk) Operation(ctx context.Context, op *recovery.Operation, args map[string]any, s recovery.Situation) error {
	for {
		if o, err := d.attempt(ctx, op, args); err != nil || !o.Lost() {
			return err
		}
		decision, err := op.Decide(ctx, s)
		if err != nil {
			return err
		}
		if !decision.Action.Calls() {
			return errUnknown
		}
	}
}

// Recursive is safe: what it calls on the way round asks for its licence.
func (d *Desk) Recursive(ctx context.Context, op *recovery.Operation, args map[string]any, s recovery.Situation) error {
	callCtx, attempt, err := op.Attempt(ctx, args)
	if err != nil {
		return err
	}
	res, callErr := d.session.CallTool(callCtx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
	o := gosdk.Classify(res, callErr)
	if err := attempt.End(ctx, o, callErr); err != nil {
		return err
	}
	if o.Lost() {
		return d.recover(ctx, op, args, s)
	}
	return callErr
}

func (d *Desk) recover(ctx context.Context, op *recovery.Operation, args map[string]any, s recovery.Situation) error {
	decision, err := op.Decide(ctx, s)
	if err != nil {
		return err
	}
	switch decision.Action {
	case recovery.RepeatWithEvidence:
		return d.Recursive(ctx, op, args, s)
	default:
		return errUnknown
	}
}

// Other is about another call's error, which tells nothing of this one.
func (d *Desk) Other(ctx context.Context, seat string, other error) error {
	for range 3 {
		_, err := d.session.CallTool(ctx, params(seat)) // want `tools/call "book_seat" can run again`
		if err == nil {
			return nil
		}
		if gosdk.Classify(nil, other) == recovery.Done {
			return err
		}
	}
	return errUnknown
}
