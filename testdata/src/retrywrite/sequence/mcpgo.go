package sequence

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Mailer sends mail through mcp-go. It embeds the client and overrides
// CallTool, so that its users see an ordinary client.
type Mailer struct {
	*client.Client
	mu   sync.Mutex
	dial func(context.Context) (*client.Client, error)
}

func (m *Mailer) renew(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, err := m.dial(ctx)
	if err != nil {
		return err
	}
	if _, err := c.Initialize(ctx, mcp.InitializeRequest{}); err != nil {
		_ = c.Close()
		return fmt.Errorf("initialize: %w", err)
	}
	m.Client = c
	return nil
}

// CallTool is unsafe: *transport.Error wraps every failure of the transport,
// the passing of the deadline included.
func (m *Mailer) CallTool(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := m.Client.CallTool(ctx, req)
	var te *transport.Error
	if errors.As(err, &te) {
		if rerr := m.renew(ctx); rerr != nil {
			return nil, errors.Join(err, rerr)
		}
		return m.Client.CallTool(ctx, req) // want `tools/call.*can run again`
	}
	return res, err
}

// SendTerminated is unsafe: since mcp-go resumes broken streams, a terminated
// session can be met while the answer of an executed call is fetched.
func (m *Mailer) SendTerminated(ctx context.Context, to, body string) error {
	var req mcp.CallToolRequest
	req.Params.Name = "send_mail"
	req.Params.Arguments = map[string]any{"to": to, "body": body}

	_, err := m.Client.CallTool(ctx, req)
	if errors.Is(err, transport.ErrSessionTerminated) {
		if err := m.renew(ctx); err != nil {
			return err
		}
		_, err = m.Client.CallTool(ctx, req) // want `tools/call "send_mail".*can run again.*ErrSessionTerminated`
	}
	return err
}

// SendUnauthorized is safe: a 401 is a refusal, and the second call is made
// once, with a new token.
func (m *Mailer) SendUnauthorized(ctx context.Context, to, body string, login func(context.Context) error) error {
	var req mcp.CallToolRequest
	req.Params.Name = "send_mail"
	req.Params.Arguments = map[string]any{"to": to, "body": body}

	_, err := m.Client.CallTool(ctx, req)
	if errors.Is(err, transport.ErrUnauthorized) {
		if err := login(ctx); err != nil {
			return err
		}
		_, err = m.Client.CallTool(ctx, req)
	}
	return err
}

// SendOAuth is safe: the error says that the server wants authorization.
func (m *Mailer) SendOAuth(ctx context.Context, req mcp.CallToolRequest, authorize func(context.Context, *transport.OAuthHandler) error) (*mcp.CallToolResult, error) {
	res, err := m.Client.CallTool(ctx, req)
	if err == nil || !client.IsOAuthAuthorizationRequiredError(err) {
		return res, err
	}
	if aerr := authorize(ctx, client.GetOAuthHandler(err)); aerr != nil {
		return nil, fmt.Errorf("authorize: %w", aerr)
	}
	return m.Client.CallTool(ctx, req)
}

// SendOAuthOrAny is unsafe: the authorization is renewed on the refusal, but
// the second call is made after every error.
func (m *Mailer) SendOAuthOrAny(ctx context.Context, req mcp.CallToolRequest, authorize func(context.Context, *transport.OAuthHandler) error) (*mcp.CallToolResult, error) {
	res, err := m.Client.CallTool(ctx, req)
	if err == nil {
		return res, err
	}
	if client.IsOAuthAuthorizationRequiredError(err) {
		if aerr := authorize(ctx, client.GetOAuthHandler(err)); aerr != nil {
			return nil, fmt.Errorf("authorize: %w", aerr)
		}
	}
	return m.Client.CallTool(ctx, req) // want `tools/call.*can run again.*any error`
}

// SendBefore is safe: the client is initialized before the only call.
func (m *Mailer) SendBefore(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !m.Client.IsInitialized() {
		if err := m.renew(ctx); err != nil {
			return nil, err
		}
	}
	return m.Client.CallTool(ctx, req)
}

// Draft is unsafe: the copy of the request differs in nothing that the tool
// sees.
func (m *Mailer) Draft(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := m.Client.CallTool(ctx, req)
	if err != nil && ctx.Err() == nil {
		again := req
		again.Params.Meta = &mcp.Meta{ProgressToken: "second"}
		return m.Client.CallTool(ctx, again) // want `tools/call.*can run again`
	}
	return res, err
}

// DraftRepaired is safe: the second call has other arguments.
func (m *Mailer) DraftRepaired(ctx context.Context, req mcp.CallToolRequest, repair func(any, error) any) (*mcp.CallToolResult, error) {
	res, err := m.Client.CallTool(ctx, req)
	if err != nil && ctx.Err() == nil {
		again := req
		again.Params.Arguments = repair(req.Params.Arguments, err)
		return m.Client.CallTool(ctx, again)
	}
	return res, err
}
