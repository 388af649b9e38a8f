// Package wire goes on with calls for others.
package wire

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Continue sends the call again with what its caller gives it.
func Continue(ctx context.Context, s *mcp.ClientSession, p mcp.CallToolParams, answers mcp.InputResponseMap, state string) (*mcp.CallToolResult, error) {
	p.InputResponses, p.RequestState = answers, state
	return s.CallTool(ctx, &p)
}

// Answer forgets the state.
func Answer(ctx context.Context, s *mcp.ClientSession, tool string, args any, answers mcp.InputResponseMap) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args, InputResponses: answers}) // want `goes on after input_required without the requestState`
}

// Canonical gives a text that is the state no more.
func Canonical(res *mcp.CallToolResult) string {
	return strings.ToUpper(res.RequestState)
}

// State gives it as it is.
func State(res *mcp.CallToolResult) string { return res.RequestState }
