package gates_gosdk

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Closed is safe: the connection was dead before the call.
func (b *Bank) Closed(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, mcp.ErrConnectionClosed) {
		if err := b.redial(ctx); err != nil {
			return nil, err
		}
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// Dial is safe: nothing was written.
func (b *Bank) Dial(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// Refused is safe: the dial was refused.
func (b *Bank) Refused(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, mcp.ErrConnectionClosed) {
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// MethodNotFound is safe: the server has no tools.
func (b *Bank) MethodNotFound(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if errors.As(err, &je) && je.Code == jsonrpc.CodeMethodNotFound {
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// InvalidParams is safe by default: the call was refused before it ran.
func (b *Bank) InvalidParams(ctx context.Context, to string, fix func()) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok && je.Code == jsonrpc.CodeInvalidParams {
		fix()
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// RefusalSwitch is safe: all of these are sent before a tool runs.
func (b *Bank) RefusalSwitch(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if !errors.As(err, &je) {
		return res, err
	}
	switch je.Code {
	case jsonrpc.CodeInvalidRequest,
		mcp.CodeHeaderMismatch,
		mcp.CodeMissingRequiredClientCapabilities,
		mcp.CodeUnsupportedProtocolVersion:
		if err := b.redial(ctx); err != nil {
			return nil, err
		}
		return b.session.CallTool(ctx, wire(to))
	}
	return nil, err
}

// RefusalList is safe: the same with a list.
func (b *Bank) RefusalList(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok &&
		slices.Contains([]int64{-32600, -32601, -32020, -32021, -32022}, je.Code) {
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// Elicit is safe: the server asks for a page to be visited before it works.
func (b *Bank) Elicit(ctx context.Context, to string, visit func(context.Context, *jsonrpc.Error) error) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if errors.As(err, &je) && je.Code == mcp.CodeURLElicitationRequired {
		if err := visit(ctx, je); err != nil {
			return nil, err
		}
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// Busy is safe by default: another code is an answer of the peer.
func (b *Bank) Busy(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if errors.As(err, &je) && je.Code == -32050 {
		return b.session.CallTool(ctx, wire(to))
	}
	return res, err
}

// ToolError is safe by default: the tool ran and said that it failed.
func (b *Bank) ToolError(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return b.session.CallTool(ctx, wire(to))
	}
	return res, nil
}

// RateLimited is safe by default: the text of a completed result is read.
func (b *Bank) RateLimited(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err != nil || !res.IsError {
		return res, err
	}
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok && strings.Contains(t.Text, "rate limit") {
			return b.session.CallTool(ctx, wire(to))
		}
	}
	return res, nil
}

// TwoTests is safe: both conditions must hold, and the second one narrows the
// first to the dial.
func (b *Bank) TwoTests(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var ne net.Error
	if errors.As(err, &ne) {
		if op, ok := ne.(*net.OpError); ok && op.Op == "dial" {
			return b.session.CallTool(ctx, wire(to))
		}
	}
	return res, err
}

// Never is safe: the two tests contradict each other.
func (b *Bank) Never(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err != nil {
		return nil, err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return b.session.CallTool(ctx, wire(to))
	}
	return res, nil
}
