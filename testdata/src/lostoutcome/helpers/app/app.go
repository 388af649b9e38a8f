// Package app records outcomes through helpers of its own and of another
// package.
package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cases/lostoutcome/helpers/store"
)

// App places orders.
type App struct {
	session *mcp.ClientSession
	db      *sql.DB
	store   *store.Store
	memory  *store.Memory
	seen    map[string]string
}

func (a *App) place(ctx context.Context, id string) error {
	_, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"id": id}})
	if err != nil {
		return fmt.Errorf("place order %s: %w", id, err)
	}
	return nil
}

// Method is unsafe: a store in another package, by its method's name.
func (a *App) Method(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		return errors.Join(err, a.store.MarkFailed(ctx, id)) // want `recorded by \(\*store.Store\).MarkFailed`
	}
	return nil
}

// Status is unsafe: the same, by the status.
func (a *App) Status(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		return errors.Join(err, a.store.SetStatus(ctx, id, "failed")) // want `recorded as "failed" by \(\*store.Store\).SetStatus`
	}
	return nil
}

// Func is unsafe: a function of another package.
func (a *App) Func(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		return errors.Join(err, store.MarkFailed(ctx, a.db, id)) // want `recorded by store.MarkFailed`
	}
	return nil
}

// InMemory is safe: nothing outlives the process.
func (a *App) InMemory(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		return errors.Join(err, a.memory.SetStatus(ctx, id, "failed"))
	}
	return nil
}

// fail ends an order: it does what it is told.
func (a *App) fail(ctx context.Context, id string) error {
	return a.set(ctx, id, "failed")
}

func (a *App) set(ctx context.Context, id, status string) error {
	_, err := a.db.ExecContext(ctx, "UPDATE orders SET status = ? WHERE id = ?", status, id)
	return err
}

// Own is unsafe: a helper that fails orders is told to.
func (a *App) Own(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		return errors.Join(err, a.fail(ctx, id)) // want `the outcome of tools/call "place_order" is recorded as "failed" by \(\*sql.DB\).ExecContext .*\(via \(\*sql.DB\).ExecContext at cases/lostoutcome/helpers/app/app.go:75\)`
	}
	return a.set(ctx, id, "placed")
}

// OwnOpen is its safe twin.
func (a *App) OwnOpen(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		return errors.Join(err, a.set(ctx, id, "unknown"))
	}
	return a.set(ctx, id, "placed")
}

// finish is unsafe itself: it decides by the error.
func (a *App) finish(ctx context.Context, id string, err error) error {
	if err == nil {
		return a.set(ctx, id, "placed")
	}
	status := "failed"
	if errors.Is(err, context.DeadlineExceeded) {
		status = "unknown"
	}
	return a.set(ctx, id, status) // want `recorded as "failed" by .* on .*, which also follows an executed call`
}

// Finished hands the error on.
func (a *App) Finished(ctx context.Context, id string) error {
	return a.finish(ctx, id, a.place(ctx, id))
}

// close is safe: it tells what is known.
func (a *App) close(ctx context.Context, id string, err error) error {
	switch {
	case err == nil:
		return a.set(ctx, id, "placed")
	case errors.Is(err, mcp.ErrConnectionClosed):
		return a.set(ctx, id, "failed")
	}
	return a.set(ctx, id, "unknown")
}

// Closed is safe.
func (a *App) Closed(ctx context.Context, id string) error {
	return a.close(ctx, id, a.place(ctx, id))
}

// Literal is unsafe: a function literal that is called at once.
func (a *App) Literal(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	record := func(status string) error {
		return a.set(ctx, id, status)
	}
	if err != nil {
		return record("failed") // want `recorded as "failed"`
	}
	return record("placed")
}

// Remembered is safe: a field of the process.
func (a *App) Remembered(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		a.seen[id] = "failed"
	}
	return err
}

// Async is unsafe: recorded in another goroutine.
func (a *App) Async(ctx context.Context, id string) error {
	err := a.place(ctx, id)
	if err != nil {
		go a.store.MarkFailed(context.WithoutCancel(ctx), id) // want `recorded by \(\*store.Store\).MarkFailed`
	}
	return err
}

// Returned is safe: what the caller makes of it is the caller's.
func (a *App) Returned(ctx context.Context, id string) (status string, err error) {
	if err := a.place(ctx, id); err != nil {
		return "failed", err
	}
	return "placed", nil
}

// Kept is unsafe: here is what the caller makes of it.
func (a *App) Kept(ctx context.Context, id string) error {
	status, err := a.Returned(ctx, id)
	return errors.Join(err, a.store.SetStatus(ctx, id, status)) // want `recorded as "failed"`
}
