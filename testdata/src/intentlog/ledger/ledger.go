// Package ledger writes intents down.
package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
)

// A Ledger keeps intents in a database.
type Ledger struct{ DB *sql.DB }

// Begin writes an intent.
func (l *Ledger) Begin(ctx context.Context, key string, args any) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	_, err = l.DB.ExecContext(ctx, "INSERT INTO intents (key, args) VALUES (?, ?)", key, text)
	return err
}

// A Log is a journal of any kind.
type Log interface {
	Write(ctx context.Context, key string) error
}

// Prepare writes an intent by way of the ledger.
func Prepare(ctx context.Context, l *Ledger, key string, args any) error {
	if key == "" {
		return os.ErrInvalid
	}
	return l.Begin(ctx, key, args)
}

// Maybe writes one if there is a key.
func Maybe(ctx context.Context, l *Ledger, key string, args any) error {
	if key == "" {
		return nil
	}
	return l.Begin(ctx, key, args)
}
