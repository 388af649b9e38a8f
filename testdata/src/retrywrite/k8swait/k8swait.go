// Package k8swait hands tools/call to the polling and retrying functions of
// Kubernetes.
package k8swait

import (
	"context"
	"errors"
	"log"
	"syscall"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

// Operator provisions databases.
type Operator struct {
	session *mcp.ClientSession
	legacy  *client.Client
}

func (o *Operator) provision(ctx context.Context, db string) error {
	_, err := o.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "provision_database",
		Arguments: map[string]any{"name": db},
	})
	return err
}

// Poll is unsafe: the error is swallowed, and false means once more.
func (o *Operator) Poll(ctx context.Context, db string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) { // want `tools/call "provision_database".*can run again.*any error`
		if err := o.provision(ctx, db); err != nil {
			log.Printf("provision %s: %v", db, err)
			return false, nil
		}
		return true, nil
	})
}

// PollStops is safe: an error ends the polling.
func (o *Operator) PollStops(ctx context.Context, db string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := o.provision(ctx, db); err != nil {
			log.Printf("provision %s: %v", db, err)
			return false, err
		}
		return true, nil
	})
}

// PollReady is safe: polling until the answer says so, with a tool that is
// called again after a success.
func (o *Operator) PollReady(ctx context.Context, db string) error {
	return wait.PollUntilContextCancel(ctx, time.Second, false, func(ctx context.Context) (bool, error) {
		res, err := o.session.CallTool(ctx, &mcp.CallToolParams{Name: "database_status", Arguments: map[string]any{"name": db}})
		if err != nil {
			return false, nil
		}
		ready, _ := res.Meta["ready"].(bool)
		return ready, nil
	})
}

// Backoff is unsafe: steps of a backoff.
func (o *Operator) Backoff(ctx context.Context, db string) error {
	b := wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2}
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) { // want `tools/call "provision_database".*can run again`
		err := o.provision(ctx, db)
		return err == nil, nil
	})
}

// BackoffOneStep is safe: one step.
func (o *Operator) BackoffOneStep(ctx context.Context, db string) error {
	b := wait.Backoff{Steps: 1, Duration: time.Second, Factor: 2}
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) {
		err := o.provision(ctx, db)
		return err == nil, nil
	})
}

// BackoffDial is safe: false is returned for a refused dial only.
func (o *Operator) BackoffDial(ctx context.Context, db string) error {
	b := wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2}
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) {
		err := o.provision(ctx, db)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return false, nil
		}
		return err == nil, err
	})
}

// OnError is unsafe: every error is retriable.
func (o *Operator) OnError(ctx context.Context, db string) error {
	always := func(error) bool { return true }
	return retry.OnError(retry.DefaultBackoff, always, func() error { return o.provision(ctx, db) }) // want `tools/call "provision_database".*can run again`
}

// OnErrorClosed is safe: a closed connection only.
func (o *Operator) OnErrorClosed(ctx context.Context, db string) error {
	closed := func(err error) bool { return errors.Is(err, mcp.ErrConnectionClosed) }
	return retry.OnError(retry.DefaultBackoff, closed, func() error { return o.provision(ctx, db) })
}

// OnConflict is safe: an error of MCP is no conflict of the API server.
func (o *Operator) OnConflict(ctx context.Context, db string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return o.provision(ctx, db) })
}

// OnConflictMade is safe: conflicts come from the update of an object; the
// call of the tool is made after it.
func (o *Operator) OnConflictMade(ctx context.Context, db string, update func() error) error {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := update()
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return o.provision(ctx, db)
}

// Worker is safe: the worker runs for ever, whatever happened before.
func (o *Operator) Worker(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		req := mcpgo.CallToolRequest{}
		req.Params.Name = "collect_garbage"
		if _, err := o.legacy.CallTool(ctx, req); err != nil {
			log.Print(err)
		}
	}, time.Minute)
}

// Immediate is unsafe: one of the older functions.
func (o *Operator) Immediate(db string) error {
	return wait.PollImmediate(time.Second, time.Minute, func() (bool, error) { // want `tools/call "provision_database".*can run again`
		req := mcpgo.CallToolRequest{}
		req.Params.Name = "provision_database"
		req.Params.Arguments = map[string]any{"name": db}
		if _, err := o.legacy.CallTool(context.Background(), req); err != nil {
			return false, nil
		}
		return true, nil
	})
}
