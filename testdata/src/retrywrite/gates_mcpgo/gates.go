// Package gates_mcpgo holds one client per error that gates a second call,
// with mcp-go.
package gates_mcpgo

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Store sells things.
type Store struct {
	c    *client.Client
	open func(context.Context) (*client.Client, error)
}

func (s *Store) reopen(ctx context.Context) error {
	_ = s.c.Close()
	c, err := s.open(ctx)
	if err != nil {
		return err
	}
	s.c = c
	return nil
}

// Terminated is unsafe: the resuming GET can end in this error after the tool
// has run.
func (s *Store) Terminated(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if errors.Is(err, transport.ErrSessionTerminated) {
		if _, err := s.c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req) // want `tools/call.*can run again.*ErrSessionTerminated`
	}
	return res, err
}

// Closed is unsafe: the same value stands for calls in flight and for later
// ones.
func (s *Store) Closed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if errors.Is(err, transport.ErrTransportClosed) {
		if err := s.reopen(ctx); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req) // want `tools/call.*can run again.*ErrTransportClosed`
	}
	return res, err
}

// Transport is unsafe: every failure of the transport is a *transport.Error.
func (s *Store) Transport(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	var te *transport.Error
	if errors.As(err, &te) {
		return s.c.CallTool(ctx, req) // want `tools/call.*can run again`
	}
	return res, err
}

// Ended is unsafe: EOF inside the transport's error.
func (s *Store) Ended(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if te, ok := errors.AsType[*transport.Error](err); ok && errors.Is(te, io.EOF) {
		return s.c.CallTool(ctx, req) // want `tools/call.*can run again.*io\.EOF`
	}
	return res, err
}

// NilResponse is unsafe: the stream ended without the answer.
func (s *Store) NilResponse(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if err != nil && strings.Contains(err.Error(), "unexpected nil response") {
		return s.c.CallTool(ctx, req) // want `tools/call.*can run again`
	}
	return res, err
}

// Status is unsafe: the gateway timed out, the server behind it did not.
func (s *Store) Status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if err != nil && strings.Contains(err.Error(), "status 504") {
		return s.c.CallTool(ctx, req) // want `tools/call.*can run again`
	}
	return res, err
}

// Context is unsafe: the deadline of the attempt passed.
func (s *Store) Context(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		return s.c.CallTool(context.Background(), req) // want `tools/call.*can run again.*DeadlineExceeded`
	}
	return res, err
}

// NotAuth is unsafe: everything that is no 401 is tried again.
func (s *Store) NotAuth(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if err == nil || errors.Is(err, transport.ErrUnauthorized) {
		return res, err
	}
	return s.c.CallTool(ctx, req) // want `tools/call.*can run again`
}

// Unauthorized is safe: the server answered 401.
func (s *Store) Unauthorized(ctx context.Context, req mcp.CallToolRequest, login func() error) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if errors.Is(err, transport.ErrUnauthorized) {
		if err := login(); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// OAuth is safe: both tests are about a 401.
func (s *Store) OAuth(ctx context.Context, req mcp.CallToolRequest, login func(*transport.OAuthHandler) error) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if client.IsOAuthAuthorizationRequiredError(err) || client.IsAuthorizationRequiredError(err) {
		if err := login(client.GetOAuthHandler(err)); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// OAuthType is safe: the same by type.
func (s *Store) OAuthType(ctx context.Context, req mcp.CallToolRequest, login func(*transport.OAuthHandler) error) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	var oe *client.OAuthAuthorizationRequiredError
	if errors.As(err, &oe) {
		if err := login(oe.Handler); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// MethodNotFound is safe: a refusal.
func (s *Store) MethodNotFound(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if errors.Is(err, mcp.ErrMethodNotFound) || errors.Is(err, mcp.ErrInvalidRequest) {
		if err := s.reopen(ctx); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// InvalidParams is safe by default: a refusal of most servers.
func (s *Store) InvalidParams(ctx context.Context, req mcp.CallToolRequest, reload func() error) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if errors.Is(err, mcp.ErrInvalidParams) {
		if err := reload(); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// Elicit is safe: the server asks for a page to be visited first.
func (s *Store) Elicit(ctx context.Context, req mcp.CallToolRequest, visit func([]mcp.ElicitationParams) error) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	var ue mcp.URLElicitationRequiredError
	if errors.As(err, &ue) {
		if err := visit(ue.Elicitations); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// Version is safe: the server does not speak this version, and said so.
func (s *Store) Version(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if _, ok := errors.AsType[mcp.UnsupportedProtocolVersionError](err); ok {
		if err := s.reopen(ctx); err != nil {
			return nil, err
		}
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// Refused is safe: the dial was refused.
func (s *Store) Refused(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return s.c.CallTool(ctx, req)
	}
	return res, err
}

// Internal is safe by default: the server answered with an internal error.
func (s *Store) Internal(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := s.c.CallTool(ctx, req)
	if errors.Is(err, mcp.ErrInternalError) {
		return s.c.CallTool(ctx, req)
	}
	return res, err
}
