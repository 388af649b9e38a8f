package loops

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"
)

func (b *Billing) charge(ctx context.Context, invoice, key string) error {
	req := mcp.CallToolRequest{}
	req.Params.Name = "charge_invoice"
	req.Params.Arguments = map[string]any{"invoice": invoice, "idempotency_key": key}
	_, err := b.c.CallTool(ctx, req)
	return err
}

// ChargeGivenKey is safe by default: the caller minted the key.
func (b *Billing) ChargeGivenKey(ctx context.Context, invoice, key string) (err error) {
	for range 3 {
		if err = b.charge(ctx, invoice, key); err == nil {
			return nil
		}
	}
	return err
}

// ChargeDerivedKey is safe by default: the key is made anew for each attempt,
// but it is always the same.
func (b *Billing) ChargeDerivedKey(ctx context.Context, invoice string) (err error) {
	for range 3 {
		key := uuid.NewSHA1(uuid.NameSpaceURL, []byte("charge:"+invoice))
		if err = b.charge(ctx, invoice, key.String()); err == nil {
			return nil
		}
	}
	return err
}

// ChargeTimeKey is unsafe: the time differs for each attempt.
func (b *Billing) ChargeTimeKey(ctx context.Context, invoice string) (err error) {
	for range 3 {
		key := fmt.Sprintf("%s-%d", invoice, time.Now().UnixNano())
		if err = b.charge(ctx, invoice, key); err == nil { // want `tools/call "charge_invoice".*can run again`
			return nil
		}
	}
	return err
}

// ChargeCountedKey is unsafe: the number of the attempt is in the key.
func (b *Billing) ChargeCountedKey(ctx context.Context, invoice string) (err error) {
	for n := range 3 {
		if err = b.charge(ctx, invoice, fmt.Sprint(invoice, "/", n)); err == nil { // want `tools/call "charge_invoice".*can run again`
			return nil
		}
	}
	return err
}

// ChargeSessionKey is unsafe: the session's id is no key of an operation, and
// another one after a reconnect.
func (b *Billing) ChargeSessionKey(ctx context.Context, invoice string) (err error) {
	for range 3 {
		if err = b.charge(ctx, invoice, b.c.GetSessionId()); err == nil { // want `tools/call "charge_invoice".*can run again`
			return nil
		}
	}
	return err
}

func (b *Billing) chargeAnew(ctx context.Context, invoice string) error {
	return b.charge(ctx, invoice, uuid.NewString())
}

// ChargeHiddenKey is unsafe: the key is minted in a helper, for each attempt.
func (b *Billing) ChargeHiddenKey(ctx context.Context, invoice string) (err error) {
	for range 3 {
		if err = b.chargeAnew(ctx, invoice); err == nil { // want `tools/call "charge_invoice".*can run again`
			return nil
		}
	}
	return err
}

// ChargeRequestID is unsafe: a request id is usually one of tracing.
func (b *Billing) ChargeRequestID(ctx context.Context, invoice string) (err error) {
	req := mcp.CallToolRequest{}
	req.Params.Name = "charge_invoice"
	req.Params.Arguments = map[string]any{"invoice": invoice, "request_id": uuid.NewString()}
	for range 3 {
		if _, err = b.c.CallTool(ctx, req); err == nil { // want `tools/call "charge_invoice".*can run again`
			return nil
		}
	}
	return err
}
