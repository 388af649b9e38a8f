// Package apis gives APIs that deduplicate one key for all rounds of a
// fan-out.
package apis

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	temporal "go.temporal.io/sdk/client"
)

// Order is one thing to do.
type Order struct {
	ID     string
	Amount int64
}

func place(o Order) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "place_order", Arguments: map[string]any{"order": o.ID}}
}

func placeRequest(o Order) mcpgo.CallToolRequest {
	var req mcpgo.CallToolRequest
	req.Params.Name = "place_order"
	req.Params.Arguments = map[string]any{"order": o.ID}
	return req
}

// Charge is unsafe: Stripe refuses the second order, or answers it with the
// first one's charge.
func Charge(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	key := uuid.NewString()
	for _, o := range orders {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(o.Amount)}
		params.SetIdempotencyKey(key) // want `the key v82.Params\)?.SetIdempotencyKey.* is the same in all rounds`
		if _, err := paymentintent.New(params); err != nil {
			return err
		}
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
	}
	return nil
}

// ChargeEach is safe: the key covers the order.
func ChargeEach(ctx context.Context, s *mcp.ClientSession, orders []Order) error {
	key := uuid.NewString()
	for _, o := range orders {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(o.Amount)}
		params.SetIdempotencyKey(key + o.ID)
		if _, err := paymentintent.New(params); err != nil {
			return err
		}
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
	}
	return nil
}

// Schedule is unsafe: one token for all schedules, on mcp-go.
func Schedule(ctx context.Context, sched *scheduler.Client, c *client.Client, orders []Order) error {
	token := uuid.NewString()
	for _, o := range orders {
		if _, err := c.CallTool(ctx, placeRequest(o)); err != nil {
			return err
		}
		_, err := sched.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
			Name:        aws.String(o.ID),
			ClientToken: aws.String(token), // want `the key scheduler.CreateScheduleInput.ClientToken.* is the same in all rounds`
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ScheduleEach is safe: a token for each.
func ScheduleEach(ctx context.Context, sched *scheduler.Client, c *client.Client, orders []Order) error {
	for _, o := range orders {
		if _, err := c.CallTool(ctx, placeRequest(o)); err != nil {
			return err
		}
		_, err := sched.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
			Name:        aws.String(o.ID),
			ClientToken: aws.String(uuid.NewString()),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Follow is unsafe: Temporal follows the first order only.
func Follow(ctx context.Context, w temporal.Client, s *mcp.ClientSession, orders []Order, workflow any) error {
	batch := uuid.NewString()
	for _, o := range orders {
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
		if _, err := w.ExecuteWorkflow(ctx, temporal.StartWorkflowOptions{ID: batch}, workflow, o.ID); err != nil { // want `the key internal.StartWorkflowOptions.ID.* is the same in all rounds`
			return err
		}
	}
	return nil
}

// FollowEach is safe.
func FollowEach(ctx context.Context, w temporal.Client, s *mcp.ClientSession, orders []Order, workflow any) error {
	for _, o := range orders {
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
		if _, err := w.ExecuteWorkflow(ctx, temporal.StartWorkflowOptions{ID: "follow-" + o.ID}, workflow, o.ID); err != nil {
			return err
		}
	}
	return nil
}

// Mail is unsafe: Asynq refuses the second task.
func Mail(ctx context.Context, q *asynq.Client, s *mcp.ClientSession, orders []Order) error {
	id := uuid.NewString()
	for _, o := range orders {
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
		if _, err := q.Enqueue(asynq.NewTask("mail", []byte(o.ID)), asynq.TaskID(id)); err != nil { // want `the key asynq.TaskID.* is the same in all rounds`
			return err
		}
	}
	return nil
}

// MailOnce is safe: one task with a name is wanted, whatever asks for it.
func MailOnce(ctx context.Context, q *asynq.Client, s *mcp.ClientSession, customer string, orders []Order) error {
	for _, o := range orders {
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
		if _, err := q.Enqueue(asynq.NewTask("digest", nil), asynq.TaskID("digest-"+customer)); err != nil {
			return err
		}
	}
	return nil
}

// Watch is a workflow.
func Watch(ctx dbos.Context, order string) (string, error) { return order, nil }

// Run is unsafe: DBOS runs a workflow once per id.
func Run(ctx context.Context, d dbos.Context, s *mcp.ClientSession, orders []Order) error {
	id := uuid.NewString()
	for _, o := range orders {
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
		if _, err := dbos.RunWorkflow(d, Watch, o.ID, dbos.WithWorkflowID(id)); err != nil { // want `the key dbos.WithWorkflowID.* is the same in all rounds`
			return err
		}
	}
	return nil
}

// RunEach is safe.
func RunEach(ctx context.Context, d dbos.Context, s *mcp.ClientSession, orders []Order) error {
	for _, o := range orders {
		if _, err := s.CallTool(ctx, place(o)); err != nil {
			return err
		}
		if _, err := dbos.RunWorkflow(d, Watch, o.ID, dbos.WithWorkflowID(o.ID)); err != nil {
			return err
		}
	}
	return nil
}
