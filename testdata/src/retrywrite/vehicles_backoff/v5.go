// Package vehicles_backoff hands tools/call to cenkalti/backoff.
package vehicles_backoff

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Courier ships parcels.
type Courier struct{ session *mcp.ClientSession }

// Ship is unsafe: backoff runs the closure again for a quarter of an hour.
func (c *Courier) Ship(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call "ship_parcel".*can run again.*any error`
		res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
		if err != nil {
			return nil, fmt.Errorf("ship %s: %w", parcel, err)
		}
		return res, nil
	})
}

// ShipPermanent is safe: the error of the call ends it.
func (c *Courier) ShipPermanent(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) {
		res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
		if err != nil {
			return nil, backoff.Permanent(fmt.Errorf("ship %s: %w", parcel, err))
		}
		return res, nil
	})
}

// ShipPermanentInside is safe: the library looks through the wrapping.
func (c *Courier) ShipPermanentInside(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) {
		res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
		if err != nil {
			return nil, fmt.Errorf("ship %s: %w", parcel, backoff.Permanent(err))
		}
		return res, nil
	})
}

// ShipUnlessUnreachable is safe: only a refused dial is not permanent.
func (c *Courier) ShipUnlessUnreachable(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) {
		res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
		if err != nil && !errors.Is(err, syscall.ECONNREFUSED) {
			return nil, backoff.Permanent(err)
		}
		return res, err
	}, backoff.WithMaxElapsedTime(time.Minute))
}

// ShipUnlessCanceled is unsafe: only one of the unknown outcomes is permanent.
func (c *Courier) ShipUnlessCanceled(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call "ship_parcel".*can run again`
		res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
		if errors.Is(err, context.Canceled) {
			return nil, backoff.Permanent(err)
		}
		return res, err
	}, backoff.WithMaxElapsedTime(time.Minute))
}

// ShipOneTry is safe: one try.
func (c *Courier) ShipOneTry(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	ship := func() (*mcp.CallToolResult, error) {
		return c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
	}
	return backoff.Retry(ctx, ship, backoff.WithMaxTries(1), backoff.WithBackOff(backoff.NewExponentialBackOff()))
}

// ShipZeroTries is unsafe: 0 means that there is no limit.
func (c *Courier) ShipZeroTries(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	ship := func() (*mcp.CallToolResult, error) {
		return c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
	}
	return backoff.Retry(ctx, ship, backoff.WithMaxTries(0)) // want `tools/call "ship_parcel".*can run again`
}

// ShipStopped is safe: the schedule has no second try.
func (c *Courier) ShipStopped(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) {
		return c.session.CallTool(ctx, &mcp.CallToolParams{
			Name:      "ship_parcel",
			Arguments: map[string]any{"parcel": parcel},
		})
	}, backoff.WithBackOff(&backoff.StopBackOff{}))
}

// ShipOpHeld is unsafe: the operation has the library's type and sits in a
// variable.
func (c *Courier) ShipOpHeld(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	var op backoff.Operation[*mcp.CallToolResult] = func() (*mcp.CallToolResult, error) {
		return c.ship(ctx, parcel)
	}
	schedule := backoff.NewExponentialBackOff()
	schedule.InitialInterval = 50 * time.Millisecond
	return backoff.Retry(ctx, op, backoff.WithBackOff(schedule), backoff.WithMaxTries(4)) // want `tools/call "ship_parcel".*can run again`
}

func (c *Courier) ship(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return c.session.CallTool(ctx, &mcp.CallToolParams{Name: "ship_parcel", Arguments: map[string]any{"parcel": parcel}})
}

// ShipConnected is safe: connecting is repeated; the call comes after it.
func (c *Courier) ShipConnected(ctx context.Context, client *mcp.Client, t mcp.Transport, parcel string) (*mcp.CallToolResult, error) {
	s, err := backoff.Retry(ctx, func() (*mcp.ClientSession, error) { return client.Connect(ctx, t, nil) })
	if err != nil {
		return nil, err
	}
	c.session = s
	return c.ship(ctx, parcel)
}

// ShipTicker is unsafe: the ticker of the library drives a loop.
func (c *Courier) ShipTicker(ctx context.Context, parcel string) (err error) {
	ticker := backoff.NewTicker(backoff.NewExponentialBackOff())
	defer ticker.Stop()
	for range ticker.C {
		if _, err = c.ship(ctx, parcel); err == nil { // want `tools/call "ship_parcel".*can run again`
			return nil
		}
	}
	return err
}

// ShipLater is unsafe: the closure asks for another attempt itself.
func (c *Courier) ShipLater(ctx context.Context, parcel string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `tools/call "ship_parcel".*can run again`
		res, err := c.ship(ctx, parcel)
		if err != nil {
			return nil, backoff.RetryAfter(5)
		}
		return res, nil
	}, backoff.WithMaxTries(2))
}
