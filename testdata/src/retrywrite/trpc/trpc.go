// Package trpc holds clients on trpc-mcp-go.
package trpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/cenkalti/backoff/v5"
	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

// Plant makes things.
type Plant struct {
	c    *mcp.Client
	conn mcp.Connector
}

func request(name string, args map[string]any) *mcp.CallToolRequest {
	req := &mcp.CallToolRequest{}
	req.Params.Name = name
	req.Params.Arguments = args
	return req
}

// Start is unsafe: any error leads to another attempt.
func (p *Plant) Start(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	req := &mcp.CallToolRequest{}
	req.Params.Name = "start_line"
	req.Params.Arguments = map[string]any{"line": line}
	var err error
	for range 3 {
		var res *mcp.CallToolResult
		if res, err = p.c.CallTool(ctx, req); err == nil { // want `tools/call "start_line".*can run again.*any error`
			return res, nil
		}
		time.Sleep(time.Second)
	}
	return nil, fmt.Errorf("start %s: %w", line, err)
}

// StartOnce is safe: the error is returned.
func (p *Plant) StartOnce(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	req := &mcp.CallToolRequest{}
	req.Params.Name = "start_line"
	req.Params.Arguments = map[string]any{"line": line}
	var err error
	for range 3 {
		var res *mcp.CallToolResult
		if res, err = p.c.CallTool(ctx, req); err == nil {
			return res, nil
		}
		break
	}
	return nil, fmt.Errorf("start %s: %w", line, err)
}

// Stop is unsafe: the session is made anew, and the call with it.
func (p *Plant) Stop(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	res, err := p.c.CallTool(ctx, request("stop_line", map[string]any{"line": line}))
	if errors.Is(err, io.EOF) {
		if _, err := p.c.Initialize(ctx, &mcp.InitializeRequest{}); err != nil {
			return nil, err
		}
		return p.c.CallTool(ctx, request("stop_line", map[string]any{"line": line})) // want `tools/call.*can run again.*io\.EOF`
	}
	return res, err
}

// StopInitialized is safe: the session is made before the only call.
func (p *Plant) StopInitialized(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	if p.c.GetState() != mcp.StateInitialized {
		if _, err := p.c.Initialize(ctx, &mcp.InitializeRequest{}); err != nil {
			return nil, err
		}
	}
	return p.c.CallTool(ctx, request("stop_line", map[string]any{"line": line}))
}

// Oil is unsafe: the interface of the SDK, handed to a retry library.
func (p *Plant) Oil(ctx context.Context, machine string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call.*can run again`
		return p.conn.CallTool(ctx, request("oil_machine", map[string]any{"machine": machine}))
	}, backoff.WithMaxTries(4))
}

// OilEach is safe: another machine in every round.
func (p *Plant) OilEach(ctx context.Context, machines []string) (errs []error) {
	for _, m := range machines {
		if _, err := p.conn.CallTool(ctx, request("oil_machine", map[string]any{"machine": m})); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// Respawn is unsafe: the child is started again, and the call repeated.
func Respawn(ctx context.Context, c *mcp.StdioClient, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil && !c.IsProcessRunning() {
		if err := c.RestartProcess(ctx); err != nil {
			return nil, err
		}
		return c.CallTool(ctx, req) // want `tools/call.*can run again`
	}
	return res, err
}

// RespawnFirst is safe: the child is started before the only call.
func RespawnFirst(ctx context.Context, c *mcp.StdioClient, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !c.IsProcessRunning() {
		if err := c.RestartProcess(ctx); err != nil {
			return nil, err
		}
	}
	return c.CallTool(ctx, req)
}

// Paint is unsafe: recursion.
func (p *Plant) Paint(ctx context.Context, part string, left int) error {
	_, err := p.c.CallTool(ctx, request("paint_part", map[string]any{"part": part}))
	if err != nil && left > 0 {
		return p.Paint(ctx, part, left-1) // want `tools/call.*can run again`
	}
	return err
}
