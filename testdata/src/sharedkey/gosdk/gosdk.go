// Package gosdk gives different operations one key, on the official SDK.
package gosdk

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

// Order is one thing to do.
type Order struct {
	ID     string
	Amount int
}

// Loop is unsafe: one key for all orders.
func Loop(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	key := uuid.NewString()
	for _, o := range orders {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name: "place_order",
			Arguments: map[string]any{
				"order":           o.ID,
				"idempotency_key": key, // want `the key idempotency_key of tools/call "place_order" is the same in all rounds while the arguments differ.*mint a key per operation`
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// LoopEach is safe: the key covers the order.
func LoopEach(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	key := uuid.NewString()
	for _, o := range orders {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name: "place_order",
			Arguments: map[string]any{
				"order":           o.ID,
				"idempotency_key": key + "/" + o.ID,
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// LoopMinted is safe: a key for each order.
func LoopMinted(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	for _, o := range orders {
		key := uuid.NewString()
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name: "place_order",
			Arguments: map[string]any{
				"order":           o.ID,
				"idempotency_key": key,
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Collected is unsafe: failures are collected, every order is tried.
func Collected(ctx context.Context, s *mcp.ClientSession, key string, orders map[string]int) (failed []string) {
	for id, amount := range orders {
		args := map[string]any{"order": id, "amount": amount}
		args["idempotencyKey"] = key // want `the key idempotencyKey of tools/call "place_order" is the same in all rounds`
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: args}); err != nil {
			failed = append(failed, id)
		}
	}
	return failed
}

// Meta is unsafe: _meta is the same for all.
func Meta(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	meta := mcp.Meta{"idempotencyKey": uuid.NewString()} // want `the key idempotencyKey of tools/call "place_order" is the same in all rounds`
	for _, o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{Meta: meta, Name: "place_order", Arguments: o}); err != nil {
			return err
		}
	}
	return nil
}

// Group is unsafe: the goroutines capture one key.
func Group(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	g, ctx := errgroup.WithContext(ctx)
	key := uuid.NewString()
	for _, o := range orders {
		g.Go(func() error {
			_, err := s.CallTool(ctx, &mcp.CallToolParams{
				Name:      "place_order",
				Arguments: map[string]any{"order": o.ID, "idempotency_key": key}, // want `the key idempotency_key of tools/call "place_order" is the same in all rounds`
			})
			return err
		})
	}
	return g.Wait()
}

// GroupEach is safe: each goroutine mints.
func GroupEach(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, o := range orders {
		g.Go(func() error {
			key := uuid.NewString()
			_, err := s.CallTool(ctx, &mcp.CallToolParams{
				Name:      "place_order",
				Arguments: map[string]any{"order": o.ID, "idempotency_key": key},
			})
			return err
		})
	}
	return g.Wait()
}

// Goroutines is unsafe: as Group, by hand.
func Goroutines(ctx context.Context, s *mcp.ClientSession, orders []Order) {
	var wg sync.WaitGroup
	key := "batch-" + uuid.NewString()
	for _, o := range orders {
		wg.Add(1)
		go func(o Order) {
			defer wg.Done()
			_, _ = s.CallTool(ctx, &mcp.CallToolParams{
				Name:      "place_order",
				Arguments: map[string]any{"order": o.ID, "idempotency_key": key}, // want `the key idempotency_key of tools/call "place_order" is the same in all rounds`
			})
		}(o)
	}
	wg.Wait()
}

// Worker is unsafe: one key for all that comes.
func Worker(ctx context.Context, s *mcp.ClientSession, orders <-chan Order) error {
	key := uuid.NewString()
	for o := range orders {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": key}, // want `the key idempotency_key of tools/call "place_order" is the same in all rounds`
		}); err != nil {
			return err
		}
	}
	return nil
}

// Numbered is unsafe: the machines differ by their number.
func Numbered(ctx context.Context, s *mcp.ClientSession, n int) error {
	key := uuid.NewString()
	for i := range n {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "create_machine",
			Arguments: map[string]any{"name": fmt.Sprintf("worker-%d", i), "idempotency_key": key}, // want `the key idempotency_key of tools/call "create_machine" is the same in all rounds`
		}); err != nil {
			return err
		}
	}
	return nil
}

// NumberedEach is safe: so do the keys.
func NumberedEach(ctx context.Context, s *mcp.ClientSession, n int) error {
	key := uuid.NewString()
	for i := range n {
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "create_machine",
			Arguments: map[string]any{"name": fmt.Sprintf("worker-%d", i), "idempotency_key": fmt.Sprintf("%s-%d", key, i)},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Transfer is what the tool is given.
type Transfer struct {
	To    string `json:"to"`
	Token string `json:"client_token"`
}

// Token is unsafe: minted before the loop, under a name that means one call.
func Token(ctx context.Context, s *mcp.ClientSession, accounts []string) error {
	token := uuid.NewString()
	for _, a := range accounts {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "transfer_funds",
			Arguments: Transfer{To: a, Token: token}, // want `the key client_token of tools/call "transfer_funds" is the same in all rounds`
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d Desk) place(ctx context.Context, o Order, key string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"order": o.ID, "idempotency_key": key},
	})
	return err
}

// Desk places orders.
type Desk struct {
	session *mcp.ClientSession
	id      string
}

// All is unsafe: the helper is given the same key for each order.
func (d Desk) All(ctx context.Context, orders []Order) error {
	key := uuid.NewString()
	for _, o := range orders {
		if err := d.place(ctx, o, key); err != nil { // want `the key idempotency_key of tools/call "place_order" is the same in all rounds`
			return err
		}
	}
	return nil
}

func forEach[T any](list []T, f func(T) error) error {
	for _, x := range list {
		if err := f(x); err != nil {
			return err
		}
	}
	return nil
}

// Each is unsafe: the literal is called for each order.
func Each(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	key := uuid.NewString()
	return forEach(orders, func(o Order) error {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": key}, // want `the key idempotency_key of tools/call "place_order" is the same in all rounds`
		})
		return err
	})
}

