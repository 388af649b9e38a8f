package turns

import (
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/mark3labs/mcp-go/mcp"
)

// A repairer makes a call once more on a new connection.
type repairer struct{ agent *Agent }

func (r *repairer) dial(ctx context.Context) (*Agent, error) {
	c := *r.agent
	return &c, ctx.Err()
}

// again reads the arguments once more: the text is the same, and so are they.
func (r *repairer) again(ctx context.Context, c *Call, on *Agent) (*mcp.CallToolResult, error) {
	args, err := parse(c.Function.Arguments)
	if err != nil {
		return nil, err
	}
	return on.call(ctx, c.Function.Name, args)
}

func (r *repairer) repair(ctx context.Context, c *Call, failed error) (*mcp.CallToolResult, error, bool) {
	if !lost(failed) {
		return nil, failed, false
	}
	fresh, err := r.dial(ctx)
	if err != nil {
		return nil, err, true
	}
	res, err := r.again(ctx, c, fresh)
	return res, err, true
}

// Repairs is unsafe: on a broken pipe the same wish is granted once more.
func (a *Agent) Repairs(ctx context.Context, question string) error {
	messages := []string{question}
	for range a.max {
		reply, err := a.model.Ask(ctx, messages)
		if err != nil {
			return err
		}
		for _, c := range reply.Calls {
			args, err := parse(c.Function.Arguments)
			if err != nil {
				messages = append(messages, err.Error())
				continue
			}
			res, failed := a.call(ctx, c.Function.Name, args)
			if failed != nil {
				r := &repairer{agent: a}
				repaired, err, tried := r.repair(ctx, &c, failed) // want `tools/call can run again`
				if !tried || err != nil {
					messages = append(messages, note(c, failed))
					continue
				}
				res = repaired
			}
			messages = append(messages, fmt.Sprint(res.Content))
		}
	}
	return nil
}

// another makes the call that a model proposes instead.
func (r *repairer) another(ctx context.Context, c *Call, on *Agent) (*mcp.CallToolResult, error) {
	reply, err := r.agent.model.Ask(ctx, []string{c.Function.Arguments})
	if err != nil {
		return nil, err
	}
	args, err := parse(reply.Text)
	if err != nil {
		return nil, err
	}
	return on.call(ctx, c.Function.Name, args)
}

// Asks is safe: the arguments are others.
func (a *Agent) Asks(ctx context.Context, calls []Call) error {
	for _, c := range calls {
		args, err := parse(c.Function.Arguments)
		if err != nil {
			return err
		}
		_, err = a.call(ctx, c.Function.Name, args)
		if lost(err) {
			_, err = (&repairer{agent: a}).another(ctx, &c, a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func refused(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

func (r *repairer) dialled(ctx context.Context, c *Call, failed error) (*mcp.CallToolResult, error, bool) {
	if !refused(failed) {
		return nil, failed, false
	}
	res, err := r.again(ctx, c, r.agent)
	return res, err, true
}

// Dials is safe: nothing was sent.
func (a *Agent) Dials(ctx context.Context, calls []Call) error {
	for _, c := range calls {
		args, err := parse(c.Function.Arguments)
		if err != nil {
			return err
		}
		_, err = a.call(ctx, c.Function.Name, args)
		if err != nil {
			_, err, _ = (&repairer{agent: a}).dialled(ctx, &c, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
