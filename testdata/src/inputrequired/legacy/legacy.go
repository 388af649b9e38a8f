// Package legacy speaks only editions without rounds.
package legacy

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

// Open connects with the edition of 2025-11-25.
func Open(ctx context.Context, t mcp.Transport) (*mcp.ClientSession, error) {
	opts := &mcp.ClientOptions{MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}}
	return mcp.NewClient(&mcp.Implementation{Name: "shop"}, opts).Connect(ctx, t, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
}

// Place is safe: no server of that edition asks.
func Place(ctx context.Context, s *mcp.ClientSession, orders Orders, order string) error {
	if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}}); err != nil {
		return err
	}
	return orders.SetStatus(ctx, order, "placed")
}
