// Package recursion holds functions that call themselves to try again.
package recursion

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Deployer rolls out releases.
type Deployer struct {
	connect func(context.Context) (*mcp.ClientSession, error)
	session *mcp.ClientSession
}

// Deploy is unsafe: the second round is entered after any error.
func (d *Deployer) Deploy(ctx context.Context, release string, again bool) (*mcp.CallToolResult, error) {
	res, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "deploy_release",
		Arguments: map[string]any{"release": release},
	})
	if err == nil {
		return res, nil
	}
	if !again {
		return nil, err
	}
	if d.session, err = d.connect(ctx); err != nil {
		return nil, err
	}
	return d.Deploy(ctx, release, false) // want `tools/call "deploy_release".*can run again`
}

// DeployNever is safe: the recursion is for the case that there is no session
// yet; then nothing was sent.
func (d *Deployer) DeployNever(ctx context.Context, release string) (*mcp.CallToolResult, error) {
	if d.session == nil {
		var err error
		if d.session, err = d.connect(ctx); err != nil {
			return nil, err
		}
		return d.DeployNever(ctx, release)
	}
	return d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "deploy_release",
		Arguments: map[string]any{"release": release},
	})
}

// Scale is unsafe: it counts down over every error.
func Scale(ctx context.Context, s *mcp.ClientSession, params *mcp.CallToolParams, left int) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, params)
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return Scale(ctx, s, params, left-1) // want `tools/call.*can run again`
	}
	return res, err
}

// ScaleRefused is safe: the server does not know the method, so nothing ran.
func ScaleRefused(ctx context.Context, s *mcp.ClientSession, params *mcp.CallToolParams, left int) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, params)
	var je *jsonrpc.Error
	if left > 0 && errors.As(err, &je) && je.Code == jsonrpc.CodeMethodNotFound {
		time.Sleep(time.Second)
		return ScaleRefused(ctx, s, params, left-1)
	}
	return res, err
}

// Restart is unsafe: the closure calls itself through its variable.
func Restart(ctx context.Context, c *client.Client, unit string) error {
	var attempt func(left int) error
	attempt = func(left int) error {
		req := mcpgo.CallToolRequest{}
		req.Params.Name = "restart_unit"
		req.Params.Arguments = map[string]string{"unit": unit}
		_, err := c.CallTool(ctx, req)
		if err != nil && left > 0 {
			return attempt(left - 1) // want `tools/call "restart_unit".*can run again`
		}
		return err
	}
	return attempt(3)
}

// Drain is unsafe: drain and recover call each other.
func (d *Deployer) Drain(ctx context.Context, node string, depth int) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "drain_node",
		Arguments: map[string]any{"node": node},
	})
	if err != nil {
		return d.recoverDrain(ctx, node, depth+1, err) // want `tools/call "drain_node".*can run again`
	}
	return nil
}

func (d *Deployer) recoverDrain(ctx context.Context, node string, depth int, cause error) error {
	if depth > 2 {
		return fmt.Errorf("drain %s: %w", node, cause)
	}
	s, err := d.connect(ctx)
	if err != nil {
		return errors.Join(cause, err)
	}
	d.session = s
	return d.Drain(ctx, node, depth)
}

// Later is unsafe: the timer starts the function again after a failure.
func (d *Deployer) Later(ctx context.Context, release string, left int) {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "deploy_release",
		Arguments: map[string]any{"release": release},
	})
	if err != nil && left > 0 {
		time.AfterFunc(time.Minute, func() { d.Later(ctx, release, left-1) }) // want `tools/call "deploy_release".*can run again`
	}
}

// Every is safe: the timer starts the function again whatever the outcome
// was; it is a periodic job.
func (d *Deployer) Every(ctx context.Context, release string) {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "rotate_logs",
		Arguments: map[string]any{"release": release},
	})
	if err != nil {
		fmt.Println("rotate:", err)
	}
	if ctx.Err() == nil {
		time.AfterFunc(time.Hour, func() { d.Every(ctx, release) })
	}
}

// Consent is safe: -32042 asks for a page that the user must visit, before
// anything runs.
func Consent(ctx context.Context, s *mcp.ClientSession, params *mcp.CallToolParams, open func(context.Context, *jsonrpc.Error) error) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, params)
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok && je.Code == mcp.CodeURLElicitationRequired {
		if err := open(ctx, je); err != nil {
			return nil, err
		}
		return Consent(ctx, s, params, open)
	}
	return res, err
}

// Reauth is safe: a 401 is a refusal, and the flag bounds it.
func Reauth(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest, login func(context.Context) error, fresh bool) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if !fresh && errors.Is(err, transport.ErrAuthorizationRequired) {
		if err := login(ctx); err != nil {
			return nil, err
		}
		return Reauth(ctx, c, req, login, true)
	}
	return res, err
}

// Tree is safe: the recursion goes down to the children, which are other
// calls.
func Tree(ctx context.Context, s *mcp.ClientSession, dir string, children func(string) []string) error {
	for _, child := range children(dir) {
		if err := Tree(ctx, s, child, children); err != nil {
			return err
		}
	}
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "delete_directory", Arguments: map[string]any{"path": dir}})
	return err
}

// Halve is safe: after an error it goes on with halves of the batch.
func Halve(ctx context.Context, s *mcp.ClientSession, rows []string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "insert_rows", Arguments: map[string]any{"rows": rows}})
	if err == nil || len(rows) < 2 {
		return err
	}
	mid := len(rows) / 2
	return errors.Join(Halve(ctx, s, rows[:mid]), Halve(ctx, s, rows[mid:]))
}
