// Package row gives two calls in a row one key.
package row

import (
	"context"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func place(ctx context.Context, s *mcp.ClientSession, key, item string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"item": item, "idempotency_key": key},
	})
	return err
}

// Two is unsafe: the second order is taken for the first.
func Two(ctx context.Context, s *mcp.ClientSession, first, second string) error {
	key := uuid.NewString()
	_, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"item": first, "idempotency_key": key},
	})
	if err != nil {
		return err
	}
	_, err = s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"item": second, "idempotency_key": key}, // want `the key idempotency_key of tools/call "place_order" is that of an earlier call while the arguments differ`
	})
	return err
}

// TwoMinted is safe: a key for each.
func TwoMinted(ctx context.Context, s *mcp.ClientSession, first, second string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"item": first, "idempotency_key": uuid.NewString()},
	})
	if err != nil {
		return err
	}
	_, err = s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"item": second, "idempotency_key": uuid.NewString()},
	})
	return err
}

// Helper is unsafe: by a helper that is given the key.
func Helper(ctx context.Context, s *mcp.ClientSession) error {
	key := uuid.NewString()
	if err := place(ctx, s, key, "bread"); err != nil {
		return err
	}
	return place(ctx, s, key, "butter") // want `the key idempotency_key of tools/call "place_order" is that of an earlier call`
}

// HelperReminted is safe: minted again in between.
func HelperReminted(ctx context.Context, s *mcp.ClientSession) error {
	key := uuid.NewString()
	if err := place(ctx, s, key, "bread"); err != nil {
		return err
	}
	key = uuid.NewString()
	return place(ctx, s, key, "butter")
}

// HelperDerived is safe: what is made of the id differs.
func HelperDerived(ctx context.Context, s *mcp.ClientSession) error {
	id := uuid.NewString()
	if err := place(ctx, s, id+"/bread", "bread"); err != nil {
		return err
	}
	return place(ctx, s, id+"/butter", "butter")
}

// Again is safe: the same arguments are the same operation.
func Again(ctx context.Context, s *mcp.ClientSession, item string) error {
	key := uuid.NewString()
	if err := place(ctx, s, key, item); err == nil {
		return nil
	}
	return place(ctx, s, key, item)
}

// Verify is safe: a repetition after success, to see what the server says.
func Verify(ctx context.Context, s *mcp.ClientSession, item string) error {
	key := uuid.NewString()
	if err := place(ctx, s, key, item); err != nil {
		return err
	}
	return place(ctx, s, key, item)
}

func newKey() string { return "op-" + uuid.NewString() }

// Minted is safe: one function, two ids.
func Minted(ctx context.Context, s *mcp.ClientSession) error {
	if err := place(ctx, s, newKey(), "bread"); err != nil {
		return err
	}
	return place(ctx, s, newKey(), "butter")
}

// MintedOnce is unsafe: the id of a helper, twice.
func MintedOnce(ctx context.Context, s *mcp.ClientSession) error {
	key := newKey()
	if err := place(ctx, s, key, "bread"); err != nil {
		return err
	}
	return place(ctx, s, key, "butter") // want `is that of an earlier call`
}

func placeOwn(ctx context.Context, s *mcp.ClientSession, item string) error {
	return place(ctx, s, uuid.NewString(), item)
}

// Own is safe: the helper mints for each call.
func Own(ctx context.Context, s *mcp.ClientSession) error {
	if err := placeOwn(ctx, s, "bread"); err != nil {
		return err
	}
	return placeOwn(ctx, s, "butter")
}

// Steps is safe: two tools of one operation.
func Steps(ctx context.Context, s *mcp.ClientSession, item string) error {
	key := uuid.NewString()
	if err := place(ctx, s, key, item); err != nil {
		return err
	}
	_, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "pay_order",
		Arguments: map[string]any{"item": item, "by": "card", "idempotency_key": key},
	})
	return err
}

