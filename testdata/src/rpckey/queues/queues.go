// Package queues hands identities of the transport to AWS, River and Asynq,
// with the fields and settings by which they tell a repetition.
package queues

import (
	"context"
	"encoding/json"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v82"
)

// Schedule is unsafe: AWS answers another schedule of the session with this one.
func Schedule(ctx context.Context, c *scheduler.Client, s *mcp.ServerSession, name string) error {
	_, err := c.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
		Name:        aws.String(name),
		ClientToken: aws.String(s.ID()), // want `the session id is used as the key scheduler.CreateScheduleInput.ClientToken`
	})
	return err
}

// ScheduleLater is unsafe: the field is set after the input was made.
func ScheduleLater(ctx context.Context, c *scheduler.Client, req transport.JSONRPCRequest, name string) error {
	in := &scheduler.CreateScheduleInput{Name: &name}
	id := "schedule-" + req.ID.String()
	in.ClientToken = &id // want `the JSON-RPC id is used as the key scheduler.CreateScheduleInput.ClientToken`
	_, err := c.CreateSchedule(ctx, in)
	return err
}

// ScheduleOrder is safe: a token of the program's own.
func ScheduleOrder(ctx context.Context, c *scheduler.Client, req transport.JSONRPCRequest, order string) error {
	_, err := c.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
		Name:        aws.String("schedule-" + order),
		Description: aws.String("asked for by request " + req.ID.String()),
		ClientToken: aws.String(order),
	})
	return err
}

// Booking is what River is given.
type Booking struct {
	Room    string `json:"room"`
	Request string `json:"request"`
}

// Kind implements river.JobArgs.
func (Booking) Kind() string { return "book" }

// Insert is unsafe: all arguments are the key, and one of them is the id, so
// that the same booking is never recognised.
func Insert(ctx context.Context, c *river.Client[pgx.Tx], req *jsonrpc.Request, room string) error {
	id, err := json.Marshal(req.ID.Raw())
	if err != nil {
		return err
	}
	_, err = c.Insert(ctx, Booking{Room: room, Request: string(id)}, // want `the JSON-RPC id is used as the key river.UniqueOpts.ByArgs`
		&river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: time.Hour}})
	return err
}

// InsertTx is unsafe: in a transaction, with options made step by step.
func InsertTx(ctx context.Context, c *river.Client[pgx.Tx], tx pgx.Tx, req transport.JSONRPCRequest, room string) error {
	opts := &river.InsertOpts{Queue: "bookings"}
	opts.UniqueOpts.ByArgs = true
	_, err := c.InsertTx(ctx, tx, Booking{Room: room, Request: req.ID.String()}, opts) // want `the JSON-RPC id is used as the key river.UniqueOpts.ByArgs`
	return err
}

// InsertByQueue is safe: the arguments are no key.
func InsertByQueue(ctx context.Context, c *river.Client[pgx.Tx], req transport.JSONRPCRequest, room string) error {
	_, err := c.Insert(ctx, Booking{Room: room, Request: req.ID.String()},
		&river.InsertOpts{UniqueOpts: river.UniqueOpts{ByQueue: true, ByPeriod: time.Hour}})
	return err
}

// InsertOrder is safe: nothing of the transport is among the arguments.
func InsertOrder(ctx context.Context, c *river.Client[pgx.Tx], order, room string) error {
	_, err := c.Insert(ctx, Booking{Room: room, Request: order},
		&river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}})
	return err
}

// Order is what River is given; the type itself says what is unique.
type Order struct {
	Item    string `json:"item"`
	Session string `json:"session"`
}

// Kind implements river.JobArgs.
func (Order) Kind() string { return "order" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (Order) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// InsertOwn is unsafe: the options are those of the type.
func InsertOwn(ctx context.Context, c *river.Client[pgx.Tx], s *mcp.ServerSession, item string) error {
	_, err := c.Insert(ctx, Order{Item: item, Session: s.ID()}, nil) // want `the session id is used as the key river.UniqueOpts.ByArgs`
	return err
}

// Traced is what River is given; only the order is unique.
type Traced struct {
	Order   string `json:"order" river:"unique"`
	Request string `json:"request"`
}

// Kind implements river.JobArgs.
func (Traced) Kind() string { return "traced" }

// InsertTraced is safe: the id stands beside the key.
func InsertTraced(ctx context.Context, c *river.Client[pgx.Tx], req transport.JSONRPCRequest, order string) error {
	_, err := c.Insert(ctx, Traced{Order: order, Request: req.ID.String()},
		&river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}})
	return err
}

// Unique is unsafe: Asynq locks by the payload, which is never the same.
func Unique(c *asynq.Client, req transport.JSONRPCRequest, room string) error {
	payload, err := json.Marshal(map[string]string{"room": room, "request": req.ID.String()})
	if err != nil {
		return err
	}
	_, err = c.Enqueue(asynq.NewTask("book", payload, asynq.Unique(time.Hour))) // want `the JSON-RPC id is used as the key asynq.Unique`
	return err
}

// NotUnique is safe: no lock, no key.
func NotUnique(c *asynq.Client, req transport.JSONRPCRequest, room string) error {
	payload, err := json.Marshal(map[string]string{"room": room, "request": req.ID.String()})
	if err != nil {
		return err
	}
	_, err = c.Enqueue(asynq.NewTask("book", payload, asynq.MaxRetry(0)))
	return err
}

// UniqueOrder is safe.
func UniqueOrder(c *asynq.Client, order, room string) error {
	payload, err := json.Marshal(map[string]string{"room": room, "order": order})
	if err != nil {
		return err
	}
	_, err = c.Enqueue(asynq.NewTask("book", payload, asynq.Unique(time.Hour)))
	return err
}

// Refund is unsafe: the field of Stripe's parameters, by the pointer helper.
func Refund(s *mcp.ServerSession, charge string) *stripe.RefundParams {
	p := &stripe.RefundParams{Charge: stripe.String(charge)}
	p.IdempotencyKey = stripe.String("refund-" + s.ID()) // want `the session id is used as the key v82.Params.IdempotencyKey`
	return p
}

// RefundCharge is safe.
func RefundCharge(s *mcp.ServerSession, charge string) *stripe.RefundParams {
	p := &stripe.RefundParams{Charge: stripe.String(charge)}
	p.IdempotencyKey = stripe.String("refund-" + charge)
	p.AddMetadata("session", s.ID())
	return p
}
