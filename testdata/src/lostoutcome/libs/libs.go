// Package libs holds outcomes that are recorded through database libraries.
package libs

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/redis/go-redis/v9"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
)

// An Invoice is paid by a tool.
type Invoice struct {
	ID     string
	State  string
	PaidAt time.Time
}

// Till pays invoices.
type Till struct {
	session *mcp.ClientSession
	pool    *pgxpool.Pool
	orm     *gorm.DB
	redis   *redis.Client
	bun     *bun.DB
}

func (t *Till) pay(ctx context.Context, id string) error {
	_, err := t.session.CallTool(ctx, &mcp.CallToolParams{Name: "pay_invoice", Arguments: map[string]any{"id": id}})
	return err
}

// Pgx is unsafe.
func (t *Till) Pgx(ctx context.Context, id string) error {
	if err := t.pay(ctx, id); err != nil {
		_, err := t.pool.Exec(ctx, "UPDATE invoices SET state = 'failed' WHERE id = $1", id) // want `recorded as 'failed' by \(\*pgxpool.Pool\).Exec`
		return err
	}
	return nil
}

// PgxArgs is unsafe: named arguments.
func (t *Till) PgxArgs(ctx context.Context, id string) error {
	if err := t.pay(ctx, id); err != nil {
		_, err := t.pool.Exec(ctx, "UPDATE invoices SET state = @state WHERE id = @id", pgx.NamedArgs{"state": "declined", "id": id}) // want `recorded as "declined"`
		return err
	}
	return nil
}

// PgxTx is unsafe: the transaction holds the trace of the payment.
func (t *Till) PgxTx(ctx context.Context, id string) error {
	tx, err := t.pool.Begin(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO payments (id) VALUES ($1)", id); err != nil {
		return err
	}
	if err := t.pay(ctx, id); err != nil {
		_ = tx.Rollback(ctx) // want `pgx.Tx.Rollback undoes what belongs to tools/call "pay_invoice"`
		return err
	}
	return tx.Commit(ctx)
}

// Gorm is unsafe: one column.
func (t *Till) Gorm(ctx context.Context, inv *Invoice) error {
	if err := t.pay(ctx, inv.ID); err != nil {
		return t.orm.WithContext(ctx).Model(inv).Update("state", "failed").Error // want `recorded as "failed" by \(\*gorm.DB\).Update`
	}
	return t.orm.WithContext(ctx).Model(inv).Update("state", "paid").Error
}

// GormRecord is unsafe: the record.
func (t *Till) GormRecord(ctx context.Context, inv *Invoice) error {
	if err := t.pay(ctx, inv.ID); err != nil {
		inv.State = "failed"
	} else {
		inv.State, inv.PaidAt = "paid", time.Now()
	}
	return t.orm.WithContext(ctx).Save(inv).Error // want `recorded as "failed" by \(\*gorm.DB\).Save`
}

// GormOpen is its safe twin.
func (t *Till) GormOpen(ctx context.Context, inv *Invoice) error {
	if err := t.pay(ctx, inv.ID); err != nil {
		inv.State = "unconfirmed"
	} else {
		inv.State, inv.PaidAt = "paid", time.Now()
	}
	return t.orm.WithContext(ctx).Save(inv).Error
}

// RedisHash is unsafe: a field of a hash.
func (t *Till) RedisHash(ctx context.Context, id string) error {
	if err := t.pay(ctx, id); err != nil {
		return t.redis.HSet(ctx, "invoice:"+id, "status", "failed", "reason", err.Error()).Err() // want `recorded as "failed" by redis.cmdable.HSet`
	}
	return nil
}

// RedisHashReason is safe: a reason is no status.
func (t *Till) RedisHashReason(ctx context.Context, id string) error {
	if err := t.pay(ctx, id); err != nil {
		return t.redis.HSet(ctx, "invoice:"+id, "status", "pending", "reason", "failed").Err()
	}
	return nil
}

// RedisKey is unsafe: the key says that it is the status.
func (t *Till) RedisKey(ctx context.Context, id string) error {
	if err := t.pay(ctx, id); err != nil {
		return t.redis.Set(ctx, "invoice:"+id+":status", "failed", 0).Err() // want `recorded as "failed" by redis.cmdable.Set`
	}
	return nil
}

// RedisJSON is unsafe: an encoded record.
func (t *Till) RedisJSON(ctx context.Context, inv Invoice) error {
	err := t.pay(ctx, inv.ID)
	inv.State = "paid"
	if err != nil {
		inv.State = "error"
	}
	data, jerr := json.Marshal(inv)
	if jerr != nil {
		return jerr
	}
	return t.redis.Set(ctx, "invoice:"+inv.ID, data, time.Hour).Err() // want `recorded as "error" by redis.cmdable.Set`
}

// Bun is unsafe: a query that is built.
func (t *Till) Bun(ctx context.Context, id string) error {
	if err := t.pay(ctx, id); err != nil {
		_, err := t.bun.NewUpdate().Model((*Invoice)(nil)).Set("state = ?", "failed").Where("id = ?", id).Exec(ctx) // want `recorded as "failed" by \(\*bun.UpdateQuery\).Exec`
		return err
	}
	return nil
}

// BunOpen is its safe twin.
func (t *Till) BunOpen(ctx context.Context, id string) error {
	if err := t.pay(ctx, id); err != nil {
		_, err := t.bun.NewUpdate().Model((*Invoice)(nil)).Set("state = ?", "open").Where("state != ?", "failed").Exec(ctx)
		return err
	}
	return nil
}
