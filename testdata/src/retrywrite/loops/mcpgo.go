package loops

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Billing issues invoices through mcp-go.
type Billing struct {
	c        *client.Client
	attempts int
}

// CreateInvoice is unsafe: the request is built once and sent again after any
// error; the bound is a setting.
func (b *Billing) CreateInvoice(ctx context.Context, customer string, cents int64) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "create_invoice"
	req.Params.Arguments = map[string]any{"customer": customer, "cents": cents}

	var err error
	for i := 0; i < b.attempts; i++ {
		var res *mcp.CallToolResult
		if res, err = b.c.CallTool(ctx, req); err == nil { // want `tools/call "create_invoice".*can run again.*any error`
			return res, nil
		}
		log.Printf("invoice for %s, attempt %d: %v", customer, i+1, err)
	}
	return nil, fmt.Errorf("create invoice: %w", err)
}

// CreateInvoiceOnce is safe: the same without the loop.
func (b *Billing) CreateInvoiceOnce(ctx context.Context, customer string, cents int64) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = "create_invoice"
	req.Params.Arguments = map[string]any{"customer": customer, "cents": cents}

	res, err := b.c.CallTool(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("create invoice: %w", err)
	}
	return res, nil
}

// SendReminder is unsafe: the request is rebuilt for each attempt from the
// same values; it is still the same operation.
func (b *Billing) SendReminder(ctx context.Context, invoice string) error {
	backoff := 100 * time.Millisecond
	for {
		req := mcp.CallToolRequest{Params: mcp.CallToolParams{
			Name:      "send_reminder",
			Arguments: map[string]any{"invoice": invoice},
		}}
		_, err := b.c.CallTool(ctx, req) // want `tools/call "send_reminder".*can run again`
		if err == nil {
			return nil
		}
		var te *transport.Error
		if !errors.As(err, &te) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(backoff + rand.N(backoff)):
			backoff *= 2
		}
	}
}

// ChargeNumbered is unsafe: the attempt number in the arguments does not make
// another operation of it.
func (b *Billing) ChargeNumbered(ctx context.Context, invoice string) error {
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		req := mcp.CallToolRequest{}
		req.Params.Name = "charge_invoice"
		req.Params.Arguments = map[string]any{"invoice": invoice, "attempt": attempt}
		if _, err = b.c.CallTool(ctx, req); err == nil { // want `tools/call "charge_invoice".*can run again`
			break
		}
	}
	return err
}

// ChargeFreshKey is unsafe: the key differs for each attempt, so the server
// cannot tell that it is one charge.
func (b *Billing) ChargeFreshKey(ctx context.Context, invoice string) error {
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		req := mcp.CallToolRequest{}
		req.Params.Name = "charge_invoice"
		req.Params.Arguments = map[string]any{
			"invoice":         invoice,
			"idempotency_key": uuid.NewString(),
		}
		if _, err = b.c.CallTool(ctx, req); err == nil { // want `tools/call "charge_invoice".*can run again`
			break
		}
	}
	return err
}

// ChargeStableKey is safe by default: the key is minted once, before the
// first attempt, and its name says what it is for.
func (b *Billing) ChargeStableKey(ctx context.Context, invoice string) error {
	key := uuid.NewString()
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		req := mcp.CallToolRequest{}
		req.Params.Name = "charge_invoice"
		req.Params.Arguments = map[string]any{
			"invoice":         invoice,
			"idempotency_key": key,
		}
		if _, err = b.c.CallTool(ctx, req); err == nil {
			break
		}
	}
	return err
}

// ChargeTraceMeta is unsafe: only _meta differs between the attempts.
func (b *Billing) ChargeTraceMeta(ctx context.Context, invoice string) error {
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		req := mcp.CallToolRequest{}
		req.Params.Name = "charge_invoice"
		req.Params.Arguments = map[string]any{"invoice": invoice}
		req.Params.Meta = &mcp.Meta{
			ProgressToken:    attempt,
			AdditionalFields: map[string]any{"traceparent": uuid.NewString()},
		}
		req.Header = http.Header{"X-Attempt": {fmt.Sprint(attempt)}}
		if _, err = b.c.CallTool(ctx, req); err == nil { // want `tools/call "charge_invoice".*can run again`
			break
		}
	}
	return err
}

// DunEveryone is safe: the argument varies with the loop.
func (b *Billing) DunEveryone(ctx context.Context, invoices []string) (failed int) {
	for i := 0; i < len(invoices); i++ {
		req := mcp.CallToolRequest{}
		req.Params.Name = "send_reminder"
		req.Params.Arguments = map[string]any{"invoice": invoices[i]}
		if _, err := b.c.CallTool(ctx, req); err != nil {
			failed++
			continue
		}
	}
	return failed
}

// DunSameIndex is unsafe: the index moves on only after a success, so the
// same reminder is sent again.
func (b *Billing) DunSameIndex(ctx context.Context, invoices []string) {
	failures := 0
	for i := 0; i < len(invoices) && failures < 10; {
		req := mcp.CallToolRequest{}
		req.Params.Name = "send_reminder"
		req.Params.Arguments = map[string]any{"invoice": invoices[i]}
		if _, err := b.c.CallTool(ctx, req); err != nil { // want `tools/call "send_reminder".*can run again`
			failures++
			continue
		}
		i++
	}
}
