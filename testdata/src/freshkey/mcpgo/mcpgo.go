// Package mcpgo makes a key of its own for every attempt on mcp-go.
package mcpgo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/segmentio/ksuid"
	"golang.org/x/sync/errgroup"
)

// Loop is unsafe.
func Loop(ctx context.Context, c *client.Client, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		var req mcp.CallToolRequest
		req.Params.Name = "book_room"
		req.Params.Arguments = map[string]any{"room": room, "idempotencyKey": ksuid.New().String()} // want `the key idempotencyKey of tools/call "book_room" is minted anew`
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Outside is safe: the request is built once.
func Outside(ctx context.Context, c *client.Client, room string) (res *mcp.CallToolResult, err error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": room, "idempotencyKey": ksuid.New().String()}
	for range 3 {
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Meta is unsafe: the additional fields of _meta.
func Meta(ctx context.Context, c *client.Client, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	for range 3 {
		req.Params.Meta = mcp.NewMetaFromMap(map[string]any{"idempotency-key": uuid.NewString()}) // want `the key idempotency-key of this tools/call is minted anew`
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Header is unsafe: a header of the attempt.
func Header(ctx context.Context, c *client.Client, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	for range 3 {
		req.Header = http.Header{}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want `the key Idempotency-Key of this tools/call is minted anew`
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Raw is unsafe: JSON written by hand.
func Raw(ctx context.Context, c *client.Client, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		raw := fmt.Sprintf(`{"room":%q,"idempotency_key":%q}`, room, uuid.NewString()) // want `the key idempotency_key of tools/call "book_room" is minted anew`
		req := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "book_room", Arguments: json.RawMessage(raw)}}
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Refused is safe: only what was refused is repeated.
func Refused(ctx context.Context, c *client.Client, room string, authorize func(context.Context) error) (*mcp.CallToolResult, error) {
	for {
		req := mcp.CallToolRequest{Params: mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()},
		}}
		res, err := c.CallTool(ctx, req)
		if !client.IsOAuthAuthorizationRequiredError(err) {
			return res, err
		}
		if err := authorize(ctx); err != nil {
			return nil, err
		}
	}
}

// FanOut is safe: every item is an operation of its own, made once.
func FanOut(ctx context.Context, c *client.Client, rooms []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, room := range rooms {
		g.Go(func() error {
			_, err := c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{
				Name:      "book_room",
				Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()},
			}})
			return err
		})
	}
	return g.Wait()
}

// Batch is unsafe: the inner loop repeats what belongs to one item.
func Batch(ctx context.Context, c *client.Client, rooms []string) error {
	for _, room := range rooms {
		var err error
		for range 3 {
			req := mcp.CallToolRequest{}
			req.Params.Name = "book_room"
			req.Params.Arguments = map[string]any{"room": room, "idempotency_key": uuid.NewString()} // want `the key idempotency_key of tools/call "book_room" is minted anew`
			if _, err = c.CallTool(ctx, req); err == nil {
				break
			}
		}
		if err != nil {
			return fmt.Errorf("room %s: %w", room, err)
		}
	}
	return nil
}

// BatchOnce is safe: minted once for each item.
func BatchOnce(ctx context.Context, c *client.Client, rooms []string) error {
	for _, room := range rooms {
		var err error
		key := uuid.NewString()
		for range 3 {
			req := mcp.CallToolRequest{}
			req.Params.Name = "book_room"
			req.Params.Arguments = map[string]any{"room": room, "idempotency_key": key}
			if _, err = c.CallTool(ctx, req); err == nil {
				break
			}
		}
		if err != nil {
			return fmt.Errorf("room %s: %w", room, err)
		}
	}
	return nil
}
