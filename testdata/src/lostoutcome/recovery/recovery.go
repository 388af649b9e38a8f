// Package recovery records what package recovery says of a call.
package recovery

import (
	"context"

	"github.com/mcprecovery/mcplint/recovery"
	"github.com/mcprecovery/mcplint/recovery/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

// Shop places orders.
type Shop struct {
	session *mcp.ClientSession
	orders  Orders
}

func params(order string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}}
}

// Classified is safe.
func (s *Shop) Classified(ctx context.Context, order string) error {
	res, err := s.session.CallTool(ctx, params(order))
	switch o := gosdk.Classify(res, err); {
	case o == recovery.Done:
		return s.orders.SetStatus(ctx, order, "placed")
	case o.NeverExecuted():
		return s.orders.SetStatus(ctx, order, "failed")
	}
	return s.orders.SetStatus(ctx, order, "unknown")
}

// Collapsed takes everything else for a failure.
func (s *Shop) Collapsed(ctx context.Context, order string) error {
	res, err := s.session.CallTool(ctx, params(order))
	if gosdk.Classify(res, err) == recovery.Done {
		return s.orders.SetStatus(ctx, order, "placed")
	}
	return s.orders.SetStatus(ctx, order, "failed") // want `the outcome of tools/call "place_order" is recorded as "failed"`
}

// Lost is recorded as failed.
func (s *Shop) Lost(ctx context.Context, order string) error {
	res, err := s.session.CallTool(ctx, params(order))
	if gosdk.Classify(res, err).Lost() {
		return s.orders.SetStatus(ctx, order, "failed") // want `the outcome of tools/call "place_order" is recorded as "failed"`
	}
	return err
}
