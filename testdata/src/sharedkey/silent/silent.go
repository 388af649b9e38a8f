// Package silent uses keys that fit their operations.
package silent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Hashed is safe: a hash of the arguments.
func Hashed(ctx context.Context, s *mcp.ClientSession, orders []map[string]any) error {
	for _, args := range orders {
		raw, err := json.Marshal(args)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(raw)
		args["idempotency_key"] = hex.EncodeToString(sum[:])
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: args}); err != nil {
			return err
		}
	}
	return nil
}

// Order has a key of its own.
type Order struct{ ID, Key string }

// OfItem is safe: the element brings its key.
func OfItem(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": o.Key},
		}); err != nil {
			return err
		}
	}
	return nil
}

// ByIndex is safe: keys beside the orders.
func ByIndex(ctx context.Context, c *client.Client, orders, keys []string) error {
	for i := range orders {
		var req mcpgo.CallToolRequest
		req.Params.Name = "place_order"
		req.Params.Arguments = map[string]any{"order": orders[i], "idempotency_key": keys[i]}
		if _, err := c.CallTool(ctx, req); err != nil {
			return err
		}
	}
	return nil
}

// Retried is safe: one operation, tried again.
func Retried(ctx context.Context, s *mcp.ClientSession, order string) (res *mcp.CallToolResult, err error) {
	key := uuid.NewString()
	for attempt := range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "attempt": attempt, "idempotency_key": key},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// FirstFree is safe: one booking, of the first room that is free.
func FirstFree(ctx context.Context, s *mcp.ClientSession, rooms []string) (string, error) {
	key := uuid.NewString()
	for _, room := range rooms {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": key},
		})
		if err == nil && !res.IsError {
			return room, nil
		}
	}
	return "", errors.New("no room is free")
}

// Broadcast is safe: every server sees the key once.
func Broadcast(ctx context.Context, regions map[string]*mcp.ClientSession) error {
	key := uuid.NewString()
	for region, s := range regions {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "open_region",
			Arguments: map[string]any{"region": region, "idempotency_key": key},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Same is safe: nothing differs but the number of the poll.
func Same(ctx context.Context, s *mcp.ClientSession, job string) error {
	key := uuid.NewString()
	for i := 0; ; i++ {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "start_job",
			Arguments: map[string]any{"job": job, "poll": i, "idempotency_key": key},
		})
		if err != nil {
			return err
		}
		if len(res.Content) > 0 {
			return nil
		}
	}
}

// Steps is safe: the id groups the steps of one operation.
func Steps(ctx context.Context, s *mcp.ClientSession, steps []string) error {
	operation := uuid.NewString()
	for _, step := range steps {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "run_step",
			Arguments: map[string]any{"step": step, "operation_id": operation},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Authorised is safe: the token is given, and may be one of authorisation.
func Authorised(ctx context.Context, s *mcp.ClientSession, steps []string, token string) error {
	for _, step := range steps {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "run_step",
			Arguments: map[string]any{"step": step, "client_token": token},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Reads is safe: the tool only reads.
func Reads(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	key := uuid.NewString()
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "get_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": key},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Unkeyed is safe: there is no key.
func Unkeyed(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": ""},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Counter hands out keys.
type Counter struct{ n int }

// Next returns another key.
func (c *Counter) Next() string {
	c.n++
	return fmt.Sprintf("k-%d", c.n)
}

// Counted is safe: another key for each.
func Counted(ctx context.Context, s *mcp.ClientSession, keys *Counter, orders []Order) error {
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": keys.Next()},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Source hands out keys, out of sight.
type Source interface{ Next() string }

// Sourced is safe: what comes next is not known to be the same.
func Sourced(ctx context.Context, s *mcp.ClientSession, keys Source, orders []Order) error {
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": keys.Next()},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Renewed is safe: the variable gets another key for each order.
func Renewed(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	key := uuid.NewString()
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": key},
		}); err != nil {
			return err
		}
		key = uuid.NewString()
	}
	return nil
}

// Operation is one operation; it keeps its key.
type Operation struct {
	session *mcp.ClientSession
	key     string
}

// Begin mints the key of an operation.
func Begin(s *mcp.ClientSession) *Operation { return &Operation{session: s, key: uuid.NewString()} }

// Execute is safe: the object stands for one operation.
func (o *Operation) Execute(ctx context.Context, tool string, room string) (*mcp.CallToolResult, error) {
	return o.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      tool,
		Arguments: map[string]any{"room": room, "idempotency_key": o.key},
	})
}
