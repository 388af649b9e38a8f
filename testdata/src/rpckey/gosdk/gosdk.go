// Package gosdk uses identities of the official SDK as keys.
package gosdk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Session is unsafe: the session id is empty on stdio and changes otherwise.
func Session(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name: "book_room",
		Arguments: map[string]any{
			"room":            room,
			"idempotency_key": s.ID(), // want `the session id is used as the key idempotency_key of an operation, but it changes with a reconnect and is empty on stdio.*mint an id once`
		},
	})
}

// Operation is safe: an id that the caller minted for the operation.
func Operation(ctx context.Context, s *mcp.ClientSession, room, operation string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name: "book_room",
		Arguments: map[string]any{
			"room":            room,
			"idempotency_key": operation,
		},
	})
}

// Formatted is unsafe: formatting does not change what it is.
func Formatted(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	key := fmt.Sprintf("desk-%s", s.ID())
	args := map[string]any{"room": room}
	args["idempotencyKey"] = key // want `the session id is used as the key idempotencyKey`
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: args})
}

// Hashed is unsafe: the hash changes with the session.
func Hashed(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	sum := sha256.Sum256([]byte(s.ID() + "/" + room))
	params := &mcp.CallToolParams{Name: "book_room"}
	params.Arguments = map[string]any{"room": room, "idempotency-key": hex.EncodeToString(sum[:])} // want `the session id is used as the key idempotency-key`
	return s.CallTool(ctx, params)
}

// HashedIntent is safe: the hash covers the intent.
func HashedIntent(ctx context.Context, s *mcp.ClientSession, order, room string) (*mcp.CallToolResult, error) {
	sum := sha256.Sum256([]byte(order + "/" + room))
	params := &mcp.CallToolParams{Name: "book_room"}
	params.Arguments = map[string]any{"room": room, "idempotency-key": hex.EncodeToString(sum[:])}
	return s.CallTool(ctx, params)
}

// Meta is unsafe: an entry of _meta.
func Meta(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Meta:      mcp.Meta{"io.example/idempotencyKey": s.ID()}, // want `the session id is used as the key io.example/idempotencyKey`
		Name:      "book_room",
		Arguments: map[string]any{"room": room},
	})
}

// MetaLater is unsafe: set after the literal.
func MetaLater(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Meta: mcp.Meta{}, Name: "book_room", Arguments: map[string]any{"room": room}}
	p.SetProgressToken(uuid.NewString())
	p.Meta["idempotencyKey"] = p.GetProgressToken() // want `the progress token is used as the key idempotencyKey.*unique only among the active requests`
	return s.CallTool(ctx, p)
}

// Booking is what the tool is given.
type Booking struct {
	Room string `json:"room"`
	Key  string `json:"idempotency_key"`
}

// Struct is unsafe: the JSON name makes it a key.
func Struct(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: Booking{Room: room, Key: s.ID()}, // want `the session id is used as the key idempotency_key`
	})
}

// StructSafe is safe.
func StructSafe(ctx context.Context, s *mcp.ClientSession, room, key string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: Booking{Room: room, Key: key},
	})
}

// Raw is unsafe: JSON written by hand.
func Raw(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	raw := json.RawMessage(fmt.Sprintf(`{"room":%q,"idempotency_key":%q}`, room, s.ID())) // want `the session id is used as the key idempotency_key`
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: raw})
}

// RawJoined is unsafe: the same by concatenation.
func RawJoined(ctx context.Context, s *mcp.ClientSession) (*mcp.CallToolResult, error) {
	raw := json.RawMessage(`{"room":"sea view","idempotency_key":"` + s.ID() + `"}`) // want `the session id is used as the key idempotency_key`
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: raw})
}

// Medium is unsafe: a client token of a tool.
func Medium(ctx context.Context, s *mcp.ClientSession, volume string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "create_volume",
		Arguments: map[string]any{"volume": volume, "client_token": s.ID()}, // want `the session id is used as the key client_token`
	})
}

// Fallback is unsafe: where no key is configured.
func Fallback(ctx context.Context, s *mcp.ClientSession, room, key string) (*mcp.CallToolResult, error) {
	if key == "" {
		key = strings.ToLower(s.ID())
	}
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": key}, // want `the session id is used as the key idempotency_key`
	})
}

// Conn wraps a connection and stamps what it sends.
type Conn struct{ mcp.Connection }

// Write is unsafe: the id of the very request becomes the key.
func (c Conn) Write(ctx context.Context, msg jsonrpc.Message) error {
	if req, ok := msg.(*jsonrpc.Request); ok && req.Method == "tools/call" {
		var params map[string]any
		if err := json.Unmarshal(req.Params, &params); err != nil {
			return err
		}
		meta, _ := params["_meta"].(map[string]any)
		if meta == nil {
			meta = map[string]any{}
			params["_meta"] = meta
		}
		meta["idempotencyKey"] = fmt.Sprint(req.ID.Raw()) // want `the JSON-RPC id is used as the key idempotencyKey.*starts again with every connection`
		raw, err := json.Marshal(params)
		if err != nil {
			return err
		}
		req.Params = raw
	}
	return c.Connection.Write(ctx, msg)
}

// Event is unsafe: the cursor of a stream.
func Event(ctx context.Context, s *mcp.ClientSession, ev mcp.Event, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": ev.ID}, // want `the event id is used as the key idempotency_key.*cursor of one stream`
	})
}

// State is unsafe: the server's state of a round.
func State(ctx context.Context, s *mcp.ClientSession, first *mcp.CallToolResult, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:         "book_room",
		Arguments:    map[string]any{"room": room, "idempotency_key": first.RequestState}, // want `the request state is used as the key idempotency_key`
		RequestState: first.RequestState,
	})
}

// Desk keeps the session id.
type Desk struct {
	session *mcp.ClientSession
	id      string
	name    string
}

// NewDesk returns a desk.
func NewDesk(s *mcp.ClientSession, name string) *Desk {
	return &Desk{session: s, id: s.ID(), name: name}
}

// Book is unsafe: the field holds the session id.
func (d *Desk) Book(ctx context.Context, room string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": d.id}, // want `the session id is used as the key idempotency_key`
	})
}

// BookNamed is safe: another field.
func (d *Desk) BookNamed(ctx context.Context, room, order string) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": d.name + "/" + order},
	})
}

type keyOf struct{}

// WithSession is how a key travels in a context.
func WithSession(ctx context.Context, s *mcp.ClientSession) context.Context {
	return context.WithValue(ctx, keyOf{}, current.ID())
}

var current *mcp.ClientSession

// FromContext is unsafe: what the context carries is the session id.
func FromContext(ctx context.Context, room string) (*mcp.CallToolResult, error) {
	key, _ := ctx.Value(keyOf{}).(string)
	return current.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": key}, // want `the session id is used as the key idempotency_key`
	})
}

// LookedUp is safe: the id leads to the operation, it is not its key.
func LookedUp(ctx context.Context, s *mcp.ClientSession, operations map[string]string, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": operations[s.ID()]},
	})
}
