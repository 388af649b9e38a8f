// Package use asks the policies of another package.
package use

import (
	"context"

	"cases/hinttrust/across/policy"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ByHints is unsafe.
func ByHints(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && policy.Repeatable(tool) {
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// NotDestructive is unsafe.
func NotDestructive(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	for range 2 {
		res, err = c.CallTool(ctx, req) // want `only because the server's own annotations permit it`
		if err == nil || policy.Destructive(tool) {
			return res, err
		}
	}
	return nil, err
}

// ByTrust is safe: the other package decides about the server, too.
func ByTrust(ctx context.Context, tr policy.Trusted, server string, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && tr.MayRepeat(server, tool) {
		return s.CallTool(ctx, p)
	}
	return res, err
}
