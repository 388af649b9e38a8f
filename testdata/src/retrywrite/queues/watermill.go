package queues

import (
	"context"
	"log"
	"time"

	"github.com/RichardKnop/machinery/v2"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	ctrl "sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Consumers is unsafe in one of its handlers.
func Consumers(r *message.Router, sub message.Subscriber, s *mcp.ClientSession) {
	r.AddConsumerHandler("payouts", "payouts", sub, func(msg *message.Message) error { return pay(msg.Context(), s, Payout{Account: string(msg.Payload)}) }) // want `tools/call "send_payout".*can run again`
	// Safe: no error is returned, so that the message is acknowledged.
	r.AddConsumerHandler("payouts.once", "payouts", sub, func(msg *message.Message) error {
		if err := pay(msg.Context(), s, Payout{Account: string(msg.Payload)}); err != nil {
			log.Printf("payout %s in doubt: %v", msg.UUID, err)
		}
		return nil
	})
}

// Tasks is safe: this engine does not retry a task unless it is told so.
func Tasks(srv *machinery.Server, s *mcp.ClientSession) error {
	return srv.RegisterTask("payout", func(account string) error {
		return pay(context.Background(), s, Payout{Account: account})
	})
}

// Reconciler is unsafe: a returned error brings the request back.
type Reconciler struct{ session *mcp.ClientSession }

// Reconcile implements reconcile.Reconciler.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	_, err := r.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_tenant", Arguments: map[string]any{"name": req.Name}}) // want `tools/call "create_tenant".*can run again`
	return ctrl.Result{}, err
}

var _ ctrl.Reconciler = (*Reconciler)(nil)

// TerminalReconciler is safe: a terminal error does not bring it back.
type TerminalReconciler struct{ session *mcp.ClientSession }

// Reconcile implements reconcile.Reconciler.
func (r *TerminalReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.session.Ping(ctx, nil); err != nil {
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	_, err := r.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_tenant", Arguments: map[string]any{"name": req.Name}})
	if err != nil {
		return ctrl.Result{}, ctrl.TerminalError(err)
	}
	return ctrl.Result{}, nil
}

var _ ctrl.Reconciler = (*TerminalReconciler)(nil)
