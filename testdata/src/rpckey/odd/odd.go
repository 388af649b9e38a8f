// Package odd makes keys of ids of the transport in ways that are less common.
package odd

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Hashed is unsafe: a hash of the id changes nothing.
func Hashed(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	sum := sha256.Sum256([]byte(s.ID()))
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{
		"room":            room,
		"idempotency_key": hex.EncodeToString(sum[:]), // want `the session id is used as the key idempotency_key`
	}})
}

// HashedWriter is unsafe: written into a hash.
func HashedWriter(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	h := sha256.New()
	h.Write([]byte(s.ID()))
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{
		"room":            room,
		"idempotency_key": base64.URLEncoding.EncodeToString(h.Sum(nil)), // want `the session id is used as the key idempotency_key`
	}})
}

// HashedOrder is safe.
func HashedOrder(ctx context.Context, s *mcp.ClientSession, order, room string) (*mcp.CallToolResult, error) {
	h := sha256.New()
	h.Write([]byte(order))
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{
		"room":            room,
		"idempotency_key": base64.URLEncoding.EncodeToString(h.Sum(nil)),
	}})
}

// Built is unsafe: a strings.Builder.
func Built(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest, room string) (*mcpgo.CallToolResult, error) {
	var b strings.Builder
	b.WriteString("book-")
	b.WriteString(c.GetSessionId())
	req.Params.Arguments = map[string]any{"room": room, "idempotency_key": b.String()} // want `the session id is used as the key idempotency_key`
	return c.CallTool(ctx, req)
}

// BuiltOrder is safe.
func BuiltOrder(ctx context.Context, c *client.Client, req mcpgo.CallToolRequest, order, room string) (*mcpgo.CallToolResult, error) {
	var b strings.Builder
	b.WriteString("book-")
	b.WriteString(order)
	req.Params.Arguments = map[string]any{"room": room, "idempotency_key": b.String()}
	return c.CallTool(ctx, req)
}

type scope struct{ id string }

func scopeOf(s *mcp.ClientSession) scope { return scope{id: s.ID()} }

func (sc scope) key(tool string) string { return tool + "/" + sc.id }

// Scoped is unsafe: through a struct and its method.
func Scoped(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{
		"room":            room,
		"idempotency_key": scopeOf(s).key("book_room"), // want `the session id is used as the key idempotency_key`
	}})
}

// ScopedOrder is safe.
func ScopedOrder(ctx context.Context, s *mcp.ClientSession, order, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{
		"room":            room,
		"idempotency_key": scope{id: order}.key("book_room"),
	}})
}

// Asserted is unsafe: the raw id, as a number.
func Asserted(req *jsonrpc.Request, args map[string]any) {
	if n, ok := req.ID.Raw().(int64); ok {
		args["idempotency_key"] = n // want `the JSON-RPC id is used as the key idempotency_key`
	}
}

// Fallback is unsafe: only if the caller has none.
func Fallback(req transport.JSONRPCRequest, args map[string]any, key string) {
	if key == "" {
		key = fmt.Sprint(req.ID.Value())
	}
	args["idempotency_key"] = key // want `the JSON-RPC id is used as the key idempotency_key`
}

// Params is safe: a hash of what is asked for.
func Params(req transport.JSONRPCRequest, args map[string]any) error {
	raw, err := json.Marshal(req.Params)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(raw)
	args["idempotency_key"] = hex.EncodeToString(sum[:])
	return nil
}
