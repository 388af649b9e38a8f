// Package use makes keys through other packages.
package use

import (
	"context"

	"cases/rpckey/across/desk"
	"cases/rpckey/across/opkey"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Helper is unsafe: the helper of another package makes a key of it.
func Helper(ctx context.Context, s *gosdk.ClientSession, room string) (*gosdk.CallToolResult, error) {
	args := opkey.With(map[string]any{"room": room}, s.ID()) // want `the session id is used as the key idempotency_key`
	return s.CallTool(ctx, &gosdk.CallToolParams{Name: "book_room", Arguments: args})
}

// HelperSafe is safe.
func HelperSafe(ctx context.Context, s *gosdk.ClientSession, room, op string) (*gosdk.CallToolResult, error) {
	args := opkey.With(map[string]any{"room": room}, op)
	return s.CallTool(ctx, &gosdk.CallToolParams{Name: "book_room", Arguments: args})
}

// Note is safe: the other helper.
func Note(ctx context.Context, s *gosdk.ClientSession, room string) (*gosdk.CallToolResult, error) {
	args := opkey.WithNote(map[string]any{"room": room}, s.ID())
	return s.CallTool(ctx, &gosdk.CallToolParams{Name: "book_room", Arguments: args})
}

// Wrapper is unsafe: the wrapper's parameter is a key.
func Wrapper(ctx context.Context, d *desk.Desk, s *gosdk.ClientSession, room string) (*gosdk.CallToolResult, error) {
	return d.Book(ctx, room, s.ID()) // want `the session id is used as the key idempotency_key`
}

// WrapperResult is unsafe: the other package's function returns the session id.
func WrapperResult(ctx context.Context, d *desk.Desk, room string) (*gosdk.CallToolResult, error) {
	return d.Book(ctx, room, d.SessionKey()) // want `the session id is used as the key idempotency_key`
}

// WrapperSafe is safe.
func WrapperSafe(ctx context.Context, d *desk.Desk, room, order string) (*gosdk.CallToolResult, error) {
	return d.Book(ctx, room, opkey.Prefix(order))
}

// Prefixed is unsafe: formatting in another package.
func Prefixed(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": room, "idempotency_key": opkey.Prefix(c.GetSessionId())} // want `the session id is used as the key idempotency_key`
	return c.CallTool(ctx, req)
}
