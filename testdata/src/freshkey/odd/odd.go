// Package odd makes keys anew for every attempt in ways that are less common.
package odd

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Cloned is unsafe: the arguments are copied, and the copy gets a key.
func Cloned(ctx context.Context, s *mcp.ClientSession, args map[string]any) (res *mcp.CallToolResult, err error) {
	for range 3 {
		mine := maps.Clone(args)
		mine["idempotency_key"] = uuid.NewString() // want `the key idempotency_key of tools/call "book_room" is minted anew`
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: mine}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// ClonedOnce is safe: the key is in what is copied.
func ClonedOnce(ctx context.Context, s *mcp.ClientSession, args map[string]any) (res *mcp.CallToolResult, err error) {
	args["idempotency_key"] = uuid.NewString()
	for range 3 {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: maps.Clone(args)}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Joined is unsafe: the key is joined of parts.
func Joined(ctx context.Context, c *client.Client, room string) (res *mcpgo.CallToolResult, err error) {
	for range 3 {
		var req mcpgo.CallToolRequest
		req.Params.Name = "book_room"
		req.Params.Arguments = map[string]any{
			"room":           room,
			"idempotencyKey": strings.Join([]string{"book", room, uuid.NewString()}, ":"), // want `the key idempotencyKey of tools/call "book_room" is minted anew`
		}
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// JoinedOnce is safe.
func JoinedOnce(ctx context.Context, c *client.Client, room string) (res *mcpgo.CallToolResult, err error) {
	parts := []string{"book", room, uuid.NewString()}
	for range 3 {
		var req mcpgo.CallToolRequest
		req.Params.Name = "book_room"
		req.Params.Arguments = map[string]any{"room": room, "idempotencyKey": strings.Join(parts, ":")}
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

type booking struct {
	Room string `json:"room"`
	Key  string `json:"idempotency_key"`
}

func newBooking(room string) booking { return booking{Room: room, Key: uuid.NewString()} } // want `the key idempotency_key of tools/call "book_room" is minted anew`

// Built is unsafe: a constructor mints.
func Built(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: newBooking(room)}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// BuiltOnce is safe.
func BuiltOnce(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	b := newBooking(room)
	for range 3 {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: b}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Raw is unsafe: the arguments are marshalled in each round.
func Raw(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		raw, marshalErr := json.Marshal(booking{Room: room, Key: uuid.NewString()}) // want `the key idempotency_key of tools/call "book_room" is minted anew`
		if marshalErr != nil {
			return nil, marshalErr
		}
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: json.RawMessage(raw)}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// RawOnce is safe: marshalled before.
func RawOnce(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	raw, err := json.Marshal(booking{Room: room, Key: uuid.NewString()})
	if err != nil {
		return nil, err
	}
	for range 3 {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: json.RawMessage(raw)}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Numbered is unsafe: the number of the attempt is in the key.
func Numbered(ctx context.Context, c *client.Client, op, room string) (res *mcpgo.CallToolResult, err error) {
	for i := range 3 {
		var req mcpgo.CallToolRequest
		req.Params.Name = "book_room"
		req.Params.Arguments = map[string]any{"room": room, "idempotency_key": fmt.Sprintf("%s-%d", op, i)} // want `the key idempotency_key of tools/call "book_room" is counted on`
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}
