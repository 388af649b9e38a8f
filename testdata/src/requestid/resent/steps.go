package resent

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

// A Step is a call among others.
type Step struct {
	Method string
	Params map[string]any
}

// Steps is unsafe: other requests, with one id for all; none is sent again.
func (c *Client) Steps(ctx context.Context, steps []Step, failed func(Step, error)) error {
	id := c.next.Add(1)
	for _, s := range steps {
		body, err := json.Marshal(Request{JSONRPC: "2.0", ID: id, Method: s.Method, Params: s.Params})
		if err != nil {
			return err
		}
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(body)) // want `this request is sent with the same JSON-RPC id in all rounds of a loop`
		if err != nil {
			failed(s, err)
			continue
		}
		resp.Body.Close()
	}
	return nil
}

// Alternatives is unsafe: what is tried next is another request.
func (c *Client) Alternatives(ctx context.Context, tools []string) (resp *http.Response, err error) {
	id := c.next.Add(1)
	for _, tool := range tools {
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": tool}})
		if err != nil {
			return nil, err
		}
		if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body)); err == nil { // want `this tools/call request is sent with the same JSON-RPC id in all rounds of a loop`
			return resp, nil
		}
	}
	return nil, err
}

// StepsCounted is safe: an id for each.
func (c *Client) StepsCounted(ctx context.Context, steps []Step, failed func(Step, error)) error {
	for _, s := range steps {
		body, err := json.Marshal(Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: s.Method, Params: s.Params})
		if err != nil {
			return err
		}
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(body))
		if err != nil {
			failed(s, err)
			continue
		}
		resp.Body.Close()
	}
	return nil
}

// StepsAgain is unsafe: each step is tried three times, with its id.
func (c *Client) StepsAgain(ctx context.Context, steps []Step) error {
	for _, s := range steps {
		body, err := json.Marshal(Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: s.Method, Params: s.Params})
		if err != nil {
			return err
		}
		var resp *http.Response
		for range 3 {
			if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(body)); err == nil { // want `this request is sent again after a failure`
				break
			}
		}
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}
