// Package mcpgo uses identities of mcp-go as keys.
package mcpgo

import (
	"context"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Session is unsafe.
func Session(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{
		"room":           room,
		"idempotencyKey": c.GetSessionId(), // want `the session id is used as the key idempotencyKey`
	}
	return c.CallTool(ctx, req)
}

// Given is safe.
func Given(ctx context.Context, c *client.Client, room, key string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{
		"room":           room,
		"idempotencyKey": key,
	}
	return c.CallTool(ctx, req)
}

// Meta is unsafe: the additional fields of _meta.
func Meta(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": room}
	req.Params.Meta = &mcp.Meta{AdditionalFields: map[string]any{
		"idempotency-key": c.GetSessionId(), // want `the session id is used as the key idempotency-key`
	}}
	return c.CallTool(ctx, req)
}

// MetaToken is unsafe: the progress token of the request.
func MetaToken(ctx context.Context, c *client.Client, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if m := req.Params.Meta; m != nil && m.ProgressToken != nil {
		m.AdditionalFields["idempotencyKey"] = m.ProgressToken // want `the progress token is used as the key idempotencyKey`
	}
	return c.CallTool(ctx, req)
}

// Header is unsafe: the header of one call.
func Header(ctx context.Context, c *client.Client, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	req.Header = http.Header{}
	req.Header.Set("X-Amz-Client-Token", "desk")
	req.Header.Set("X-Idempotency-Key", c.GetSessionId()) // want `the session id is used as the key X-Idempotency-Key`
	return c.CallTool(ctx, req)
}

// Stamped wraps a transport.
type Stamped struct{ transport.Interface }

// SendRequest is unsafe: the id of the request becomes a key.
func (s Stamped) SendRequest(ctx context.Context, req transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	if params, ok := req.Params.(map[string]any); ok {
		if args, ok := params["arguments"].(map[string]any); ok {
			args["idempotency_key"] = req.ID.String() // want `the JSON-RPC id is used as the key idempotency_key`
		}
	}
	return s.Interface.SendRequest(ctx, req)
}

// Task is unsafe: the id of the task that an earlier call made.
func Task(ctx context.Context, c *client.Client, task mcp.Task, room string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": room, "idempotency_key": task.TaskId} // want `the task id is used as the key idempotency_key.*known only after the first answer`
	return c.CallTool(ctx, req)
}

// helper builds the arguments.
func arguments(c *client.Client, room string) map[string]any {
	return map[string]any{"room": room, "idempotency_key": fmt.Sprintf("%s-book", c.GetSessionId())} // want `the session id is used as the key idempotency_key`
}

// Built is unsafe: reported where the key is written.
func Built(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	return c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "book_room", Arguments: arguments(c, room)}})
}

func withKey(args map[string]any, key string) map[string]any {
	args["idempotency_key"] = key
	return args
}

// Helped is unsafe: the helper makes a key of what it is given.
func Helped(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	args := withKey(map[string]any{"room": room}, c.GetSessionId()) // want `the session id is used as the key idempotency_key`
	return c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "book_room", Arguments: args}})
}

// HelpedSafe is safe.
func HelpedSafe(ctx context.Context, c *client.Client, room, op string) (*mcp.CallToolResult, error) {
	args := withKey(map[string]any{"room": room}, op)
	return c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "book_room", Arguments: args}})
}

// Retried is unsafe: a weak name, in the arguments of a call that is repeated.
func Retried(ctx context.Context, c *client.Client, room string) (res *mcp.CallToolResult, err error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": room, "request_id": c.GetSessionId()} // want `the session id is used as the key request_id`
	for range 3 {
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Traced is safe: the same name in a call that is made once.
func Traced(ctx context.Context, c *client.Client, room string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "book_room"
	req.Params.Arguments = map[string]any{"room": room, "request_id": c.GetSessionId()}
	return c.CallTool(ctx, req)
}