// Servers is safe: each server has keys of its own.
func Servers(ctx context.Context, one, other *mcp.ClientSession) error {
	key := uuid.NewString()
	if err := place(ctx, one, key, "bread"); err != nil {
		return err
	}
	return place(ctx, other, key, "butter")
}

// Confirm is safe: the same operation in two steps.
func Confirm(ctx context.Context, s *mcp.ClientSession, item string) error {
	key := uuid.NewString()
	for _, sure := range []bool{false, true} {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"item": item, "idempotency_key": key + "/" + step(sure), "confirmed": sure},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func step(sure bool) string {
	if sure {
		return "sure"
	}
	return "ask"
}

// Preview is safe: a flag asks for the same in two steps.
func Preview(ctx context.Context, s *mcp.ClientSession, item string) error {
	key := uuid.NewString()
	_, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"item": item, "idempotency_key": key, "confirmed": false},
	})
	if err != nil {
		return err
	}
	_, err = s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"item": item, "idempotency_key": key, "confirmed": true},
	})
	return err
}

// Either is safe: one of them is made.
func Either(ctx context.Context, s *mcp.ClientSession, gift bool) error {
	key := uuid.NewString()
	if gift {
		return place(ctx, s, key, "flowers")
	}
	return place(ctx, s, key, "bread")
}

// Given is unsafe: the caller's key for two payloads.
func Given(ctx context.Context, s *mcp.ClientSession, key string) error {
	if err := place(ctx, s, key, "bread"); err != nil {
		return err
	}
	return place(ctx, s, key, "butter") // want `is that of an earlier call`
}

// Transfer is unsafe: on mcp-go, in _meta.
func Transfer(ctx context.Context, c *client.Client, from, to string) error {
	key := uuid.NewString()
	var req mcpgo.CallToolRequest
	req.Params.Name = "move_money"
	req.Params.Arguments = map[string]any{"account": from, "amount": -100}
	req.Params.Meta = mcpgo.NewMetaFromMap(map[string]any{"idempotencyKey": key})
	if _, err := c.CallTool(ctx, req); err != nil {
		return err
	}
	var back mcpgo.CallToolRequest
	back.Params.Name = "move_money"
	back.Params.Arguments = map[string]any{"account": to, "amount": 100}
	back.Params.Meta = mcpgo.NewMetaFromMap(map[string]any{"idempotencyKey": key}) // want `the key idempotencyKey of tools/call "move_money" is that of an earlier call`
	_, err := c.CallTool(ctx, back)
	return err
}

// TransferEach is safe.
func TransferEach(ctx context.Context, c *client.Client, from, to string) error {
	key := uuid.NewString()
	var req mcpgo.CallToolRequest
	req.Params.Name = "move_money"
	req.Params.Arguments = map[string]any{"account": from, "amount": -100}
	req.Params.Meta = mcpgo.NewMetaFromMap(map[string]any{"idempotencyKey": key + "-from"})
	if _, err := c.CallTool(ctx, req); err != nil {
		return err
	}
	var back mcpgo.CallToolRequest
	back.Params.Name = "move_money"
	back.Params.Arguments = map[string]any{"account": to, "amount": 100}
	back.Params.Meta = mcpgo.NewMetaFromMap(map[string]any{"idempotencyKey": key + "-to"})
	_, err := c.CallTool(ctx, back)
	return err
}

// InRounds is unsafe: a key per round, and two orders in each.
func InRounds(ctx context.Context, s *mcp.ClientSession, rounds []string) error {
	for range rounds {
		key := uuid.NewString()
		if err := place(ctx, s, key, "bread"); err != nil {
			return err
		}
		if err := place(ctx, s, key, "butter"); err != nil { // want `is that of an earlier call`
			return err
		}
	}
	return nil
}

// Instead is safe: another item instead of what failed is the one order.
func Instead(ctx context.Context, s *mcp.ClientSession) error {
	key := uuid.NewString()
	if err := place(ctx, s, key, "bread"); err == nil {
		return nil
	}
	return place(ctx, s, key, "rolls")
}
