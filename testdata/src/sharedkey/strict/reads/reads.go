// Package reads shares keys in calls whose names say that they read.
package reads

import (
	"context"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Named is reported with -strict: a name is no contract.
func Named(ctx context.Context, s *mcp.ClientSession, orders []string) error {
	key := uuid.NewString()
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "get_order",
			Arguments: map[string]any{"order": o, "idempotency_key": key}, // want `the key idempotency_key of tools/call "get_order" is the same in all rounds`
		}); err != nil {
			return err
		}
	}
	return nil
}

// getQuote reads.
//
//mcplint:read "quotes are computed from the price list, see docs/tools.md"
const getQuote = "get_quote"

// Contract is safe: a contract says that the tool only reads.
func Contract(ctx context.Context, s *mcp.ClientSession, orders []string) error {
	key := uuid.NewString()
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      getQuote,
			Arguments: map[string]any{"order": o, "idempotency_key": key},
		}); err != nil {
			return err
		}
	}
	return nil
}
