// Package ledger writes intents down.
package ledger

import (
	"context"
	"os"
	"time"

	"github.com/mcprecovery/mcplint/recovery"
)

// A Ledger keeps intents in a journal.
type Ledger struct{ Journal recovery.Journal }

// Begin writes an intent.
func (l *Ledger) Begin(ctx context.Context, key string, args any) error {
	digest, err := recovery.DigestArguments(args)
	if err != nil {
		return err
	}
	return l.Journal.Append(ctx, recovery.Record{
		Operation: key, Time: time.Now(), Kind: recovery.KindIntent, Intent: &recovery.Intent{ID: key, Digest: digest},
	})
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
