// Package activities holds activities that call tools. Nothing here says how
// often they run; that is judged where they are executed.
package activities

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.temporal.io/sdk/temporal"
)

// Trip is what a traveller wants.
type Trip struct{ Traveller, Flight, Hotel string }

// Travel has one method per activity.
type Travel struct{ Session *mcp.ClientSession }

// BookFlight hands every error to the engine.
func (t *Travel) BookFlight(ctx context.Context, trip Trip) (string, error) {
	res, err := t.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_flight",
		Arguments: map[string]any{"traveller": trip.Traveller, "flight": trip.Flight},
	})
	if err != nil {
		return "", fmt.Errorf("book flight: %w", err)
	}
	id, _ := res.Meta["booking"].(string)
	return id, nil
}

// BookHotel tells the engine not to run it again.
func (t *Travel) BookHotel(ctx context.Context, trip Trip) error {
	_, err := t.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_hotel",
		Arguments: map[string]any{"traveller": trip.Traveller, "hotel": trip.Hotel},
	})
	if err != nil {
		return temporal.NewNonRetryableApplicationError("hotel may be booked", "Unknown", err)
	}
	return nil
}

// BookCar tells the engine so for one error only.
func (t *Travel) BookCar(ctx context.Context, trip Trip) error {
	_, err := t.Session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_car",
		Arguments: map[string]any{"traveller": trip.Traveller},
	})
	if errors.Is(err, mcp.ErrConnectionClosed) {
		return temporal.NewNonRetryableApplicationError("closed", "Closed", err)
	}
	return err
}

// Tools lists tools; it calls none.
func (t *Travel) Tools(ctx context.Context) (int, error) {
	res, err := t.Session.ListTools(ctx, nil)
	if err != nil {
		return 0, err
	}
	return len(res.Tools), nil
}

// Cancel is a function, not a method.
func Cancel(ctx context.Context, booking string) error {
	s, ok := ctx.Value(sessionKey{}).(*mcp.ClientSession)
	if !ok {
		return errors.New("no session")
	}
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "cancel_flight", Arguments: map[string]any{"booking": booking}})
	return err
}

type sessionKey struct{}
