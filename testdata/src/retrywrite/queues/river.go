package queues

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/riverqueue/river"
)

// InvoiceArgs are the arguments of a job.
type InvoiceArgs struct{ Customer string }

// Kind implements river.JobArgs.
func (InvoiceArgs) Kind() string { return "invoice" }

func invoice(ctx context.Context, c *client.Client, customer string) error {
	req := mcpgo.CallToolRequest{}
	req.Params.Name = "create_invoice"
	req.Params.Arguments = map[string]any{"customer": customer}
	_, err := c.CallTool(ctx, req)
	return err
}

// InvoiceWorker is unsafe: the queue works a job up to 25 times.
type InvoiceWorker struct {
	river.WorkerDefaults[InvoiceArgs]
	client *client.Client
}

// Work implements river.Worker.
func (w *InvoiceWorker) Work(ctx context.Context, job *river.Job[InvoiceArgs]) error {
	if err := invoice(ctx, w.client, job.Args.Customer); err != nil { // want `tools/call "create_invoice".*can run again`
		return fmt.Errorf("invoice for %s: %w", job.Args.Customer, err)
	}
	return nil
}

// DunningArgs are the arguments of a job.
type DunningArgs struct{ Customer string }

// Kind implements river.JobArgs.
func (DunningArgs) Kind() string { return "dunning" }

// DunningWorker is safe: an error cancels the job.
type DunningWorker struct {
	river.WorkerDefaults[DunningArgs]
	client *client.Client
}

// Work implements river.Worker.
func (w *DunningWorker) Work(ctx context.Context, job *river.Job[DunningArgs]) error {
	if err := invoice(ctx, w.client, job.Args.Customer); err != nil {
		return river.JobCancel(fmt.Errorf("invoice for %s: %w", job.Args.Customer, err))
	}
	return nil
}

// OnceArgs are the arguments of a job that is worked once.
type OnceArgs struct{ Customer string }

// Kind implements river.JobArgs.
func (OnceArgs) Kind() string { return "once" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (OnceArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

// OnceWorker is safe: the arguments say that there is one attempt.
type OnceWorker struct {
	river.WorkerDefaults[OnceArgs]
	client *client.Client
}

// Work implements river.Worker.
func (w *OnceWorker) Work(ctx context.Context, job *river.Job[OnceArgs]) error {
	return invoice(ctx, w.client, job.Args.Customer)
}

// StmtArgs are the arguments of a job.
type StmtArgs struct{ To string }

// Kind implements river.JobArgs.
func (StmtArgs) Kind() string { return "statement" }

// Workers registers them, and one more that is unsafe.
func Workers(c *client.Client) *river.Workers {
	ws := river.NewWorkers()
	river.AddWorker(ws, &InvoiceWorker{client: c})
	river.AddWorker(ws, &DunningWorker{client: c})
	river.AddWorker(ws, &OnceWorker{client: c})
	river.AddWorker(ws, river.WorkFunc(func(ctx context.Context, j *river.Job[StmtArgs]) error { return invoice(ctx, c, j.Args.To) })) // want `tools/call "create_invoice".*can run again`
	return ws
}
