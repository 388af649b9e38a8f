// Package use hands tools/call to helpers of other packages.
package use

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/retrywrite/helpers/mcphelp"
	"cases/retrywrite/helpers/retryhelp"
)

// Shop places orders.
type Shop struct {
	session *mcp.ClientSession
	legacy  *client.Client
	manager *mcphelp.Manager
	policy  retryhelp.Policy
	runner  retryhelp.Runner
}

// Place is unsafe: Do runs the closure again after any error.
func (s *Shop) Place(ctx context.Context, sku string, qty int) (res *mcp.CallToolResult, err error) {
	err = retryhelp.Do(ctx, 3, func(ctx context.Context) error { // want `tools/call "place_order".*can run again.*any error`
		res, err = s.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"sku": sku, "qty": qty},
		})
		return err
	})
	return res, err
}

// PlaceTimed is safe: Timed runs the closure once.
func (s *Shop) PlaceTimed(ctx context.Context, sku string, qty int) (res *mcp.CallToolResult, err error) {
	err = retryhelp.Timed(ctx, 3*time.Second, func(ctx context.Context) error {
		res, err = s.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"sku": sku, "qty": qty},
		})
		return err
	})
	return res, err
}

// PlaceOneAttempt is safe: the helper is told to make one attempt.
func (s *Shop) PlaceOneAttempt(ctx context.Context, sku string, qty int) (res *mcp.CallToolResult, err error) {
	err = retryhelp.Do(ctx, 1, func(ctx context.Context) error {
		res, err = s.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"sku": sku, "qty": qty},
		})
		return err
	})
	return res, err
}

// PlaceValue is unsafe: Value goes through Do.
func (s *Shop) PlaceValue(ctx context.Context, sku string) (*mcp.CallToolResult, error) {
	return retryhelp.Value(ctx, 5, func(ctx context.Context) (*mcp.CallToolResult, error) { // want `tools/call "place_order".*can run again`
		return s.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"sku": sku},
		})
	})
}

// PlaceAgain is unsafe: Again runs the closure twice, with a reconnect
// between.
func (s *Shop) PlaceAgain(ctx context.Context, sku string, connect func() (*mcp.ClientSession, error)) (*mcp.CallToolResult, error) {
	place := func() (*mcp.CallToolResult, error) {
		return s.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"sku": sku},
		})
	}
	return retryhelp.Again(place, func(error) (err error) { // want `tools/call "place_order".*can run again`
		s.session, err = connect()
		return err
	})
}

// PlaceUnreachable is safe: the predicate is true for a failed dial only.
func (s *Shop) PlaceUnreachable(ctx context.Context, sku string) error {
	dialFailed := func(err error) bool {
		var op *net.OpError
		return errors.As(err, &op) && op.Op == "dial"
	}
	return retryhelp.DoIf(ctx, 3, dialFailed, func(ctx context.Context) error {
		_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		return err
	})
}

// PlaceNetwork is unsafe: the predicate is true for every network error.
func (s *Shop) PlaceNetwork(ctx context.Context, sku string) error {
	network := func(err error) bool {
		var op *net.OpError
		return errors.As(err, &op)
	}
	return retryhelp.DoIf(ctx, 3, network, func(ctx context.Context) error { // want `tools/call "place_order".*can run again`
		_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		return err
	})
}

// PlaceEach is safe: Each runs the closure once per element.
func (s *Shop) PlaceEach(ctx context.Context, skus []string) error {
	return retryhelp.Each(ctx, skus, func(ctx context.Context, sku string) error {
		_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		return err
	})
}

// PlaceUntil is safe: the helper polls, and an error ends it.
func (s *Shop) PlaceUntil(ctx context.Context, sku string) error {
	return retryhelp.UntilTrue(ctx, time.Second, func(ctx context.Context) (bool, error) {
		_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		if err != nil {
			return false, fmt.Errorf("place %s: %w", sku, err)
		}
		return true, nil
	})
}

// PlaceUntilQuiet is unsafe: the error is swallowed, and false means once
// more.
func (s *Shop) PlaceUntilQuiet(ctx context.Context, sku string) error {
	return retryhelp.UntilTrue(ctx, time.Second, func(ctx context.Context) (bool, error) { // want `tools/call "place_order".*can run again`
		_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		if err != nil {
			return false, nil
		}
		return true, nil
	})
}

// PlacePolicy is unsafe: the schedule sits in a struct, and so does the
// client.
func (s *Shop) PlacePolicy(ctx context.Context, sku string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "place_order"
	req.Params.Arguments = map[string]any{"sku": sku}
	return s.policy.Run(ctx, func() error { // want `tools/call "place_order".*can run again`
		_, err := s.legacy.CallTool(ctx, req)
		return err
	})
}

// PlaceRunner is unsafe: behind the interface is the policy.
func (s *Shop) PlaceRunner(ctx context.Context, sku string) error {
	return s.runner.Run(ctx, func() error { // want `tools/call "place_order".*can run again`
		_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		return err
	})
}

// PlaceStopped is safe: the error of the call is one after which the helper
// stops; only connecting is repeated.
func (s *Shop) PlaceStopped(ctx context.Context, sku string) error {
	return retryhelp.Stoppable(ctx, func(ctx context.Context) error {
		session, err := s.manager.Session(ctx)
		if err != nil {
			return err
		}
		_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		if err != nil {
			return &retryhelp.Stop{Err: err}
		}
		return nil
	})
}

// PlaceUnstopped is unsafe: the error of the call is returned as it is.
func (s *Shop) PlaceUnstopped(ctx context.Context, sku string) error {
	return retryhelp.Stoppable(ctx, func(ctx context.Context) error { // want `tools/call "place_order".*can run again`
		session, err := s.manager.Session(ctx)
		if err != nil {
			return &retryhelp.Stop{Err: err}
		}
		_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
		if err != nil {
			return err
		}
		return nil
	})
}

// PlaceReconnecting is unsafe: the helper is for MCP, but knows no tool; the
// call is handed over here.
func (s *Shop) PlaceReconnecting(ctx context.Context, sku string) (*mcp.CallToolResult, error) {
	return mcphelp.Reconnecting(ctx, s.manager, func(ctx context.Context, cs *mcp.ClientSession) (*mcp.CallToolResult, error) { // want `tools/call "place_order".*can run again`
		return cs.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"sku": sku},
		})
	})
}

// PlaceUsing is safe: Using connects before, and runs the closure once.
func (s *Shop) PlaceUsing(ctx context.Context, sku string) (*mcp.CallToolResult, error) {
	return mcphelp.Using(ctx, s.manager, func(ctx context.Context, cs *mcp.ClientSession) (*mcp.CallToolResult, error) {
		return cs.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"sku": sku},
		})
	})
}

// Catalogue is safe: listing tools may be repeated.
func (s *Shop) Catalogue(ctx context.Context) (*mcp.ListToolsResult, error) {
	return mcphelp.Reconnecting(ctx, s.manager, func(ctx context.Context, cs *mcp.ClientSession) (*mcp.ListToolsResult, error) {
		return cs.ListTools(ctx, nil)
	})
}

// PlaceConnected is safe: only the connection is made again; the call follows
// when there is one.
func (s *Shop) PlaceConnected(ctx context.Context, sku string) (*mcp.CallToolResult, error) {
	cs, err := retryhelp.Value(ctx, 5, s.manager.Session)
	if err != nil {
		return nil, err
	}
	return cs.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"sku": sku}})
}
