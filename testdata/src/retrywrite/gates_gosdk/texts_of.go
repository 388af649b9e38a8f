package gates_gosdk

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// MissingByText is unsafe: the text is that of the sentinel.
func MissingByText(ctx context.Context, s, other *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err != nil && missing(err) {
		return other.CallTool(ctx, p) // want `retried on ErrSessionMissing, which`
	}
	return res, err
}

func missing(err error) bool {
	if errors.Is(err, mcp.ErrSessionMissing) {
		return true
	}
	return strings.Contains(strings.ToLower(err.Error()), mcp.ErrSessionMissing.Error())
}

// ClosedByText is safe: nothing was sent.
func ClosedByText(ctx context.Context, s, other *mcp.ClientSession, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, p)
	if err != nil && errors.Is(err, mcp.ErrConnectionClosed) {
		return other.CallTool(ctx, p)
	}
	return res, err
}
