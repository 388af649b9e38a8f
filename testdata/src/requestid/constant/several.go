package constant

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

// Plan is a step of a test plan.
type Plan struct {
	Method string
	Params map[string]any
	Stream bool
}

// Runner sends what a plan says, in two ways; both have the same constant id.
// That is one mistake, and reported once, at the first of them.
type Runner struct {
	hc   *http.Client
	url  string
	last []byte
}

// Run runs a plan in one session.
func (r *Runner) Run(ctx context.Context, plan []Plan) (failed int) {
	for _, p := range plan {
		send := r.plain
		if p.Stream {
			send = r.streamed
		}
		if send(ctx, p.Method, p.Params) != nil {
			failed++
		}
	}
	for _, p := range plan {
		var err error
		if p.Stream {
			err = r.streamed(ctx, p.Method, p.Params)
		} else {
			err = r.plain(ctx, p.Method, p.Params)
		}
		if err != nil {
			failed++
		}
	}
	return failed
}

func (r *Runner) plain(ctx context.Context, method string, params map[string]any) error {
	msg := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	msg["id"] = 5 // want `requests have the constant JSON-RPC id 5, which those of .*several.go:\d+ have, too, and can be sent twice in one session`
	return r.post(ctx, msg, "application/json")
}

func (r *Runner) streamed(ctx context.Context, method string, params map[string]any) error {
	return r.post(ctx, map[string]any{"jsonrpc": "2.0", "id": 5, "method": method, "params": params}, "text/event-stream")
}

func (r *Runner) post(ctx context.Context, msg any, accept string) error {
	raw, err := json.Marshal(msg)
	if err != nil {
		return err
	}
	r.last = raw
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Accept", accept)
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Counting is safe: it counts the ids of both ways.
type Counting struct {
	Runner
	next int
}

// Run runs a plan in one session.
func (c *Counting) Run(ctx context.Context, plan []Plan) (failed int) {
	for _, p := range plan {
		c.next++
		if c.post(ctx, map[string]any{"jsonrpc": "2.0", "id": c.next, "method": p.Method, "params": p.Params}, "application/json") != nil {
			failed++
		}
	}
	return failed
}
