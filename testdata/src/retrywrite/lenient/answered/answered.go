// Package answered repeats calls that were answered with an error. By default
// nothing is reported. Its twin under strict is.
package answered

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ToolError repeats after IsError.
func ToolError(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return s.CallTool(ctx, p)
	}
	return res, nil
}

// ToolErrorLoop repeats after IsError, in a loop, with mcp-go.
func ToolErrorLoop(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	for n := 0; ; n++ {
		res, err := c.CallTool(ctx, req)
		if err != nil {
			return nil, err
		}
		if !res.IsError || n == 2 {
			return res, nil
		}
	}
}

// Busy repeats after a code of the server's own.
func Busy(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	var je *jsonrpc.Error
	if errors.As(err, &je) && je.Code == -32050 {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Internal repeats after an internal error of the server.
func Internal(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if errors.Is(err, mcpgo.ErrInternalError) {
		return c.CallTool(ctx, req)
	}
	return res, err
}

// InvalidParams repeats after -32602, which servers also send for errors of
// the tool.
func InvalidParams(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok && je.Code == jsonrpc.CodeInvalidParams {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// MethodNotFound is safe under -strict too: nothing can have run.
func MethodNotFound(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok && je.Code == jsonrpc.CodeMethodNotFound {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Consent is safe under -strict too: the server asks for a page first.
func Consent(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, open func([]byte) error) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok && je.Code == mcp.CodeURLElicitationRequired {
		if err := open(je.Data); err != nil {
			return nil, err
		}
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Rounds is safe under -strict too: the result asks for input.
func Rounds(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, answer func(mcp.InputRequestMap) (mcp.InputResponseMap, error)) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	for err == nil && res.NeedsInput() {
		if p.InputResponses, err = answer(res.InputRequests); err != nil {
			return nil, err
		}
		p.RequestState = res.RequestState
		res, err = s.CallTool(ctx, p)
	}
	return res, err
}
