// Package ledger writes intents down.
package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
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
