// Package answered repeats after answers: only -strict takes that for a
// repetition.
package answered

import (
	"context"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Again repeats what the tool reported to have failed.
func Again(ctx context.Context, s *mcp.ClientSession, order string) (*mcp.CallToolResult, error) {
	for {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()}, // want `the key idempotency_key of tools/call "place_order" is minted anew`
		})
		if err != nil || !res.IsError {
			return res, err
		}
	}
}

// Lookup repeats a tool whose name only suggests that it reads.
func Lookup(ctx context.Context, s *mcp.ClientSession, order string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "get_order",
			Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()}, // want `the key idempotency_key of tools/call "get_order" is minted anew`
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}
