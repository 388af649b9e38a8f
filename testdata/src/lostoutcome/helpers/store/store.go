// Package store keeps orders in a table.
package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// A Store is a table of orders.
type Store struct{ db *sql.DB }

// MarkFailed ends an order.
func (s *Store) MarkFailed(ctx context.Context, id string) error {
	return s.set(ctx, id, "failed")
}

// SetStatus changes an order.
func (s *Store) SetStatus(ctx context.Context, id, status string) error {
	return s.set(ctx, id, status)
}

func (s *Store) set(ctx context.Context, id, status string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE orders SET status = ? WHERE id = ?", status, id)
	return err
}

// MarkFailed ends an order in any database.
func MarkFailed(ctx context.Context, db *sql.DB, id string) error {
	return (&Store{db}).MarkFailed(ctx, id)
}

// Memory keeps orders while the process runs.
type Memory struct {
	mu     sync.Mutex
	status map[string]string
}

// SetStatus changes an order.
func (m *Memory) SetStatus(ctx context.Context, id, status string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.status == nil {
		return errors.New("closed")
	}
	m.status[id] = status
	return nil
}
