// Package use repeats what other packages do.
package use

import (
	"context"

	"cases/freshkey/across/desk"
	"cases/freshkey/across/ids"

	"github.com/mark3labs/mcp-go/mcp"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Hidden is unsafe: the other package mints whenever it is called.
func Hidden(ctx context.Context, d *desk.Desk, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = d.Book(ctx, room); err == nil { // want `the key idempotency_key of tools/call "book_room" is minted anew`
			return res, nil
		}
	}
	return nil, err
}

// Given is unsafe: minted by another package's function in the loop.
func Given(ctx context.Context, s *gosdk.ClientSession, room string) (res *gosdk.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": ids.New()}, // want `the key idempotency_key of tools/call "book_room" is minted anew`
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// GivenIntent is safe: the same intent gives the same id.
func GivenIntent(ctx context.Context, s *gosdk.ClientSession, room, guest string) (res *gosdk.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": ids.Of(room + "/" + guest)},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// GivenOnce is safe: minted before the loop, passed to the other package.
func GivenOnce(ctx context.Context, d *desk.Desk, room string) (res *mcp.CallToolResult, err error) {
	key := ids.New()
	for range 3 {
		if res, err = d.BookAs(ctx, room, key); err == nil {
			return res, nil
		}
	}
	return nil, err
}
