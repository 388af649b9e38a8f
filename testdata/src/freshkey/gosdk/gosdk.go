// Package gosdk makes a key of its own for every attempt on the official SDK.
package gosdk

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
)

// Loop is unsafe: the literal is evaluated in every round.
func Loop(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name: "book_room",
			Arguments: map[string]any{
				"room":            room,
				"idempotency_key": uuid.NewString(), // want `the key idempotency_key of tools/call "book_room" is minted anew in every attempt.*mint it once before the first attempt`
			},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// LoopOnce is safe: minted before the loop.
func LoopOnce(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	key := uuid.NewString()
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name: "book_room",
			Arguments: map[string]any{
				"room":            room,
				"idempotency_key": key,
			},
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Variable is unsafe: by a variable of the body.
func Variable(ctx context.Context, s *mcp.ClientSession, args map[string]any) (res *mcp.CallToolResult, err error) {
	params := &mcp.CallToolParams{Name: "pay_invoice", Arguments: args}
	for attempt := 0; attempt < 5; attempt++ {
		key := "pay-" + uuid.New().String()
		args["idempotencyKey"] = key // want `the key idempotencyKey of tools/call "pay_invoice" is minted anew`
		if res, err = s.CallTool(ctx, params); err == nil {
			break
		}
		time.Sleep(time.Second << attempt)
	}
	return res, err
}

// Meta is unsafe: _meta is made anew as well.
func Meta(ctx context.Context, s *mcp.ClientSession, args map[string]any) (res *mcp.CallToolResult, err error) {
	for range 2 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Meta:      mcp.Meta{"idempotencyKey": xid.New().String()}, // want `the key idempotencyKey of tools/call "transfer_funds" is minted anew`
			Name:      "transfer_funds",
			Arguments: args,
		})
		if !errors.Is(err, io.EOF) {
			break
		}
	}
	return res, err
}

// Counted is unsafe: the number of the attempt is part of it.
func Counted(ctx context.Context, s *mcp.ClientSession, order string) (res *mcp.CallToolResult, err error) {
	for i := range 4 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "idempotency_key": fmt.Sprintf("%s-%d", order, i)}, // want `the key idempotency_key of tools/call "place_order" is counted on`
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Clocked is unsafe: the time of the attempt.
func Clocked(ctx context.Context, s *mcp.ClientSession, order string) (res *mcp.CallToolResult, err error) {
	for range 4 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": order, "idempotency_key": fmt.Sprintf("%s-%d", order, time.Now().UnixNano())}, // want `the key idempotency_key of tools/call "place_order" is read from the clock`
		})
		if err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Second is unsafe: the second call has a key of its own.
func Second(ctx context.Context, s *mcp.ClientSession, order string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()}}
	res, err := s.CallTool(ctx, params)
	if err != nil {
		params = &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()}} // want `the key idempotency_key of tools/call "place_order" is minted anew`
		res, err = s.CallTool(ctx, params)
	}
	return res, err
}

// SecondSame is safe: both calls share the params.
func SecondSame(ctx context.Context, s *mcp.ClientSession, order string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": order, "idempotency_key": uuid.NewString()}}
	res, err := s.CallTool(ctx, params)
	if err != nil {
		res, err = s.CallTool(ctx, params)
	}
	return res, err
}

// Closure is unsafe: the operation mints whenever it is run.
func Closure(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": ulid.Make().String()}, // want `the key idempotency_key of tools/call "book_room" is minted anew`
		})
	})
}

// ClosureOnce is safe: the operation captures the key.
func ClosureOnce(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	key := ulid.Make().String()
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) {
		return s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": key},
		})
	})
}

// Avast is unsafe: another library, random bytes.
func Avast(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	err = retry.Do(func() error {
		var b [16]byte
		if _, err := rand.Read(b[:]); err != nil {
			return err
		}
		var callErr error
		res, callErr = s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": hex.EncodeToString(b[:])}, // want `the key idempotency_key of tools/call "book_room" is minted anew`
		})
		return callErr
	}, retry.Attempts(3))
	return res, err
}

// Booking is what the tool is given.
type Booking struct {
	Room string `json:"room"`
	Key  string `json:"idempotency_key"`
}

func newBooking(room string) Booking {
	return Booking{Room: room, Key: uuid.NewString()} // want `the key idempotency_key of tools/call "book_room" is minted anew`
}

// Helper is unsafe: the helper that builds the arguments is called again.
func Helper(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: newBooking(room)}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// HelperOnce is safe: the helper is called once.
func HelperOnce(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	booking := newBookingOnce(room)
	for range 3 {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: booking}); err == nil {
			return res, nil
		}
	}
	return nil, err
}

func newBookingOnce(room string) Booking { return Booking{Room: room, Key: uuid.NewString()} }

// call makes one attempt and mints inside.
func call(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()}, // want `the key idempotency_key of tools/call "book_room" is minted anew`
	})
}

// Wrapped is unsafe: the retry stands one frame up.
func Wrapped(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = call(ctx, s, room); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Recursive is unsafe: every level mints.
func Recursive(ctx context.Context, s *mcp.ClientSession, room string, left int) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()}, // want `the key idempotency_key of tools/call "book_room" is minted anew`
	})
	if err != nil && left > 0 {
		return Recursive(ctx, s, room, left-1)
	}
	return res, err
}

// RecursiveGiven is safe: the key is passed down.
func RecursiveGiven(ctx context.Context, s *mcp.ClientSession, room, key string, left int) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": key},
	})
	if err != nil && left > 0 {
		return RecursiveGiven(ctx, s, room, key, left-1)
	}
	return res, err
}
