// Package sql holds outcomes that are recorded in a database/sql database.
package sql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Desk places orders and keeps their status.
type Desk struct {
	session *mcp.ClientSession
	db      *sql.DB
	log     *slog.Logger
}

func (d *Desk) place(ctx context.Context, id string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	return err
}

// Literal is unsafe: the status stands in the statement.
func (d *Desk) Literal(ctx context.Context, id string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	if err != nil {
		_, dberr := d.db.ExecContext(ctx, "UPDATE orders SET status = 'failed' WHERE id = ?", id) // want `the outcome of tools/call "place_order" is recorded as 'failed' by \(\*sql.DB\).ExecContext on any error, which also follows an executed call; record it as unknown and reconcile`
		return errors.Join(err, dberr)
	}
	return nil
}

// LiteralUnknown is its safe twin.
func (d *Desk) LiteralUnknown(ctx context.Context, id string) error {
	_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	if err != nil {
		_, dberr := d.db.ExecContext(ctx, "UPDATE orders SET status = 'unknown' WHERE id = ?", id)
		return errors.Join(err, dberr)
	}
	return nil
}

// Placeholder is unsafe: the status is a value.
func (d *Desk) Placeholder(ctx context.Context, id string) error {
	if err := d.place(ctx, id); err != nil {
		if _, err := d.db.ExecContext(ctx, `UPDATE orders SET status = $1, changed = $2 WHERE id = $3`, "rejected", time.Now(), id); err != nil { // want `recorded as "rejected"`
			return err
		}
		return err
	}
	return nil
}

// NoStatus is safe: the text is no status.
func (d *Desk) NoStatus(ctx context.Context, id string) error {
	if err := d.place(ctx, id); err != nil {
		_, _ = d.db.ExecContext(ctx, `UPDATE orders SET note = $1, changed = $2 WHERE id = $3`, "failed", time.Now(), id)
		return err
	}
	return nil
}

// Chosen is unsafe: one variable, written once at the end.
func (d *Desk) Chosen(ctx context.Context, id string) error {
	status := "placed"
	err := d.place(ctx, id)
	if err != nil {
		status = "failed"
	}
	if _, dberr := d.db.ExecContext(ctx, "UPDATE orders SET status = ? WHERE id = ?", status, id); dberr != nil { // want `recorded as "failed"`
		return dberr
	}
	return err
}

// ChosenOpen is its safe twin.
func (d *Desk) ChosenOpen(ctx context.Context, id string) error {
	status := "placed"
	err := d.place(ctx, id)
	if err != nil {
		status = "indeterminate"
	}
	if _, dberr := d.db.ExecContext(ctx, "UPDATE orders SET status = ? WHERE id = ?", status, id); dberr != nil {
		return dberr
	}
	return err
}

// Insert is unsafe: a row of outcomes.
func (d *Desk) Insert(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if err != nil {
		_, dberr := d.db.Exec("INSERT INTO outcomes (order_id, state) VALUES (?, 'not_executed')", id) // want `recorded as 'not_executed'`
		return dberr
	}
	return nil
}

// Flag is unsafe: a column that says whether it ran.
func (d *Desk) Flag(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if err != nil {
		_, dberr := d.db.Exec("UPDATE orders SET executed = false WHERE id = ?", id) // want `recorded as executed = false`
		return dberr
	}
	return nil
}

// Deferred is unsafe: the record is made on the way out.
func (d *Desk) Deferred(ctx context.Context, id string) (err error) {
	defer func() {
		if err != nil {
			_, dberr := d.db.ExecContext(ctx, "UPDATE orders SET status = 'error' WHERE id = ?", id) // want `recorded as 'error'`
			err = errors.Join(err, dberr)
		}
	}()
	return d.place(ctx, id)
}

// Cancelled is unsafe: giving up is no proof that the server did.
func (d *Desk) Cancelled(ctx context.Context, id string) error {
	err := d.place(ctx, id)
	if errors.Is(err, context.Canceled) {
		_, _ = d.db.Exec("UPDATE orders SET status = 'cancelled' WHERE id = ?", id) // want `recorded as 'cancelled' by \(\*sql.DB\).Exec on .*context.Canceled, which also follows`
	}
	return err
}

// Stmt is unsafe: a prepared statement.
func (d *Desk) Stmt(ctx context.Context, id string, mark *sql.Stmt) error {
	err := d.place(ctx, id)
	if err != nil {
		_, _ = mark.ExecContext(ctx, sql.Named("status", "failed"), sql.Named("id", id)) // want `recorded as "failed"`
	}
	return err
}

// Batch is unsafe: each order by itself.
func (d *Desk) Batch(ctx context.Context, ids []string) {
	for _, id := range ids {
		if err := d.place(ctx, id); err != nil {
			d.log.Error("order failed", "id", id, "status", "failed", "err", err)
			_, _ = d.db.ExecContext(ctx, "UPDATE orders SET status = 'failed' WHERE id = ?", id) // want `recorded as 'failed'`
			continue
		}
		_, _ = d.db.ExecContext(ctx, "UPDATE orders SET status = 'placed' WHERE id = ?", id)
	}
}

// After is unsafe: three attempts, then "failed".
func (d *Desk) After(ctx context.Context, id string) error {
	var err error
	for range 3 {
		if err = d.place(ctx, id); err == nil {
			return nil
		}
	}
	_, dberr := d.db.ExecContext(ctx, "UPDATE orders SET status = 'failed' WHERE id = ?", id) // want `recorded as 'failed'`
	return errors.Join(err, dberr)
}

// Rollback is unsafe: what is rolled back is all that says that the order was
// tried.
func (d *Desk) Rollback(ctx context.Context, id string) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id, status) VALUES (?, 'placing')", id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := d.place(ctx, id); err != nil {
		return errors.Join(err, tx.Rollback()) // want `\(\*sql.Tx\).Rollback undoes what belongs to tools/call "place_order" on any error`
	}
	return tx.Commit()
}

// RollbackEmpty is safe: nothing was written yet.
func (d *Desk) RollbackEmpty(ctx context.Context, id string) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := d.place(ctx, id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id, status) VALUES (?, 'placed')", id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// RollbackDeferred is safe: cleaning up.
func (d *Desk) RollbackDeferred(ctx context.Context, id string) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id, status) VALUES (?, 'placing')", id); err != nil {
		return err
	}
	if err := d.place(ctx, id); err != nil {
		return fmt.Errorf("order %s may have been placed: %w", id, err)
	}
	return tx.Commit()
}

// Select is safe: a question.
func (d *Desk) Select(ctx context.Context, id string) (n int, err error) {
	if err := d.place(ctx, id); err != nil {
		return n, d.db.QueryRowContext(ctx, "SELECT count(*) FROM orders WHERE status = 'failed'").Scan(&n)
	}
	return 0, nil
}
