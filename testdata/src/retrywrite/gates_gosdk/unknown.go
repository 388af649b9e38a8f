// Package gates_gosdk holds one client per error that gates a second call,
// with the official SDK.
package gates_gosdk

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bank moves money.
type Bank struct {
	session *mcp.ClientSession
	dial    func(context.Context) (*mcp.ClientSession, error)
}

func (b *Bank) redial(ctx context.Context) error {
	s, err := b.dial(ctx)
	if err != nil {
		return err
	}
	b.session = s
	return nil
}

func wire(to string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "wire_money", Arguments: map[string]any{"to": to}}
}

// EOF is unsafe: a stdio server that dies after the work leaves this error.
func (b *Bank) EOF(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err == io.EOF || errors.Is(err, io.EOF) {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again.*io\.EOF`
	}
	return res, err
}

// UnexpectedEOF is unsafe: the answer was cut off.
func (b *Bank) UnexpectedEOF(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again.*ErrUnexpectedEOF`
	}
	return res, err
}

// ClosedPipe is unsafe: the pipe may have been closed while the answer was
// awaited.
func (b *Bank) ClosedPipe(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, io.ErrClosedPipe) || errors.Is(err, mcp.ErrConnectionClosed) {
		if err := b.redial(ctx); err != nil {
			return nil, err
		}
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again.*ErrClosedPipe`
	}
	return res, err
}

// Missing is unsafe: a lost answer that cannot be resumed ends in this error.
func (b *Bank) Missing(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, mcp.ErrSessionMissing) {
		if err := b.redial(ctx); err != nil {
			return nil, err
		}
		res, err = b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again.*ErrSessionMissing`
	}
	return res, err
}

// MissingOrClosed is unsafe: the closed connection alone would be fine.
func (b *Bank) MissingOrClosed(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	gone := errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, mcp.ErrSessionMissing)
	if !gone {
		return res, err
	}
	if err := b.redial(ctx); err != nil {
		return nil, err
	}
	return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again.*ErrSessionMissing`
}

// Reset is unsafe: the peer reset the connection, before or after the work.
func (b *Bank) Reset(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// ResetText is unsafe: the same by its text.
func (b *Bank) ResetText(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err != nil && strings.Contains(err.Error(), "connection reset by peer") {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// Deadline is unsafe: the server goes on when the client stops waiting.
func (b *Bank) Deadline(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, context.DeadlineExceeded) {
		return b.session.CallTool(context.WithoutCancel(ctx), wire(to)) // want `tools/call.*can run again.*DeadlineExceeded`
	}
	return res, err
}

// Canceled is unsafe: a cancellation is a request to the server, no more.
func (b *Bank) Canceled(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, context.Canceled) {
		return b.session.CallTool(context.WithoutCancel(ctx), wire(to)) // want `tools/call.*can run again.*context\.Canceled`
	}
	return res, err
}

// OSDeadline is unsafe: a read deadline passed.
func (b *Bank) OSDeadline(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// NetTimeout is unsafe: a timeout says nothing about the server.
func (b *Bank) NetTimeout(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var ne net.Error
	if errors.As(err, &ne) && ne.Timeout() {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// NetRead is unsafe: reading failed, so something had been written.
func (b *Bank) NetRead(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "read" {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// NetNotDial is unsafe: everything but the dial gets through.
func (b *Bank) NetNotDial(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op != "dial" {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// NetClosed is unsafe: the connection was closed while it was in use.
func (b *Bank) NetClosed(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	switch {
	case errors.Is(err, net.ErrClosed):
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// Rejected is unsafe: the SDK uses -32005 for every failure of the POST, also
// when the server had executed it.
func (b *Bank) Rejected(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if errors.As(err, &je) && je.Code == -32005 {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// RejectedText is unsafe: the text of the same error.
func (b *Bank) RejectedText(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err != nil && strings.Contains(err.Error(), "rejected by transport") {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// AnyRPC is unsafe: a dropped connection is a *jsonrpc.Error too.
func (b *Bank) AnyRPC(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if errors.As(err, &je) {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// NotRPC is unsafe: whatever is no *jsonrpc.Error has no answer at all.
func (b *Bank) NotRPC(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if err != nil && !errors.As(err, &je) {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// Closing is unsafe: a server can send -32003 and -32004 itself, after the
// work.
func (b *Bank) Closing(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok && (je.Code == -32003 || je.Code == -32004) {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// NotInvalid is unsafe: all codes but one get through.
func (b *Bank) NotInvalid(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	var je *jsonrpc.Error
	if errors.As(err, &je) && je.Code != jsonrpc.CodeInvalidParams {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// NoResponse is unsafe: the stream ended without the answer.
func (b *Bank) NoResponse(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err != nil && strings.HasSuffix(err.Error(), "request terminated without response") {
		return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
	}
	return res, err
}

// Lower is unsafe: a list of texts, compared in lower case.
func (b *Bank) Lower(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err == nil {
		return res, nil
	}
	msg := strings.ToLower(err.Error())
	for _, text := range []string{"broken pipe", "eof", "timeout", "connection reset"} {
		if strings.Contains(msg, text) {
			return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
		}
	}
	return nil, err
}

// ExceptRefused is unsafe: the refusals are sorted out, and the rest, which is
// what nobody knows the outcome of, is tried again.
func (b *Bank) ExceptRefused(ctx context.Context, to string) (*mcp.CallToolResult, error) {
	res, err := b.session.CallTool(ctx, wire(to))
	if err == nil {
		return res, nil
	}
	if je, ok := errors.AsType[*jsonrpc.Error](err); ok {
		switch je.Code {
		case jsonrpc.CodeInvalidParams, jsonrpc.CodeMethodNotFound, jsonrpc.CodeInvalidRequest:
			return nil, err
		}
	}
	return b.session.CallTool(ctx, wire(to)) // want `tools/call.*can run again`
}
