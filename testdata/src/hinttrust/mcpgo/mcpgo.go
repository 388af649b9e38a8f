// Package mcpgo repeats calls because annotations of mcp-go permit it.
package mcpgo

import (
	"context"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// Idempotent is unsafe: pointers to bools.
func Idempotent(ctx context.Context, c *client.Client, tool mcp.Tool, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if hint := tool.Annotations.IdempotentHint; err != nil && hint != nil && *hint {
		return c.CallTool(ctx, req) // want `only because the server's own annotations permit it`
	}
	return res, err
}

func isTrue(b *bool) bool { return b != nil && *b }

// ReadOnly is unsafe: by a helper for pointers.
func ReadOnly(ctx context.Context, c *client.Client, tool mcp.Tool, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = c.CallTool(ctx, req) // want `only because the server's own annotations permit it`
		if err == nil || !isTrue(tool.Annotations.ReadOnlyHint) {
			return res, err
		}
	}
	return nil, err
}

// Unset is unsafe: nil means true.
func Unset(ctx context.Context, c *client.Client, tool mcp.Tool, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil && (tool.Annotations.DestructiveHint == nil || !*tool.Annotations.DestructiveHint) {
		return c.CallTool(ctx, req) // want `because destructiveHint is not set, but the specification gives it the default true`
	}
	return res, err
}

// Set is unsafe without turning the default around.
func Set(ctx context.Context, c *client.Client, tool mcp.Tool, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil && tool.Annotations.DestructiveHint != nil && !*tool.Annotations.DestructiveHint {
		return c.CallTool(ctx, req) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// Registry is unsafe: the annotations of a catalogue.
type Registry struct {
	c     *client.Client
	tools map[string]mcp.Tool
}

// Call repeats by the catalogue.
func (r *Registry) Call(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := r.c.CallTool(ctx, req)
	if err != nil && r.repeatable(req.Params.Name) {
		res, err = r.c.CallTool(ctx, req) // want `only because the server's own annotations permit it`
	}
	return res, err
}

func (r *Registry) repeatable(name string) bool {
	t, ok := r.tools[name]
	if !ok {
		return false
	}
	return isTrue(t.Annotations.ReadOnlyHint) || isTrue(t.Annotations.IdempotentHint)
}
