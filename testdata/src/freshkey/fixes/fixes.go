// Package fixes holds findings of freshkey whose mint can be moved.
package fixes

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Loop mints in the literal.
func Loop(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
	params := &mcp.CallToolParams{Name: "book_room"}
	for range 3 {
		params.Arguments = map[string]any{"room": room, "idempotency_key": uuid.NewString()} // want `minted anew`
		if res, err = s.CallTool(ctx, params); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Labelled mints in a labelled loop, in several steps.
func Labelled(ctx context.Context, s *mcp.ClientSession, room string) (res *mcp.CallToolResult, err error) {
attempts:
	for attempt := 0; attempt < 3; attempt++ {
		key := "book-" + uuid.Must(uuid.NewV7()).String()
		res, err = s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": key}, // want `minted anew`
		})
		switch {
		case err == nil:
			break attempts
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
	}
	return res, err
}

// Items mints for each item, in front of the attempts for it.
func Items(ctx context.Context, s *mcp.ClientSession, rooms []string) error {
	for _, room := range rooms {
		var err error
		for operationKey := range 3 {
			_, err = s.CallTool(ctx, &mcp.CallToolParams{
				Name:      "book_room",
				Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()}, // want `minted anew`
			})
			if err == nil {
				break
			}
			time.Sleep(time.Duration(operationKey) * time.Second)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Closure mints in front of the call that is given the operation.
func Closure(ctx context.Context, s *mcp.ClientSession, room string) error {
	if err := retry.Do(func() error {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()}, // want `minted anew`
		})
		return err
	}, retry.Attempts(3)); err != nil {
		return err
	}
	return nil
}

// Second has no fix: which of the two keys is the one, the code must say.
func Second(ctx context.Context, s *mcp.ClientSession, room string) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "book_room",
		Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()},
	})
	if err != nil {
		return s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "book_room",
			Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()}, // want `minted anew`
		})
	}
	return res, nil
}

// Captured has no fix: the literal stands elsewhere and is run by others, too.
func Captured(ctx context.Context, s *mcp.ClientSession, rooms []string) error {
	for _, room := range rooms {
		book := func() error {
			_, err := s.CallTool(ctx, &mcp.CallToolParams{
				Name:      "book_room",
				Arguments: map[string]any{"room": room, "idempotency_key": uuid.NewString()}, // want `minted anew`
			})
			return err
		}
		if err := retry.Do(book, retry.Attempts(3)); err != nil {
			return err
		}
	}
	return nil
}
