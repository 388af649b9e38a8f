// Package shop places orders and looks for them in a ledger of another
// package.
package shop

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/lookupmiss/across/ledger"
)

// Orders is where orders are looked up.
type Orders interface {
	Lookup(ctx context.Context, key string) (id string, ok bool, err error)
}

// Shop places orders.
type Shop struct {
	session *mcp.ClientSession
	ledger  *ledger.Ledger
	orders  Orders
}

func (s *Shop) place(ctx context.Context, item string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"item": item}})
	return err
}

// Exists is unsafe.
func (s *Shop) Exists(ctx context.Context, item, key string) error {
	err := s.place(ctx, item)
	if err == nil {
		return nil
	}
	if ok, lerr := s.ledger.Exists(ctx, key); lerr == nil && !ok {
		return s.place(ctx, item) // want `tools/call "place_order" can run again because of what \(\*ledger.Ledger\).Exists found`
	}
	return err
}

// NotFound is unsafe: the sentinel of another package.
func (s *Shop) NotFound(ctx context.Context, item, key string) error {
	err := s.place(ctx, item)
	if err == nil {
		return nil
	}
	if _, lerr := s.ledger.FindByKey(ctx, key); errors.Is(lerr, ledger.ErrNotFound) {
		return s.place(ctx, item) // want `tools/call "place_order" can run again because of what \(\*ledger.Ledger\).FindByKey found`
	}
	return err
}

// Interface is unsafe: the shop's own interface.
func (s *Shop) Interface(ctx context.Context, item, key string) error {
	err := s.place(ctx, item)
	if err == nil {
		return nil
	}
	if _, ok, lerr := s.orders.Lookup(ctx, key); lerr == nil && !ok {
		return s.place(ctx, item) // want `tools/call "place_order" can run again because of what Orders.Lookup found`
	}
	return err
}

// NeverRan is safe: a contract says what true proves.
func (s *Shop) NeverRan(ctx context.Context, item, key string) error {
	err := s.place(ctx, item)
	if err == nil {
		return nil
	}
	never, lerr := s.ledger.NeverRan(ctx, key)
	if lerr != nil {
		return errors.Join(err, lerr)
	}
	if never {
		return s.place(ctx, item)
	}
	return err
}

// Received is safe: the sentinel is a proof.
func (s *Shop) Received(ctx context.Context, item, key string) error {
	err := s.place(ctx, item)
	if err == nil {
		return nil
	}
	if _, lerr := s.ledger.FindByKey(ctx, key); errors.Is(lerr, ledger.ErrNeverReceived) {
		return s.place(ctx, item)
	}
	return err
}
