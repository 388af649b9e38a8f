// Package resent sends requests again that it has built once.
package resent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
)

// Request is a JSON-RPC request.
type Request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      any    `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

// Client posts requests.
type Client struct {
	hc   *http.Client
	url  string
	next atomic.Int64
}

func (c *Client) build(method string, params any) ([]byte, error) {
	return json.Marshal(Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: method, Params: params})
}

// Tools is unsafe: the same bytes again.
func (c *Client) Tools(ctx context.Context) (resp *http.Response, err error) {
	body, err := c.build("tools/list", nil)
	if err != nil {
		return nil, err
	}
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if resp, err = c.hc.Do(req); err == nil { // want `this tools/list request is sent again after a failure with the JSON-RPC id of the first attempt, but the specification forbids`
			return resp, nil
		}
	}
	return nil, err
}

// ToolsAnew is safe: built for each attempt.
func (c *Client) ToolsAnew(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		body, err := c.build("tools/list", nil)
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if resp, err = c.hc.Do(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Unavailable is unsafe: a 503 says nothing of what was executed.
func (c *Client) Unavailable(ctx context.Context, params any) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": uuid.NewString(), "method": "tools/call", "params": params})
	if err != nil {
		return nil, err
	}
	for attempt := 0; ; attempt++ {
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(body)) // want `this tools/call request is sent again after a failure`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable || attempt == 4 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// Unauthorised is safe: refused before it was looked at.
func (c *Client) Unauthorised(ctx context.Context, params any, login func() error) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": uuid.NewString(), "method": "tools/call", "params": params})
	if err != nil {
		return nil, err
	}
	for attempt := 0; ; attempt++ {
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusUnauthorized || attempt == 2 {
			return resp, nil
		}
		resp.Body.Close()
		if err := login(); err != nil {
			return nil, err
		}
	}
}

// Second is unsafe: one more try with the same message.
func (c *Client) Second(ctx context.Context) (*http.Response, error) {
	body, err := c.build("resources/list", nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(body))
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body)) // want `this resources/list request is sent again after a failure`
	}
	return resp, err
}

// SecondAnew is safe.
func (c *Client) SecondAnew(ctx context.Context) (*http.Response, error) {
	body, err := c.build("resources/list", nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(body))
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		if body, err = c.build("resources/list", nil); err != nil {
			return nil, err
		}
		resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body))
	}
	return resp, err
}

// Library is unsafe: the operation captures the message.
func (c *Client) Library(ctx context.Context) (*http.Response, error) {
	body, err := c.build("prompts/list", nil)
	if err != nil {
		return nil, err
	}
	return backoff.Retry(ctx, func() (*http.Response, error) { // want `this prompts/list request is sent again after a failure`
		return c.hc.Post(c.url, "application/json", bytes.NewReader(body))
	})
}

// LibraryAnew is safe: the operation builds it.
func (c *Client) LibraryAnew(ctx context.Context) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) {
		body, err := c.build("prompts/list", nil)
		if err != nil {
			return nil, err
		}
		return c.hc.Post(c.url, "application/json", bytes.NewReader(body))
	})
}

// send is given the bytes, and sends them until they arrive.
func (c *Client) send(ctx context.Context, body []byte) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body)); err == nil { // want `this request is sent again after a failure`
			return resp, nil
		}
	}
	return nil, err
}

// Call calls a tool through it.
func (c *Client) Call(ctx context.Context, name string) (*http.Response, error) {
	body, err := c.build("tools/call", map[string]any{"name": name})
	if err != nil {
		return nil, err
	}
	return c.send(ctx, body)
}

// Prompts lists through it.
func (c *Client) Prompts(ctx context.Context) (*http.Response, error) {
	body, err := c.build("prompts/list", nil)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, body)
}

// sendReport is safe: no request of the protocol goes through it.
func (c *Client) sendReport(ctx context.Context, report []byte) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.hc.Post(c.url+"/report", "application/json", bytes.NewReader(report)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Report reports.
func (c *Client) Report(ctx context.Context, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = c.sendReport(ctx, raw)
	return err
}

// object is given the message, and marshals it in each round.
func (c *Client) object(ctx context.Context, msg Request) (resp *http.Response, err error) {
	for range 3 {
		raw, err := json.Marshal(msg)
		if err != nil {
			return nil, err
		}
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(raw)); err == nil { // want `this tasks/get request is sent again after a failure`
			return resp, nil
		}
	}
	return nil, err
}

// Task asks for a task.
func (c *Client) Task(ctx context.Context, id string) (*http.Response, error) {
	return c.object(ctx, Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: "tasks/get", Params: map[string]any{"taskId": id}})
}

// renumber gives the message another id in each round.
func (c *Client) renumber(ctx context.Context, msg Request) (resp *http.Response, err error) {
	for range 3 {
		msg.ID = c.next.Add(1)
		raw, err := json.Marshal(msg)
		if err != nil {
			return nil, err
		}
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(raw)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// TaskAnew is safe.
func (c *Client) TaskAnew(ctx context.Context, id string) (*http.Response, error) {
	return c.renumber(ctx, Request{JSONRPC: "2.0", ID: 0, Method: "tasks/get", Params: map[string]any{"taskId": id}})
}

// renumberPointer does the same through a pointer.
func (c *Client) renumberPointer(ctx context.Context, msg *Request) (resp *http.Response, err error) {
	for range 3 {
		msg.ID = c.next.Add(1)
		raw, err := json.Marshal(msg)
		if err != nil {
			return nil, err
		}
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(raw)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// TaskPointer is safe.
func (c *Client) TaskPointer(ctx context.Context, id string) (*http.Response, error) {
	return c.renumberPointer(ctx, &Request{JSONRPC: "2.0", Method: "tasks/get", Params: map[string]any{"taskId": id}})
}

// Elsewhere is safe: another server has ids of its own.
func (c *Client) Elsewhere(ctx context.Context, urls []string) (resp *http.Response, err error) {
	body, err := c.build("tools/list", nil)
	if err != nil {
		return nil, err
	}
	for _, u := range urls {
		if resp, err = c.hc.Post(u, "application/json", bytes.NewReader(body)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Connect is safe: no session was opened.
func (c *Client) Connect(ctx context.Context) (resp *http.Response, err error) {
	body, err := c.build("initialize", map[string]any{"protocolVersion": "2025-11-25"})
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Notify is safe: a notification has no id.
func (c *Client) Notify(ctx context.Context, id any) (resp *http.Response, err error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": map[string]any{"requestId": id}})
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Answer is safe: an answer repeats the id of the request.
func (c *Client) Answer(ctx context.Context, req *Request, result any) (resp *http.Response, err error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": req.ID, "result": result})
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
