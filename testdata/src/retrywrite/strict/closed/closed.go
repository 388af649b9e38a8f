// Package closed repeats calls after a closed connection. It stands for calls
// that were not sent, and in rare cases for an answer of the server; -strict
// reports it.
package closed

import (
	"context"
	"errors"
	"net"
	"strings"
	"syscall"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Closed repeats after the sentinel.
func Closed(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, dial func() (*mcp.ClientSession, error)) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if errors.Is(err, mcp.ErrConnectionClosed) {
		if s, err = dial(); err != nil {
			return nil, err
		}
		return s.CallTool(ctx, p) // want `tools/call.*can run again.*ErrConnectionClosed`
	}
	return res, err
}

// ClosedText repeats after its text.
func ClosedText(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams, dial func() (*mcp.ClientSession, error)) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err != nil && strings.Contains(err.Error(), "client is closing") {
		if s, err = dial(); err != nil {
			return nil, err
		}
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, err
}

// Dial is safe under -strict too: nothing was written.
func Dial(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" || errors.Is(err, syscall.ECONNREFUSED) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Unauthorized is safe under -strict too: the server refused it.
func Unauthorized(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest, login func() error) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if errors.Is(err, transport.ErrUnauthorized) {
		if err := login(); err != nil {
			return nil, err
		}
		return c.CallTool(ctx, req)
	}
	return res, err
}
