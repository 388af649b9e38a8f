// Package apis hands identities of the transport to APIs that deduplicate.
package apis

import (
	"context"
	"encoding/json"

	"github.com/hibiken/asynq"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stripe/stripe-go/v82"
	"go.temporal.io/sdk/client"
)

// Charge is unsafe: Stripe would answer the next charge with this one's result.
func Charge(s *mcp.ServerSession, amount int64) *stripe.PaymentIntentParams {
	p := &stripe.PaymentIntentParams{Amount: stripe.Int64(amount)}
	p.SetIdempotencyKey(s.ID()) // want `the session id is used as the key .*SetIdempotencyKey`
	return p
}

// ChargeOrder is safe.
func ChargeOrder(order string, amount int64) *stripe.PaymentIntentParams {
	p := &stripe.PaymentIntentParams{Amount: stripe.Int64(amount)}
	p.SetIdempotencyKey("charge-" + order)
	return p
}

// ChargeField is unsafe: the field itself.
func ChargeField(req *jsonrpc.Request) stripe.Params {
	var key string
	if raw, err := json.Marshal(req.ID.Raw()); err == nil {
		key = string(raw)
	}
	return stripe.Params{IdempotencyKey: &key} // want `the JSON-RPC id is used as the key .*IdempotencyKey`
}

// Start is unsafe: the next connection counts from 1 again.
func Start(ctx context.Context, c client.Client, req transport.JSONRPCRequest, workflow any) error {
	_, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID:        "book-" + req.ID.String(), // want `the JSON-RPC id is used as the key .*StartWorkflowOptions.ID`
		TaskQueue: "bookings",
	}, workflow)
	return err
}

// StartOrder is safe.
func StartOrder(ctx context.Context, c client.Client, order string, workflow any) error {
	_, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID:        "book-" + order,
		TaskQueue: "bookings",
	}, workflow)
	return err
}

// Enqueue is unsafe.
func Enqueue(c *asynq.Client, req transport.JSONRPCRequest, payload []byte) error {
	_, err := c.Enqueue(asynq.NewTask("book", payload), asynq.TaskID(req.ID.String())) // want `the JSON-RPC id is used as the key asynq.TaskID`
	return err
}

// EnqueueOrder is safe.
func EnqueueOrder(c *asynq.Client, order string, payload []byte) error {
	_, err := c.Enqueue(asynq.NewTask("book", payload), asynq.TaskID(order))
	return err
}
