// Package keys holds calls of tools whose server recognises repetitions by a
// key, and what the calls make of it.
package keys

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The server keeps the keys for a day.
//
//mcplint:dedupes key=idempotency_key window=24h "shop manual, section 7"
const placeOrder = "place_order"

// The bank looks into _meta.
//
//mcplint:dedupes key=meta:idempotencyKey "bank manual, page 3"
const transferMoney = "transfer_money"

// The hotel looks into a part of the arguments.
//
//mcplint:dedupes key=arguments.booking.reference window=48h "hotel manual, page 12"
const bookRoom = "book_room"

// Shop places orders.
type Shop struct{ session *mcp.ClientSession }

// Passed is right.
func (s *Shop) Passed(ctx context.Context, item, order string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder, Arguments: map[string]any{
		"item": item, "idempotency_key": order,
	}})
	return err
}

// Missing is wrong: the server has nothing to recognise the order by.
func (s *Shop) Missing(ctx context.Context, item, order string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder, Arguments: map[string]any{ // want `the dedupes contract of tools/call "place_order" does not hold for this call: arguments.idempotency_key is not passed; pass a key that names the operation`
		"item": item, "order": order,
	}})
	return err
}

// None is wrong: no arguments.
func (s *Shop) None(ctx context.Context) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder}) // want `arguments.idempotency_key is not passed`
	return err
}

type order struct {
	Item string `json:"item"`
	Key  string `json:"idempotency_key,omitempty"`
}

// Struct is right: the field is sent under the name of the key.
func (s *Shop) Struct(ctx context.Context, item, key string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder, Arguments: order{Item: item, Key: key}})
	return err
}

// StructMissing is wrong: the field is left empty.
func (s *Shop) StructMissing(ctx context.Context, item string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder, Arguments: order{Item: item}}) // want `arguments.idempotency_key is not passed`
	return err
}

// Parameter is right as far as anybody can see.
func (s *Shop) Parameter(ctx context.Context, args map[string]any) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder, Arguments: args})
	return err
}

// Added is right: the key comes later.
func (s *Shop) Added(ctx context.Context, item, key string) error {
	args := map[string]any{"item": item}
	if key != "" {
		args["idempotency_key"] = key
	}
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: placeOrder, Arguments: args})
	return err
}

// call is a wrapper: what is missing is missing where the arguments are made.
func (s *Shop) call(ctx context.Context, tool string, args map[string]any) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	return err
}

// Wrapped is wrong.
func (s *Shop) Wrapped(ctx context.Context, item string) error {
	return s.call(ctx, placeOrder, map[string]any{"item": item}) // want `arguments.idempotency_key is not passed`
}

// WrappedTwice says it once, where it is.
func (s *Shop) WrappedTwice(ctx context.Context, item string) error {
	return s.Wrapped(ctx, item)
}

// WrappedRight is right.
func (s *Shop) WrappedRight(ctx context.Context, item, key string) error {
	return s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": key})
}

// Session is wrong: the key is the session's.
func (s *Shop) Session(ctx context.Context, item string) error {
	return s.call(ctx, placeOrder, map[string]any{ // want `arguments.idempotency_key is made of a session id, which belongs to the transport and not to the operation`
		"item": item, "idempotency_key": fmt.Sprintf("%s/%s", s.session.ID(), item),
	})
}

// Meta is right.
func (s *Shop) Meta(ctx context.Context, iban, key string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{
		Meta: mcp.Meta{"idempotencyKey": key}, Name: transferMoney, Arguments: map[string]any{"iban": iban},
	})
	return err
}

// MetaMissing is wrong: the key is in the arguments.
func (s *Shop) MetaMissing(ctx context.Context, iban, key string) error {
	_, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: transferMoney, Arguments: map[string]any{ // want `the dedupes contract of tools/call "transfer_money" does not hold for this call: meta:idempotencyKey is not passed`
		"iban": iban, "idempotencyKey": key,
	}})
	return err
}

