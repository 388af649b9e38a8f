// Package engines hands identities of the transport to queues and workflow
// engines.
package engines

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/sqs"
	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	restate "github.com/restatedev/sdk-go"
	"go.temporal.io/sdk/workflow"
)

// Book is a workflow.
func Book(ctx dbos.Context, room string) (string, error) { return room, nil }

// Start is unsafe: DBOS runs a workflow once per id.
func Start(ctx dbos.Context, req *jsonrpc.Request, room string) error {
	_, err := dbos.RunWorkflow(ctx, Book, room, dbos.WithWorkflowID(fmt.Sprint(req.ID.Raw()))) // want `the JSON-RPC id is used as the key dbos.WithWorkflowID`
	return err
}

// StartOrder is safe.
func StartOrder(ctx dbos.Context, order, room string) error {
	_, err := dbos.RunWorkflow(ctx, Book, room, dbos.WithWorkflowID("book-"+order))
	return err
}

// StartOnce is unsafe: the session deduplicates what is different.
func StartOnce(ctx dbos.Context, s *mcp.ServerSession, room string) error {
	_, err := dbos.RunWorkflow(ctx, Book, room, dbos.WithDeduplicationID(s.ID())) // want `the session id is used as the key dbos.WithDeduplicationID`
	return err
}

// Send is unsafe: Restate answers the next connection's request with this
// one's result.
func Send(ctx restate.Context, req transport.JSONRPCRequest, room string) {
	restate.ServiceSend(ctx, "hotel", "book").Send(room, restate.WithIdempotencyKey(req.ID.String())) // want `the JSON-RPC id is used as the key sdk-go.WithIdempotencyKey`
}

// SendOrder is safe.
func SendOrder(ctx restate.Context, order, room string) {
	restate.ServiceSend(ctx, "hotel", "book").Send(room, restate.WithIdempotencyKey(order))
}

// Job is what River is given; its number is unique.
type Job struct {
	Room   string `json:"room"`
	Number string `json:"number" river:"unique"`
}

// Kind implements river.JobArgs.
func (Job) Kind() string { return "book" }

// Args is unsafe: River inserts no second job with the id.
func Args(req transport.JSONRPCRequest, room string) Job {
	return Job{Room: room, Number: req.ID.String()} // want `the JSON-RPC id is used as the key number`
}

// ArgsOf is safe.
func ArgsOf(order, room string) Job { return Job{Room: room, Number: order} }

// Traced is what River is given, with the id for traces only.
type Traced struct {
	Room    string `json:"room"`
	Order   string `json:"order" river:"unique"`
	Request string `json:"request"`
}

// TracedArgs is safe: what is unique is the order.
func TracedArgs(req transport.JSONRPCRequest, order, room string) Traced {
	return Traced{Room: room, Order: order, Request: req.ID.String()}
}

// Queue is unsafe: SQS drops messages with an id that it has seen.
func Queue(ctx context.Context, q *sqs.SQS, s *mcp.ServerSession, body string) error {
	_, err := q.SendMessageWithContext(ctx, &sqs.SendMessageInput{
		MessageBody:            aws.String(body),
		MessageDeduplicationId: aws.String(s.ID()), // want `the session id is used as the key sqs.SendMessageInput.MessageDeduplicationId`
	})
	return err
}

// QueueOrder is safe.
func QueueOrder(ctx context.Context, q *sqs.SQS, order, body string) error {
	_, err := q.SendMessageWithContext(ctx, &sqs.SendMessageInput{
		MessageBody:            aws.String(body),
		MessageDeduplicationId: aws.String(order),
	})
	return err
}

// Child is unsafe: the id of a child workflow.
func Child(ctx workflow.Context, task string, token mcp.ProgressNotificationParams) workflow.Context {
	return workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID: fmt.Sprint("book-", token.ProgressToken), // want `the progress token is used as the key internal.ChildWorkflowOptions.WorkflowID`
	})
}

// ChildTask is safe: an id of the program's own.
func ChildTask(ctx workflow.Context, task string) workflow.Context {
	return workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{WorkflowID: "book-" + task})
}
