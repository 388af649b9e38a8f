// Package keysmcpgo keeps, or breaks, dedupes contracts with mcp-go.
package keysmcpgo

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

//mcplint:dedupes key=idempotency_key window=10m scope=account "https://example.com/docs/orders#idempotency"
const placeOrder = "place_order"

//mcplint:dedupes key=meta:idempotencyKey window=24h "https://example.com/docs/rooms#idempotency"
const bookRoom = "book_room"

// Shop places orders.
type Shop struct{ c *client.Client }

func (s *Shop) call(ctx context.Context, tool string, args map[string]any) error {
	req := mcp.CallToolRequest{}
	req.Params.Name = tool
	req.Params.Arguments = args
	_, err := s.c.CallTool(ctx, req)
	return err
}

// Passed keeps it.
func (s *Shop) Passed(ctx context.Context, item, key string) error {
	return s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": key})
}

// Missing does not.
func (s *Shop) Missing(ctx context.Context, item string) error {
	return s.call(ctx, placeOrder, map[string]any{"item": item}) // want `arguments.idempotency_key is not passed`
}

// Session makes it of the session.
func (s *Shop) Session(ctx context.Context, item string) error {
	return s.call(ctx, placeOrder, map[string]any{ // want `arguments.idempotency_key is made of a session id`
		"item": item, "idempotency_key": s.c.GetSessionId(),
	})
}

// Meta passes the key in _meta.
func (s *Shop) Meta(ctx context.Context, room, key string) error {
	req := mcp.CallToolRequest{}
	req.Params.Name = bookRoom
	req.Params.Arguments = map[string]any{"room": room}
	req.Params.Meta = &mcp.Meta{AdditionalFields: map[string]any{"idempotencyKey": key}}
	_, err := s.c.CallTool(ctx, req)
	return err
}

// FromMap makes _meta of a map.
func (s *Shop) FromMap(ctx context.Context, room, key string) error {
	req := mcp.CallToolRequest{}
	req.Params.Name = bookRoom
	req.Params.Arguments = map[string]any{"room": room}
	req.Params.Meta = mcp.NewMetaFromMap(map[string]any{"idempotencyKey": key})
	_, err := s.c.CallTool(ctx, req)
	return err
}

// NoMeta does not.
func (s *Shop) NoMeta(ctx context.Context, room string) error {
	return s.call(ctx, bookRoom, map[string]any{"room": room}) // want `meta:idempotencyKey is not passed`
}

// Unstable mints a key for each attempt.
func (s *Shop) Unstable(ctx context.Context, item string) (err error) {
	for range 3 {
		if err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": uuid.NewString()}); err == nil { // want `does not cover this repetition: arguments.idempotency_key is minted for each attempt`
			return nil
		}
	}
	return err
}

// Long goes on for longer than the server remembers.
func (s *Shop) Long(ctx context.Context, item, key string) (err error) {
	for range 5 {
		if err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": key}); err == nil { // want `attempts go on for up to 12m \(a loop of 5 rounds\), and the server recognises arguments.idempotency_key for 10m`
			return nil
		}
		time.Sleep(3 * time.Minute)
	}
	return err
}

// Short does not.
func (s *Shop) Short(ctx context.Context, item, key string) (err error) {
	for range 5 {
		if err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": key}); err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return err
}
