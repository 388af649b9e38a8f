// Package licence takes its attempts down by functions that do only that.
package licence

import (
	"context"
	"errors"

	"cases/retrywrite/recovery/attempts"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/gosdk"
	mcpgorec "github.com/mcprecovery/mcplint/recovery/mcpgo"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errUnknown = errors.New("the outcome is unknown")

// Desk books seats.
type Desk struct {
	session *mcp.ClientSession
	client  *client.Client
	op      *recovery.Operation
}

func (d *Desk) take(ctx context.Context, args map[string]any) (context.Context, *recovery.Attempt, error) {
	return d.op.Attempt(ctx, args)
}

func (d *Desk) call(ctx context.Context, args map[string]any) (recovery.Outcome, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args})
	return gosdk.Classify(res, err), err
}

// Taken is safe: the helper fails if there is no licence.
func (d *Desk) Taken(ctx context.Context, args map[string]any) error {
	for range 3 {
		callCtx, attempt, err := d.take(ctx, args)
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

// TakenOnce takes one attempt down, and makes three.
func (d *Desk) TakenOnce(ctx context.Context, args map[string]any) error {
	callCtx, _, err := d.take(ctx, args)
	if err != nil {
		return err
	}
	for range 3 {
		res, err := d.session.CallTool(callCtx, &mcp.CallToolParams{Name: "book_seat", Arguments: args}) // want `tools/call "book_seat" can run again`
		if gosdk.Classify(res, err) == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// Unheeded does not look at the helper's error.
func (d *Desk) Unheeded(ctx context.Context, args map[string]any) error {
	for range 3 {
		_, _, _ = d.take(ctx, args)
		res, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "book_seat", Arguments: args}) // want `tools/call "book_seat" can run again`
		if gosdk.Classify(res, err) == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

func (d *Desk) takeIf(ctx context.Context, args map[string]any, journal bool) (context.Context, error) {
	if !journal {
		return ctx, nil
	}
	callCtx, _, err := d.op.Attempt(ctx, args)
	return callCtx, err
}

// Sometimes takes no attempt down on one way through the helper.
func (d *Desk) Sometimes(ctx context.Context, args map[string]any, journal bool) error {
	for range 3 {
		callCtx, err := d.takeIf(ctx, args, journal)
		if err != nil {
			return err
		}
		res, err := d.session.CallTool(callCtx, &mcp.CallToolParams{Name: "book_seat", Arguments: args}) // want `tools/call "book_seat" can run again`
		if gosdk.Classify(res, err) == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

func (d *Desk) takeOrder(ctx context.Context, args map[string]any) (callCtx context.Context, err error) {
	if len(args) == 0 {
		return nil, errUnknown
	}
	if callCtx, _, err = d.take(ctx, args); err != nil {
		return nil, errors.Join(errUnknown, err)
	}
	return callCtx, nil
}

// Deeper is safe: a helper of the helper asks.
func (d *Desk) Deeper(ctx context.Context, args map[string]any) error {
	for range 3 {
		callCtx, err := d.takeOrder(ctx, args)
		if err != nil {
			return err
		}
		if o, _ := d.call(callCtx, args); o == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// Elsewhere is safe: a function of another package asks.
func (d *Desk) Elsewhere(ctx context.Context, args map[string]any) error {
	for range 3 {
		callCtx, _, err := attempts.Take(ctx, d.op, args)
		if err != nil {
			return err
		}
		if o, _ := d.call(callCtx, args); o == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// ElsewhereNamed is safe: it wraps the refusal.
func (d *Desk) ElsewhereNamed(ctx context.Context, args map[string]any) error {
	for range 3 {
		callCtx, attempt, err := attempts.TakeNamed(ctx, d.op, args)
		if err != nil {
			return err
		}
		o, err := d.call(callCtx, args)
		if endErr := attempt.End(ctx, o, err); endErr != nil {
			return endErr
		}
		if o == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// ElsewhereAnyway goes on where the licence is refused.
func (d *Desk) ElsewhereAnyway(ctx context.Context, args map[string]any) error {
	for range 3 {
		callCtx, _, err := attempts.TakeAnyway(ctx, d.op, args)
		if err != nil {
			return err
		}
		if o, _ := d.call(callCtx, args); o == recovery.Done { // want `tools/call "book_seat" can run again`
			return nil
		}
	}
	return errUnknown
}

// Client is safe: the same on mcp-go.
func (d *Desk) Client(ctx context.Context, req mcpgo.CallToolRequest) error {
	for range 3 {
		callCtx, attempt, err := d.take(ctx, req.GetArguments())
		if err != nil {
			return err
		}
		res, err := d.client.CallTool(callCtx, req)
		o := mcpgorec.Classify(res, err)
		if err := attempt.End(ctx, o, err); err != nil {
			return err
		}
		if o == recovery.Done {
			return nil
		}
	}
	return errUnknown
}

// ClientAnyway is its opposite.
func (d *Desk) ClientAnyway(ctx context.Context, req mcpgo.CallToolRequest) error {
	for range 3 {
		callCtx, _, err := attempts.TakeAnyway(ctx, d.op, req.GetArguments())
		if err != nil {
			return err
		}
		res, err := d.client.CallTool(callCtx, req) // want `tools/call can run again`
		if mcpgorec.Classify(res, err) == recovery.Done {
			return nil
		}
	}
	return errUnknown
}
