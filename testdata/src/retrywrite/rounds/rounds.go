// Package rounds holds calls that go through several rounds of input.
package rounds

import (
	"context"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type answerer func(context.Context, mcp.InputRequestMap) (mcp.InputResponseMap, error)

// Loop is safe: each round answers what the result asked for.
func Loop(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, answer answerer) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	for err == nil && res.NeedsInput() {
		if p.InputResponses, err = answer(ctx, res.InputRequests); err != nil {
			return nil, err
		}
		p.RequestState = res.RequestState
		res, err = s.CallTool(ctx, p)
	}
	return res, err
}

// Bounded is safe: the same with a bound, and the requests counted.
func Bounded(ctx context.Context, s *mcp.ClientSession, name string, args any, answer answerer) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: name, Arguments: args}
	for range 10 {
		res, err := s.CallTool(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("call %s: %w", name, err)
		}
		if len(res.InputRequests) == 0 {
			return res, nil
		}
		responses, err := answer(ctx, res.InputRequests)
		if err != nil {
			return nil, err
		}
		p = &mcp.CallToolParams{Name: name, Arguments: args, InputResponses: responses, RequestState: res.RequestState}
	}
	return nil, errors.New("too many rounds")
}

// Impatient is unsafe: besides the rounds, errors lead to another call.
func Impatient(ctx context.Context, s *mcp.ClientSession, name string, args any, answer answerer) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: name, Arguments: args}
	failures := 0
	for {
		res, err := s.CallTool(ctx, p) // want `tools/call.*can run again`
		if err != nil {
			if failures++; failures > 3 {
				return nil, err
			}
			continue
		}
		if !res.NeedsInput() {
			return res, nil
		}
		if p.InputResponses, err = answer(ctx, res.InputRequests); err != nil {
			return nil, err
		}
		p.RequestState = res.RequestState
	}
}

// LegacyLoop is safe: mcp-go, with the SDK's own rounds switched off.
func LegacyLoop(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest, answer func(mcpgo.InputRequests) (mcpgo.InputResponses, error)) (*mcpgo.CallToolResult, error) {
	for {
		res, err := c.CallTool(ctx, req)
		if err != nil {
			return nil, err
		}
		if !res.NeedsInput() {
			return res, nil
		}
		if req.Params.InputResponses, err = answer(res.InputRequests); err != nil {
			return nil, err
		}
		req.Params.RequestState = res.RequestState
	}
}

// LegacyAgain is unsafe: after the rounds the function begins anew on any
// error.
func LegacyAgain(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest, answer func(mcpgo.InputRequests) (mcpgo.InputResponses, error)) (*mcpgo.CallToolResult, error) {
	res, err := LegacyLoop(ctx, c, req, answer)
	if err != nil && ctx.Err() == nil {
		res, err = LegacyLoop(ctx, c, req, answer) // want `tools/call.*can run again`
	}
	return res, err
}

// Visit is safe: after -32042 the user visits a page, up to three of them.
func Visit(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, open func(context.Context, []byte) error) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, p)
		var je *jsonrpc.Error
		if !errors.As(err, &je) || je.Code != mcp.CodeURLElicitationRequired {
			return res, err
		}
		if err := open(ctx, je.Data); err != nil {
			return nil, err
		}
	}
	return res, err
}

// VisitOrLost is unsafe: the loop also goes on when the connection was lost
// while the page was open.
func VisitOrLost(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, open func(context.Context, []byte) error) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, p) // want `tools/call.*can run again.*ErrSessionMissing`
		var je *jsonrpc.Error
		switch {
		case errors.As(err, &je) && je.Code == mcp.CodeURLElicitationRequired:
			if err := open(ctx, je.Data); err != nil {
				return nil, err
			}
		case errors.Is(err, mcp.ErrSessionMissing):
		default:
			return res, err
		}
	}
	return res, err
}
