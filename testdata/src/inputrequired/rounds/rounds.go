// Package rounds leaves the rounds to the SDK, which makes them unless they
// are switched off: every result is complete.
package rounds

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Orders keeps orders.
type Orders interface {
	SetStatus(ctx context.Context, order, status string) error
}

// Connect has a handler for what a server asks.
func Connect(ctx context.Context, t mcp.Transport, ask func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error)) (*mcp.ClientSession, error) {
	return mcp.NewClient(&mcp.Implementation{Name: "shop"}, &mcp.ClientOptions{ElicitationHandler: ask}).Connect(ctx, t, nil)
}

// Explicit leaves them on in so many words.
func Explicit(ctx context.Context, t mcp.Transport) (*mcp.ClientSession, error) {
	opts := &mcp.ClientOptions{MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: false}}
	return mcp.NewClient(&mcp.Implementation{Name: "shop"}, opts).Connect(ctx, t, nil)
}

// Place is safe.
func Place(ctx context.Context, s *mcp.ClientSession, orders Orders, order string) error {
	if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}}); err != nil {
		return err
	}
	return orders.SetStatus(ctx, order, "placed")
}

// Text is safe.
func Text(ctx context.Context, s *mcp.ClientSession, order string) (string, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order}})
	if err != nil {
		return "", err
	}
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text, nil
		}
	}
	return "", nil
}

// Serve is a server's: it makes the states and reads them.
func Serve(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "place_order"}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.RequestState == "confirm:1" {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "placed"}}}, nil
		}
		return &mcp.CallToolResult{RequestState: "confirm:1", InputRequests: mcp.InputRequestMap{}}, nil
	})
}
