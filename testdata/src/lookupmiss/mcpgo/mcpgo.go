// Package mcpgo holds payments that are repeated because a lookup found
// nothing, on mcp-go.
package mcpgo

import (
	"context"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Till pays invoices.
type Till struct{ mcp client.MCPClient }

func (t *Till) call(ctx context.Context, tool, invoice string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = tool
	req.Params.Arguments = map[string]any{"invoice": invoice}
	return t.mcp.CallTool(ctx, req)
}

// paid asks whether the invoice is paid.
func (t *Till) paid(ctx context.Context, invoice string) (bool, error) {
	res, err := t.call(ctx, "get_payment", invoice)
	if err != nil {
		return false, err
	}
	return !res.IsError, nil
}

// Pay is unsafe: the payment may not be booked yet.
func (t *Till) Pay(ctx context.Context, invoice string) error {
	_, err := t.call(ctx, "pay_invoice", invoice)
	var te *transport.Error
	if !errors.As(err, &te) {
		return err
	}
	paid, perr := t.paid(ctx, invoice)
	if perr != nil {
		return perr
	}
	if paid {
		return nil
	}
	_, err = t.call(ctx, "pay_invoice", invoice) // want `tools/call "pay_invoice" can run again because of what \(\*Till\).paid found`
	return err
}

// PayHeld is its safe twin.
func (t *Till) PayHeld(ctx context.Context, invoice string) error {
	_, err := t.call(ctx, "pay_invoice", invoice)
	var te *transport.Error
	if !errors.As(err, &te) {
		return err
	}
	paid, perr := t.paid(ctx, invoice)
	if perr != nil {
		return perr
	}
	if paid {
		return nil
	}
	return fmt.Errorf("payment of %s may have been made: %w", invoice, err)
}

// PayRefused is safe: 401 is said before the payment runs.
func (t *Till) PayRefused(ctx context.Context, invoice string) error {
	_, err := t.call(ctx, "pay_invoice", invoice)
	if !errors.Is(err, transport.ErrUnauthorized) {
		return err
	}
	if paid, perr := t.paid(ctx, invoice); perr == nil && !paid {
		_, err = t.call(ctx, "pay_invoice", invoice)
	}
	return err
}

// PayLoop is unsafe: any answer but "paid" pays again.
func (t *Till) PayLoop(ctx context.Context, invoice string) (err error) {
	for range 3 {
		if _, err = t.call(ctx, "pay_invoice", invoice); err == nil { // want `tools/call "pay_invoice" can run again because of what \(\*Till\).paid found`
			return nil
		}
		if paid, _ := t.paid(ctx, invoice); paid {
			return nil
		}
	}
	return err
}

// PayAnswered is safe by default: the tool ran and said what was wrong.
func (t *Till) PayAnswered(ctx context.Context, invoice string) error {
	res, err := t.call(ctx, "pay_invoice", invoice)
	if err != nil || !res.IsError {
		return err
	}
	if paid, perr := t.paid(ctx, invoice); perr == nil && !paid {
		_, err = t.call(ctx, "pay_invoice", invoice)
	}
	return err
}
