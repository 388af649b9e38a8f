// Package handrpc holds a client that asks for tasks in JSON-RPC by hand.
package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
)

type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

type task struct {
	TaskID string `json:"taskId"`
	Status string `json:"status"`
}

// Inventory holds stock.
type Inventory interface {
	Release(ctx context.Context, order string) error
}

// Client places orders as tasks.
type Client struct {
	http      *http.Client
	endpoint  string
	ids       atomic.Int64
	inventory Inventory
}

func (c *Client) call(ctx context.Context, method string, params, result any) error {
	body, err := json.Marshal(request{JSONRPC: "2.0", ID: c.ids.Add(1), Method: method, Params: params})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	var out struct {
		Result json.RawMessage `json:"result"`
		Error  *rpcError       `json:"error"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return err
	}
	if out.Error != nil {
		return out.Error
	}
	return json.Unmarshal(out.Result, result)
}

func (c *Client) place(ctx context.Context, order string) (t task, err error) {
	var out struct {
		Task task `json:"task"`
	}
	err = c.call(ctx, "tools/call", map[string]any{
		"name": "place_order", "arguments": map[string]any{"order": order}, "task": map[string]any{"ttl": 60000},
	}, &out)
	return out.Task, err
}

// Lost is unsafe.
func (c *Client) Lost(ctx context.Context, order string) (task, error) {
	t, err := c.place(ctx, order)
	if err != nil && ctx.Err() == nil {
		t, err = c.place(ctx, order) // want `tools/call "place_order" can create a second task`
	}
	return t, err
}

// Status is unsafe: a failed task is placed again.
func (c *Client) Status(ctx context.Context, order, id string) error {
	var t task
	if err := c.call(ctx, "tasks/get", map[string]any{"taskId": id}, &t); err != nil {
		return err
	}
	if t.Status == "failed" {
		_, err := c.place(ctx, order) // want `tools/call "place_order" is called again for a task, but a task that failed may have had its effect before`
		return err
	}
	return nil
}

// Cancel is unsafe: the stock is released on an acknowledgement.
func (c *Client) Cancel(ctx context.Context, order, id string) error {
	var t task
	if err := c.call(ctx, "tasks/cancel", map[string]any{"taskId": id}, &t); err != nil {
		return err
	}
	return c.inventory.Release(ctx, order) // want `Inventory.Release undoes what belongs to a task, but tasks/cancel is a request`
}

// CancelOnly is its safe twin.
func (c *Client) CancelOnly(ctx context.Context, order, id string) error {
	var t task
	return c.call(ctx, "tasks/cancel", map[string]any{"taskId": id}, &t)
}

// Completed is safe.
func (c *Client) Completed(ctx context.Context, order, id string) error {
	var t task
	if err := c.call(ctx, "tasks/get", map[string]any{"taskId": id}, &t); err != nil {
		return err
	}
	if t.Status != "completed" {
		return errors.New("order " + order + " is open")
	}
	return c.inventory.Release(ctx, order)
}