// EachMinted is safe.
func EachMinted(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	return forEach(orders, func(o Order) error {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{
			Name:      "place_order",
			Arguments: map[string]any{"order": o.ID, "idempotency_key": uuid.NewString()},
		})
		return err
	})
}

// Constant is unsafe: whatever is ordered has the same key.
func Constant(ctx context.Context, s *mcp.ClientSession, o Order) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name: "place_order",
		Arguments: map[string]any{
			"order":           o.ID,
			"amount":          o.Amount,
			"idempotency_key": "place-order", // want `the key idempotency_key of tools/call "place_order" is a constant while the arguments differ`
		},
	})
}

// ConstantOf is safe: the constant is only a part.
func ConstantOf(ctx context.Context, s *mcp.ClientSession, o Order) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name: "place_order",
		Arguments: map[string]any{
			"order":           o.ID,
			"amount":          o.Amount,
			"idempotency_key": "place-order/" + o.ID,
		},
	})
}

const bookingKey = "booking"

// Named is unsafe: a named constant, in _meta.
func Named(ctx context.Context, s *mcp.ClientSession, args map[string]any) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Meta:      mcp.Meta{"com.example/idempotencyKey": bookingKey}, // want `the key com.example/idempotencyKey of tools/call "book_room" is a constant`
		Name:      "book_room",
		Arguments: args,
	})
}

// Session is unsafe: one id for everything that the session does.
func Session(ctx context.Context, s *mcp.ClientSession, o Order) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"order": o.ID, "idempotency_key": s.ID()}, // want `the key idempotency_key of tools/call "place_order" is the id of the session, one for all calls, while the arguments differ`
	})
}

// SessionAnd is no matter of this rule: the key covers the order.
func SessionAnd(ctx context.Context, s *mcp.ClientSession, o Order) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"order": o.ID, "idempotency_key": s.ID() + "/" + o.ID},
	})
}

// NewDesk keeps the id of the session.
func NewDesk(s *mcp.ClientSession) *Desk { return &Desk{session: s, id: "desk-" + s.ID()} }

// Place is unsafe: the field holds the id of the session.
func (d *Desk) Place(ctx context.Context, o Order) (*mcp.CallToolResult, error) {
	return d.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"order": o.ID, "idempotency_key": d.id}, // want `the key idempotency_key of tools/call "place_order" is the id of the session`
	})
}

var runID = uuid.NewString()

// Run is unsafe: one id for the process.
func Run(ctx context.Context, s *mcp.ClientSession, o Order) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"order": o.ID, "idempotency_key": runID}, // want `the key idempotency_key of tools/call "place_order" is minted once for the whole process`
	})
}

// RunOrder is safe: the id of the process is a part.
func RunOrder(ctx context.Context, s *mcp.ClientSession, o Order) (*mcp.CallToolResult, error) {
	return s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "place_order",
		Arguments: map[string]any{"order": o.ID, "idempotency_key": runID + o.ID},
	})
}
