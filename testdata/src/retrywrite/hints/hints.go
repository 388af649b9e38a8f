// Package hints holds repeats that only annotations of the tool permit. They
// are the business of another rule, so that nothing is reported here.
package hints

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ReadOnly is silent here: the hint permits it.
func ReadOnly(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && tool.Annotations != nil && tool.Annotations.ReadOnlyHint {
		return s.CallTool(ctx, p)
	}
	return res, err
}

// Idempotent is silent here: the same with another hint, in a loop.
func Idempotent(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	attempts := 1
	if tool.Annotations != nil && tool.Annotations.IdempotentHint {
		attempts = 3
	}
	for range attempts {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

func harmless(t *mcp.Tool) bool {
	a := t.Annotations
	if a == nil {
		return false
	}
	return a.ReadOnlyHint || a.DestructiveHint != nil && !*a.DestructiveHint
}

// Harmless is silent here: a predicate over the hints.
func Harmless(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	for n := 0; ; n++ {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
		if err == nil || n == 2 || !harmless(tool) {
			return res, err
		}
	}
}

// Legacy is silent here: the hints of mcp-go.
func Legacy(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if hint := tool.Annotations.IdempotentHint; err != nil && hint != nil && *hint {
		return c.CallTool(ctx, req)
	}
	return res, err
}

// Shown is unsafe: the hint is only shown, and the repeat does not ask for it.
func Shown(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any, show func(string)) (*mcp.CallToolResult, error) {
	if tool.Annotations != nil && tool.Annotations.ReadOnlyHint {
		show(tool.Name + " only reads, it says")
	}
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, err
}

// Either is unsafe: the hint permits it, and so does the other condition.
func Either(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any, force bool) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && (force || tool.Annotations != nil && tool.Annotations.ReadOnlyHint) {
		return s.CallTool(ctx, p) // want `tools/call.*can run again`
	}
	return res, err
}