// Nested is right.
func (s *Shop) Nested(ctx context.Context, guest, ref string) error {
	return s.call(ctx, bookRoom, map[string]any{"guest": guest, "booking": map[string]any{"reference": ref}})
}

// NestedMissing is wrong: the key is one level too high.
func (s *Shop) NestedMissing(ctx context.Context, guest, ref string) error {
	return s.call(ctx, bookRoom, map[string]any{"guest": guest, "reference": ref, "booking": map[string]any{}}) // want `arguments.booking.reference is not passed`
}

// Once is right: one key for all attempts.
func (s *Shop) Once(ctx context.Context, item string) (err error) {
	key := uuid.NewString()
	for range 3 {
		if err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": key}); err == nil {
			return nil
		}
	}
	return err
}

// Fresh is wrong: another key in each round.
func (s *Shop) Fresh(ctx context.Context, item string) (err error) {
	for range 3 {
		if err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": uuid.NewString()}); err == nil { // want `the dedupes contract of tools/call "place_order" does not cover this repetition: arguments.idempotency_key is minted for each attempt; mint it once, before the first attempt`
			return nil
		}
	}
	return err
}

// Counted is wrong: the number of the attempt is part of the key.
func (s *Shop) Counted(ctx context.Context, item, order string) (err error) {
	for n := range 3 {
		if err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": fmt.Sprintf("%s-%d", order, n)}); err == nil { // want `arguments.idempotency_key is counted with each attempt`
			return nil
		}
	}
	return err
}

// Clock is wrong.
func (s *Shop) Clock(ctx context.Context, item string) (err error) {
	for range 3 {
		if err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": time.Now().Format(time.RFC3339Nano)}); err == nil { // want `arguments.idempotency_key is taken from the clock for each attempt`
			return nil
		}
	}
	return err
}

// Vehicle is wrong: the closure is run again, and mints again.
func (s *Shop) Vehicle(ctx context.Context, item string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) { // want `arguments.idempotency_key is minted for each attempt`
		return struct{}{}, s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": uuid.NewString()})
	})
	return err
}

// VehicleOnce is right.
func (s *Shop) VehicleOnce(ctx context.Context, item string) error {
	key := uuid.NewString()
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		return struct{}{}, s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": key})
	})
	return err
}

// Second is wrong: the second call has a key of its own.
func (s *Shop) Second(ctx context.Context, item string) error {
	err := s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": uuid.NewString()})
	if err != nil && ctx.Err() == nil {
		err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": uuid.NewString()}) // want `arguments.idempotency_key is minted for each attempt`
	}
	return err
}

// Refused is right: only what was refused is sent again.
func (s *Shop) Refused(ctx context.Context, item string) error {
	err := s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": uuid.NewString()})
	if errors.Is(err, mcp.ErrConnectionClosed) {
		err = s.call(ctx, placeOrder, map[string]any{"item": item, "idempotency_key": uuid.NewString()})
	}
	return err
}

// Till pays invoices with mcp-go.
type Till struct{ mcp *client.Client }

// payInvoice pays an invoice; the server recognises its number.
//
//mcplint:dedupes key=invoice window=720h "till manual, page 1"
func (t *Till) payInvoice(ctx context.Context, args map[string]any) error {
	var req mcpgo.CallToolRequest
	req.Params.Name, req.Params.Arguments = "pay_invoice", args
	_, err := t.mcp.CallTool(ctx, req)
	return err
}

// Pay is right.
func (t *Till) Pay(ctx context.Context, invoice string) error {
	return t.payInvoice(ctx, map[string]any{"invoice": invoice})
}

// PayNothing is wrong.
func (t *Till) PayNothing(ctx context.Context, amount int) error {
	return t.payInvoice(ctx, map[string]any{"amount": amount}) // want `arguments.invoice is not passed`
}
