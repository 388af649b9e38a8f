// Package names calls tools whose names have a verb that is no read, however
// much they look like one. Their repetition is reported.
package names

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func invoke(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, p)
}

// Mark is unsafe: the first verb is a write, "all" and "read" come after it.
func Mark(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "mark_all_notifications_read"}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "mark_all_notifications_read".*can run again`
	}
	return res, nil
}

// Checkout is unsafe: checkout is not check.
func Checkout(ctx context.Context, s *mcp.ClientSession, cart string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "checkout_cart", Arguments: map[string]any{"cart": cart}}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "checkout_cart".*can run again`
	}
	return res, nil
}

// Readjust is unsafe: readjust is not read.
func Readjust(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "readjustValve"}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "readjustValve".*can run again`
	}
	return res, nil
}

// Query is unsafe: some servers write with a tool of this name.
func Query(ctx context.Context, s *mcp.ClientSession, sql string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "query_database", Arguments: map[string]any{"sql": sql}}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "query_database".*can run again`
	}
	return res, nil
}

// Issue is unsafe: the prefix of the server is not the verb.
func Issue(ctx context.Context, s *mcp.ClientSession, title string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "mcp__github__create_issue", Arguments: map[string]any{"title": title}}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call "mcp__github__create_issue".*can run again`
	}
	return res, nil
}

const verb = "update"

// Concatenated is unsafe: the name is a constant expression.
func Concatenated(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: verb + "_profile"}
	res, err := invoke(ctx, s, p)
	if err != nil {
		return invoke(ctx, s, p) // want `tools/call "update_profile".*can run again`
	}
	return res, nil
}

// Dynamic is unsafe: only the first half of the name is known, and it may be
// any tool.
func Dynamic(ctx context.Context, s *mcp.ClientSession, tool string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "prod_" + tool}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, nil
}

// Either is unsafe: one of the two names is a write.
func Either(ctx context.Context, s *mcp.ClientSession, dry bool) (*mcp.CallToolResult, error) {
	name := "apply_plan"
	if dry {
		name = "get_plan"
	}
	p := &mcp.CallToolParams{Name: name}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, nil
}
