// Package use decides by errors of its own and of another package.
package use

import (
	"context"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/ownerrors/remote"
)

// Clinic makes appointments.
type Clinic struct {
	remote  *remote.Client
	dial    func(context.Context) (*mcp.ClientSession, error)
	session *mcp.ClientSession
	legacy  *client.Client
}

func (c *Clinic) attach(ctx context.Context) error {
	s, err := c.dial(ctx)
	if err == nil {
		c.remote.Attach(s)
	}
	return err
}

// NotConnected is safe: the sentinel of the other package comes from a place
// before the call.
func (c *Clinic) NotConnected(ctx context.Context, patient string) (*mcp.CallToolResult, error) {
	res, err := c.remote.Call(ctx, "make_appointment", map[string]any{"patient": patient})
	if errors.Is(err, remote.ErrNotConnected) {
		if err := c.attach(ctx); err != nil {
			return nil, err
		}
		return c.remote.Call(ctx, "make_appointment", map[string]any{"patient": patient})
	}
	return res, err
}

// Lost is unsafe: the sentinel stands for a lost session too.
func (c *Clinic) Lost(ctx context.Context, patient string) (*mcp.CallToolResult, error) {
	res, err := c.remote.Call(ctx, "make_appointment", map[string]any{"patient": patient})
	if errors.Is(err, remote.ErrLost) {
		if err := c.attach(ctx); err != nil {
			return nil, err
		}
		return c.remote.Call(ctx, "make_appointment", map[string]any{"patient": patient}) // want `tools/call "make_appointment".*can run again`
	}
	return res, err
}

// Encode is safe: the type is produced before the call.
func (c *Clinic) Encode(ctx context.Context, patient string, clean func()) (*mcp.CallToolResult, error) {
	args := map[string]any{"patient": patient}
	res, err := c.remote.Call(ctx, "make_appointment", args)
	var ee *remote.EncodeError
	if errors.As(err, &ee) {
		clean()
		return c.remote.Call(ctx, "make_appointment", args)
	}
	return res, err
}

// CallFailed is unsafe: the type wraps every error of the call.
func (c *Clinic) CallFailed(ctx context.Context, patient string) (*mcp.CallToolResult, error) {
	args := map[string]any{"patient": patient}
	res, err := c.remote.Call(ctx, "make_appointment", args)
	var ce *remote.CallError
	if errors.As(err, &ce) {
		return c.remote.Call(ctx, "make_appointment", args) // want `tools/call "make_appointment".*can run again`
	}
	return res, err
}

// Unused is safe by default: nothing in sight produces the sentinel.
func (c *Clinic) Unused(ctx context.Context, patient string) (*mcp.CallToolResult, error) {
	args := map[string]any{"patient": patient}
	res, err := c.remote.Call(ctx, "make_appointment", args)
	if errors.Is(err, remote.ErrUnused) {
		return c.remote.Call(ctx, "make_appointment", args)
	}
	return res, err
}

var (
	errOffline = errors.New("clinic: offline")
	errFlaky   = errors.New("clinic: flaky network")
)

// submit returns errOffline before, and errFlaky after the call.
func (c *Clinic) submit(ctx context.Context, form string) error {
	if c.session == nil {
		return fmt.Errorf("submit %s: %w", form, errOffline)
	}
	_, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "submit_form", Arguments: map[string]any{"form": form}})
	if err != nil {
		return fmt.Errorf("submit %s: %w: %w", form, errFlaky, err)
	}
	return nil
}

// Offline is safe: own sentinel, produced before the call, wrapped.
func (c *Clinic) Offline(ctx context.Context, form string) (err error) {
	for range 3 {
		if err = c.submit(ctx, form); !errors.Is(err, errOffline) {
			return err
		}
		if c.session, err = c.dial(ctx); err != nil {
			return err
		}
	}
	return err
}

// Flaky is unsafe: own sentinel, produced after the call.
func (c *Clinic) Flaky(ctx context.Context, form string) (err error) {
	for range 3 {
		if err = c.submit(ctx, form); !errors.Is(err, errFlaky) { // want `tools/call "submit_form".*can run again`
			return err
		}
	}
	return err
}

// refusedError is produced for refusals only.
type refusedError struct{ cause error }

func (e refusedError) Error() string { return "refused: " + e.cause.Error() }

func (c *Clinic) order(ctx context.Context, drug string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "order_drug"
	req.Params.Arguments = map[string]any{"drug": drug}
	_, err := c.legacy.CallTool(ctx, req)
	switch {
	case errors.Is(err, mcpgo.ErrMethodNotFound), errors.Is(err, mcpgo.ErrInvalidRequest):
		return refusedError{err}
	case err != nil:
		return fmt.Errorf("order %s: %w", drug, err)
	}
	return nil
}

// Refused is safe: own type, produced for what the server refused.
func (c *Clinic) Refused(ctx context.Context, drug string, fix func() error) error {
	err := c.order(ctx, drug)
	if re, ok := errors.AsType[refusedError](err); ok {
		if ferr := fix(); ferr != nil {
			return errors.Join(re, ferr)
		}
		return c.order(ctx, drug)
	}
	return err
}

// NotRefused is unsafe: whatever is not refused is tried again.
func (c *Clinic) NotRefused(ctx context.Context, drug string) error {
	err := c.order(ctx, drug)
	if _, ok := errors.AsType[refusedError](err); err != nil && !ok {
		return c.order(ctx, drug) // want `tools/call "order_drug".*can run again`
	}
	return err
}
