// Package stable repeats calls with the same key.
package stable

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var hotel = uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8")

// Derived is safe: the same name gives the same id.
func Derived(ctx context.Context, s *gosdk.ClientSession, order string) (res *gosdk.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewSHA1(hotel, []byte(order)).String()},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Hashed is safe: a hash of the intent.
func Hashed(ctx context.Context, c *client.Client, order string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		sum := sha256.Sum256([]byte("place_order/" + order))
		req := mcp.CallToolRequest{Params: mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "idempotency_key": hex.EncodeToString(sum[:])},
		}}
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Order has a key once it was tried.
type Order struct {
	ID  string
	Key string
}

// Lazy is safe: minted only if there is none yet.
func Lazy(ctx context.Context, s *gosdk.ClientSession, o *Order) (res *gosdk.CallToolResult, err error) {
	for range 3 {
		if o.Key == "" {
			o.Key = uuid.NewString()
		}
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": o.Key},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// LazyVariable is safe: the same with a variable.
func LazyVariable(ctx context.Context, s *gosdk.ClientSession, order string) (res *gosdk.CallToolResult, err error) {
	var key string
	for range 3 {
		if key == "" {
			key = uuid.NewString()
		}
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "idempotency_key": key},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Read is safe: the tool only reads.
func Read(ctx context.Context, s *gosdk.ClientSession, order string) (res *gosdk.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "get_order",
			Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// statusReport reads.
//
//mcplint:read "reports are derived from the ledger, see docs/tools.md"
const statusReport = "build_status"

// Contract is safe: a contract says that the tool only reads.
func Contract(ctx context.Context, s *gosdk.ClientSession, order string) (res *gosdk.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      statusReport,
			Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Polled is safe: it also goes on after success, each a new operation.
func Polled(ctx context.Context, s *gosdk.ClientSession) error {
	for {
		_, err := s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "record_heartbeat",
			Arguments: map[string]any{"idempotency_key": uuid.NewString()},
		})
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		time.Sleep(time.Minute)
	}
}

// Confirmed is safe: a person decided to try again, as a new operation.
func Confirmed(ctx context.Context, s *gosdk.ClientSession, order string) (res *gosdk.CallToolResult, err error) {
	for {
		res, err = s.CallTool(ctx, &gosdk.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()},
		})
		if err == nil || !agree(ctx, "try again?") {
			return res, err
		}
	}
}

// agree asks the operator.
//
//mcplint:confirms
func agree(ctx context.Context, question string) bool { return ctx.Err() == nil && question == "" }

// Tokens is safe: progress tokens differ between attempts.
func Tokens(ctx context.Context, s *gosdk.ClientSession, order, key string) (res *gosdk.CallToolResult, err error) {
	for range 3 {
		p := &gosdk.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order, "idempotency_key": key}}
		p.SetProgressToken(uuid.NewString())
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
	}
	return nil, err
}
