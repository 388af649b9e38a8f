// Package results holds clients of the official SDK whose rounds are switched
// off, and what they take the results for.
package results

import (
	"context"
	"errors"
	"log/slog"

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

var errOpen = errors.New("the server asks for input")

// Open connects without the SDK's own rounds.
func Open(ctx context.Context, t mcp.Transport, orders Orders) (*Shop, error) {
	opts := &mcp.ClientOptions{}
	opts.MultiRoundTrip = &mcp.MultiRoundTripOptions{Disabled: true}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "shop"}, opts).Connect(ctx, t, nil)
	if err != nil {
		return nil, err
	}
	return &Shop{session: session, orders: orders}, nil
}

func place(order string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}}
}

// Done takes any result for an order.
func (s *Shop) Done(ctx context.Context, order string) error {
	_, err := s.session.CallTool(ctx, place(order)) // want `tools/call "place_order" is taken for complete whatever its result is, but the SDK's own input rounds are switched off here`
	if err != nil {
		return err
	}
	return s.orders.SetStatus(ctx, order, "placed")
}

// Checked is its twin.
func (s *Shop) Checked(ctx context.Context, order string) error {
	res, err := s.session.CallTool(ctx, place(order))
	if err != nil {
		return err
	}
	if res.NeedsInput() {
		return errOpen
	}
	return s.orders.SetStatus(ctx, order, "placed")
}

// Content shows what the result holds.
func (s *Shop) Content(ctx context.Context, order string) (string, error) {
	res, err := s.session.CallTool(ctx, place(order)) // want `is taken for complete whatever its result is`
	if err != nil {
		return "", err
	}
	if res.IsError {
		return "", errors.New("refused")
	}
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text, nil
		}
	}
	return "", nil
}

// Requests looks at what is asked, and is safe.
func (s *Shop) Requests(ctx context.Context, order string) (string, error) {
	res, err := s.session.CallTool(ctx, place(order))
	if err != nil {
		return "", err
	}
	if len(res.InputRequests) > 0 {
		return "", errOpen
	}
	return text(res), nil
}

// Text hands the result to a function that does not ask.
func (s *Shop) Text(ctx context.Context, order string) (string, error) {
	res, err := s.session.CallTool(ctx, place(order)) // want `is taken for complete whatever its result is`
	if err != nil {
		return "", err
	}
	return text(res), nil
}

func text(res *mcp.CallToolResult) string {
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return ""
}

// Settled hands it to one that does.
func (s *Shop) Settled(ctx context.Context, order string) (string, error) {
	res, err := s.session.CallTool(ctx, place(order))
	if err != nil {
		return "", err
	}
	return settled(res)
}

func settled(res *mcp.CallToolResult) (string, error) {
	if res.NeedsInput() {
		return "", errOpen
	}
	return text(res), nil
}

// Call gives the result to its caller.
func (s *Shop) Call(ctx context.Context, order string) (*mcp.CallToolResult, error) {
	return s.session.CallTool(ctx, place(order))
}

// Wrapped calls a function that gives any result.
func (s *Shop) Wrapped(ctx context.Context, order string) error {
	if _, err := s.Call(ctx, order); err != nil { // want `is taken for complete whatever its result is`
		return err
	}
	return s.orders.SetStatus(ctx, order, "placed")
}

func (s *Shop) finished(ctx context.Context, order string) (*mcp.CallToolResult, error) {
	res, err := s.session.CallTool(ctx, place(order))
	if err == nil && res.NeedsInput() {
		return nil, errOpen
	}
	return res, err
}

// Finished calls one that gives complete results only.
func (s *Shop) Finished(ctx context.Context, order string) error {
	if _, err := s.finished(ctx, order); err != nil {
		return err
	}
	return s.orders.SetStatus(ctx, order, "placed")
}

// Logged only says so.
func (s *Shop) Logged(ctx context.Context, order string) error {
	res, err := s.session.CallTool(ctx, place(order))
	if err != nil {
		return err
	}
	if res.NeedsInput() {
		slog.Warn("the server asks for input", "order", order) // want `a result that asks for input is logged here and then taken for complete`
	}
	return s.orders.SetStatus(ctx, order, "placed")
}

// LoggedAndHeld is its twin.
func (s *Shop) LoggedAndHeld(ctx context.Context, order string) error {
	res, err := s.session.CallTool(ctx, place(order))
	if err != nil {
		return err
	}
	if res.NeedsInput() {
		slog.Warn("the server asks for input", "order", order)
		return errOpen
	}
	return s.orders.SetStatus(ctx, order, "placed")
}

// Status chooses the status by the answer, and is safe.
func (s *Shop) Status(ctx context.Context, order string) error {
	res, err := s.session.CallTool(ctx, place(order))
	if err != nil {
		return err
	}
	status := "placed"
	if res.NeedsInput() {
		status = "pending"
	}
	return s.orders.SetStatus(ctx, order, status)
}
