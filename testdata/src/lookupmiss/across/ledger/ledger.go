// Package ledger asks about orders.
package ledger

import (
	"context"
	"database/sql"
	"errors"
)

// ErrNotFound: there is no such order here.
var ErrNotFound = errors.New("ledger: no such order")

// ErrNeverReceived: the gateway did not get the order.
//
//mcplint:noeffect "the gateway journals each order before it forwards it: gateway manual, section 2"
var ErrNeverReceived = errors.New("ledger: the gateway did not receive the order")

// A Ledger is a table of orders.
type Ledger struct{ db *sql.DB }

// FindByKey returns the order with that key.
func (l *Ledger) FindByKey(ctx context.Context, key string) (order string, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT id FROM orders WHERE key = $1", key).Scan(&order)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return order, err
}

// Exists reports whether there is an order with that key.
func (l *Ledger) Exists(ctx context.Context, key string) (bool, error) {
	_, err := l.FindByKey(ctx, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// NeverRan reports whether the gateway is sure that the order with that key
// did not reach it and never will.
//
//mcplint:noeffect "keys that were not seen are fenced by the call: gateway manual, section 3"
func (l *Ledger) NeverRan(ctx context.Context, key string) (bool, error) {
	var fenced bool
	err := l.db.QueryRowContext(ctx, "SELECT fence($1)", key).Scan(&fenced)
	return fenced, err
}
