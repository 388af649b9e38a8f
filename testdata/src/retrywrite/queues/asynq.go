// Package queues holds handlers that job queues run again after an error.
package queues

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Payout is the payload of a job.
type Payout struct {
	Account string `json:"account"`
	Cents   int64  `json:"cents"`
}

func pay(ctx context.Context, s *mcp.ClientSession, p Payout) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "send_payout", Arguments: p})
	if err != nil {
		return fmt.Errorf("pay %s: %w", p.Account, err)
	}
	return nil
}

// PayoutHandler is unsafe: the queue runs a task again after an error.
type PayoutHandler struct{ session *mcp.ClientSession }

// ProcessTask implements asynq.Handler.
func (h *PayoutHandler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var p Payout
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("payload: %v: %w", err, asynq.SkipRetry)
	}
	return pay(ctx, h.session, p) // want `tools/call "send_payout".*can run again`
}

// SkippingHandler is safe: an error of the call ends the task.
type SkippingHandler struct{ session *mcp.ClientSession }

// ProcessTask implements asynq.Handler.
func (h *SkippingHandler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var p Payout
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return err
	}
	if err := pay(ctx, h.session, p); err != nil {
		return fmt.Errorf("outcome unknown: %v: %w", err, asynq.SkipRetry)
	}
	return nil
}

// JoiningHandler is safe: the same with errors.Join.
type JoiningHandler struct{ session *mcp.ClientSession }

// ProcessTask implements asynq.Handler.
func (h *JoiningHandler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var p Payout
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return err
	}
	if err := pay(ctx, h.session, p); err != nil {
		return errors.Join(asynq.SkipRetry, err)
	}
	return nil
}

// persist writes a note to a store, which may fail.
var persist func(task string, cause error) error

func of(t *asynq.Task) Payout { return Payout{Account: string(t.Payload())} }

// Mux registers functions.
func Mux(s *mcp.ClientSession, note func(string)) *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.HandleFunc("payout:send", func(ctx context.Context, t *asynq.Task) error { return pay(ctx, s, of(t)) }) // want `tools/call "send_payout".*can run again`
	// Safe: the failure is recorded, and the task is done.
	mux.HandleFunc("payout:try", func(ctx context.Context, t *asynq.Task) error {
		if err := pay(ctx, s, of(t)); err != nil {
			note("payout in doubt: " + err.Error())
		}
		return nil
	})
	// Unsafe: when the note cannot be written, the task runs again.
	mux.HandleFunc("payout:note", func(ctx context.Context, t *asynq.Task) error {
		if err := pay(ctx, s, of(t)); err != nil { // want `tools/call "send_payout".*can run again`
			return persist(t.Type(), err)
		}
		return nil
	})
	// Safe: listing calls no tool.
	mux.HandleFunc("tools:list", func(ctx context.Context, _ *asynq.Task) error {
		_, err := s.ListTools(ctx, nil)
		return err
	})
	return mux
}

// RefundHandler is safe: its tasks are made with MaxRetry(0), see
// NewRefundTask.
type RefundHandler struct{ session *mcp.ClientSession }

// TypeRefund names the tasks of a RefundHandler.
const TypeRefund = "refund:send"

// NewRefundTask makes a task that is tried once.
func NewRefundTask(account string) *asynq.Task {
	return asynq.NewTask(TypeRefund, []byte(account), asynq.MaxRetry(0))
}

// Handle is registered by Refunds.
func (h *RefundHandler) Handle(ctx context.Context, t *asynq.Task) error {
	_, err := h.session.CallTool(ctx, &mcp.CallToolParams{Name: "send_refund", Arguments: map[string]any{"account": string(t.Payload())}})
	return err
}

// Refunds registers the handler for the tasks that are tried once.
func Refunds(mux *asynq.ServeMux, h *RefundHandler) { mux.HandleFunc(TypeRefund, h.Handle) }
