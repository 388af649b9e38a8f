// Package silent uses hints where they harm nobody, or beside a decision of
// its own.
package silent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Config is what the operator decides.
type Config struct {
	TrustedServers map[string]bool
	TrustHints     bool
	SafeTools      []string
}

// Server is one server.
type Server struct {
	URL     string
	Trusted bool
	Session *mcp.ClientSession
}

func idempotent(t *mcp.Tool) bool { return t.Annotations != nil && t.Annotations.IdempotentHint }

// Listed is safe: an allow-list of servers.
func Listed(ctx context.Context, cfg Config, srv *Server, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := srv.Session.CallTool(ctx, p)
	if err != nil && cfg.TrustedServers[srv.URL] && idempotent(tool) {
		return srv.Session.CallTool(ctx, p)
	}
	return res, err
}

// Flagged is safe: the server is marked as trusted.
func Flagged(ctx context.Context, srv *Server, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := srv.Session.CallTool(ctx, p)
	if err == nil || !srv.Trusted {
		return res, err
	}
	if idempotent(tool) {
		return srv.Session.CallTool(ctx, p)
	}
	return res, err
}

// Configured is safe: a setting says that hints are believed.
func Configured(ctx context.Context, cfg Config, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
		if err == nil || !cfg.TrustHints || !idempotent(tool) {
			return res, err
		}
	}
	return nil, err
}

const ours = "hotel-desk"

// Compared is safe: the server is the one that we run.
func Compared(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if init := s.InitializeResult(); err != nil && init != nil && init.ServerInfo.Name == ours && idempotent(tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Tools is safe: an allow-list of tools.
func Tools(ctx context.Context, cfg Config, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && slices.Contains(cfg.SafeTools, tool.Name) && idempotent(tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

func isTrusted(endpoint string) bool { return strings.HasSuffix(endpoint, ".internal.example") }

// Asked is safe: a predicate of the house.
func Asked(ctx context.Context, c *client.Client, endpoint string, tool mcpgo.Tool, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if hint := tool.Annotations.IdempotentHint; err != nil && isTrusted(endpoint) && hint != nil && *hint {
		return c.CallTool(ctx, req)
	}
	return res, err
}

// policy decides by both.
func policy(cfg Config, srv *Server, t *mcp.Tool) bool {
	if !cfg.TrustedServers[srv.URL] {
		return false
	}
	return t.Annotations != nil && t.Annotations.ReadOnlyHint
}

// ByPolicy is safe.
func ByPolicy(ctx context.Context, cfg Config, srv *Server, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = srv.Session.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
		if err == nil || !policy(cfg, srv, tool) {
			return res, err
		}
	}
	return nil, err
}

// Shown is safe: the hint is shown.
func Shown(tools []*mcp.Tool) []string {
	var out []string
	for _, t := range tools {
		label := t.Name
		if t.Annotations != nil && t.Annotations.DestructiveHint == nil {
			label += " (may destroy)"
		}
		if idempotent(t) {
			label += " (says it is idempotent)"
		}
		out = append(out, label)
	}
	return out
}

// Filtered is safe: the hint filters.
func Filtered(tools []*mcp.Tool) []*mcp.Tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t *mcp.Tool) bool {
		return t.Annotations == nil || !t.Annotations.ReadOnlyHint
	})
}

// Approved is safe: the hint asks for approval, and the call is made once.
func Approved(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any, ask func(string) bool) (*mcp.CallToolResult, error) {
	if d := tool.Annotations; d == nil || d.DestructiveHint == nil || *d.DestructiveHint {
		if !ask(fmt.Sprintf("run %s?", tool.Name)) {
			return nil, context.Canceled
		}
	}
	return s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
}

// statusReport reads.
//
//mcplint:read "reports are derived from the ledger, see docs/tools.md"
const statusReport = "build_status"

// Contract is safe: a contract says that the tool has no effect.
func Contract(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: statusReport}
	res, err := s.CallTool(ctx, p)
	if err != nil && idempotent(tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Refused is safe: nothing was executed.
func Refused(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest, login func(context.Context) error) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if hint := tool.Annotations.IdempotentHint; client.IsOAuthAuthorizationRequiredError(err) && hint != nil && *hint {
		if err := login(ctx); err != nil {
			return nil, err
		}
		return c.CallTool(ctx, req)
	}
	return res, err
}

// Keyed is safe: the server can tell the repetition by the key.
func Keyed(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, room, key string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: map[string]any{"room": room, "idempotency_key": key}}
	res, err := s.CallTool(ctx, p)
	if err != nil && idempotent(tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Unhinted is another rule's: the repetition does not ask for the hint.
func Unhinted(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p)
	}
	return res, err
}
