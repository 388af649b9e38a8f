// Package apis calls APIs that deduplicate on the way to a tool, in an attempt
// that is made again.
package apis

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	temporal "go.temporal.io/sdk/client"
)

// Charge is unsafe: every attempt charges again before it books.
func Charge(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(100)}
		params.SetIdempotencyKey(uuid.NewString()) // want `the key v82.Params\)?.SetIdempotencyKey given out before this tools/call is minted anew in every attempt, so that the API`
		if _, err := paymentintent.New(params); err != nil {
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// ChargeOnce is safe: the key is the same in all attempts.
func ChargeOnce(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	key := uuid.NewString()
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(100)}
		params.SetIdempotencyKey(key)
		if _, err := paymentintent.New(params); err != nil {
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// ChargeAfter is safe: an attempt that is made again did not come to it.
func ChargeAfter(ctx context.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if res, err = s.CallTool(ctx, p); err != nil {
			continue
		}
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(100)}
		params.SetIdempotencyKey(uuid.NewString())
		_, err := paymentintent.New(params)
		return res, err
	}
	return nil, err
}

// Schedule is unsafe: a schedule more for every attempt, on mcp-go.
func Schedule(ctx context.Context, sched *scheduler.Client, c *client.Client, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	for range 3 {
		_, err = sched.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
			Name:        aws.String("reminder"),
			ClientToken: aws.String(uuid.NewString()), // want `the key scheduler.CreateScheduleInput.ClientToken given out before this tools/call is minted anew`
		})
		if err != nil {
			return nil, err
		}
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// ScheduleOnce is safe.
func ScheduleOnce(ctx context.Context, sched *scheduler.Client, c *client.Client, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	token := aws.String(uuid.NewString())
	for range 3 {
		if _, err = sched.CreateSchedule(ctx, &scheduler.CreateScheduleInput{Name: aws.String("reminder"), ClientToken: token}); err != nil {
			return nil, err
		}
		if res, err = c.CallTool(ctx, req); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Start is unsafe: a workflow more for every attempt.
func Start(ctx context.Context, w temporal.Client, s *mcp.ClientSession, p *mcp.CallToolParams, workflow any) (res *mcp.CallToolResult, err error) {
	for attempt := range 3 {
		opts := temporal.StartWorkflowOptions{ID: "watch-" + uuid.NewString(), TaskQueue: "watch"} // want `the key internal.StartWorkflowOptions.ID given out before this tools/call is minted anew`
		if _, err = w.ExecuteWorkflow(ctx, opts, workflow); err != nil {
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
		time.Sleep(time.Second << attempt)
	}
	return nil, err
}

// StartOrder is safe: the id is the order's.
func StartOrder(ctx context.Context, w temporal.Client, s *mcp.ClientSession, p *mcp.CallToolParams, order string, workflow any) (res *mcp.CallToolResult, err error) {
	for attempt := range 3 {
		opts := temporal.StartWorkflowOptions{ID: "watch-" + order, TaskQueue: "watch"}
		if _, err = w.ExecuteWorkflow(ctx, opts, workflow); err != nil {
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
		time.Sleep(time.Second << attempt)
	}
	return nil, err
}

// Desk is a worker whose jobs are run again.
type Desk struct {
	client  *mcp.ClientSession
	queue   *asynq.Client
	bookOpt []asynq.Option
}

// ProcessTask is unsafe: Asynq runs it again, and each time a mail is queued.
func (d *Desk) ProcessTask(ctx context.Context, t *asynq.Task) error {
	if _, err := d.queue.Enqueue(asynq.NewTask("mail", t.Payload()), asynq.TaskID(uuid.NewString())); err != nil { // want `the key asynq.TaskID given out before tools/call "book_room" is minted anew`
		return err
	}
	_, err := d.client.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"order": string(t.Payload())}})
	return err
}

// Hotel is a worker whose mails are recognised.
type Hotel struct {
	client *mcp.ClientSession
	queue  *asynq.Client
}

// ProcessTask is safe: the id of the mail is made of the task's.
func (h *Hotel) ProcessTask(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	if _, err := h.queue.Enqueue(asynq.NewTask("mail", t.Payload()), asynq.TaskID("mail-"+id)); err != nil {
		return err
	}
	_, err := h.client.CallTool(ctx, &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"order": string(t.Payload())}})
	return err
}

// Mail is what River is given.
type Mail struct {
	Room string `json:"room"`
	At   int64  `json:"at"`
}

// Kind implements river.JobArgs.
func (Mail) Kind() string { return "mail" }

// Announce is unsafe: with the time among the arguments no job is like another.
func Announce(ctx context.Context, q *river.Client[pgx.Tx], s *mcp.ClientSession, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	for range 3 {
		_, err = q.Insert(ctx, Mail{Room: p.Name, At: time.Now().UnixNano()}, // want `the key river.UniqueOpts.ByArgs given out before this tools/call is read from the clock`
			&river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}})
		if err != nil {
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// AnnounceOnce is safe: the time is read once.
func AnnounceOnce(ctx context.Context, q *river.Client[pgx.Tx], s *mcp.ClientSession, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	at := time.Now().UnixNano()
	for range 3 {
		if _, err = q.Insert(ctx, Mail{Room: p.Name, At: at}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}); err != nil {
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Watch is a workflow.
func Watch(ctx dbos.Context, room string) (string, error) { return room, nil }

// Run is unsafe: DBOS starts a workflow for every attempt.
func Run(ctx context.Context, d dbos.Context, s *mcp.ClientSession, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if _, err = dbos.RunWorkflow(d, Watch, p.Name, dbos.WithWorkflowID(uuid.NewString())); err != nil { // want `the key dbos.WithWorkflowID given out before this tools/call is minted anew`
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// RunOrder is safe.
func RunOrder(ctx context.Context, d dbos.Context, s *mcp.ClientSession, p *mcp.CallToolParams, order string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		if _, err = dbos.RunWorkflow(d, Watch, p.Name, dbos.WithWorkflowID("watch-"+order)); err != nil {
			return nil, err
		}
		if res, err = s.CallTool(ctx, p); err == nil {
			return res, nil
		}
	}
	return nil, err
}
