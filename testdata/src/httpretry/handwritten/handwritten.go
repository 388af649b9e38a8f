// Package handwritten holds clients without an SDK.
package handwritten

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

type request struct {
	Version string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

// Client posts JSON-RPC.
type Client struct {
	hc       *http.Client
	endpoint string
	id       atomic.Int64
}

// New is unsafe: the client that it puts in place repeats POST.
func New(endpoint string) *Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 2
	return &Client{endpoint: endpoint, hc: rc.StandardClient()} // want `the HTTP client of this MCP request sends a POST again`
}

// NewPlain is safe.
func NewPlain(endpoint string) *Client {
	return &Client{endpoint: endpoint, hc: &http.Client{Timeout: time.Minute}}
}

// CallTool posts tools/call.
func (c *Client) CallTool(ctx context.Context, name string, args map[string]any) (*http.Response, error) {
	body, err := json.Marshal(request{"2.0", c.id.Add(1), "tools/call", map[string]any{"name": name, "arguments": args}})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return c.hc.Do(req)
}

// Retryable sends with the library's own client.
type Retryable struct {
	rc       *retryablehttp.Client
	endpoint string
	id       atomic.Int64
}

// NewRetryable returns a client with the library's defaults.
func NewRetryable(endpoint string) *Retryable {
	return &Retryable{rc: retryablehttp.NewClient(), endpoint: endpoint}
}

// CallTool is unsafe.
func (r *Retryable) CallTool(ctx context.Context, name string, args map[string]any) (*http.Response, error) {
	body, err := json.Marshal(request{"2.0", r.id.Add(1), "tools/call", map[string]any{"name": name, "arguments": args}})
	if err != nil {
		return nil, err
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, r.endpoint, body)
	if err != nil {
		return nil, err
	}
	return r.rc.Do(req) // want `the HTTP client of this MCP request sends a POST again`
}

// Once is the same with retries switched off.
type Once struct {
	rc       *retryablehttp.Client
	endpoint string
	id       atomic.Int64
}

// NewOnce returns a client that sends once.
func NewOnce(endpoint string) *Once {
	o := &Once{rc: retryablehttp.NewClient(), endpoint: endpoint}
	o.rc.RetryMax = 0
	return o
}

// CallTool is safe.
func (o *Once) CallTool(ctx context.Context, name string, args map[string]any) (*http.Response, error) {
	body, err := json.Marshal(request{"2.0", o.id.Add(1), "tools/call", map[string]any{"name": name, "arguments": args}})
	if err != nil {
		return nil, err
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, o.endpoint, body)
	if err != nil {
		return nil, err
	}
	return o.rc.Do(req)
}

// RestyCall is unsafe: resty repeats its own requests.
func RestyCall(ctx context.Context, endpoint string, id int64, name string, args any) error {
	c := resty.New().SetRetryCount(3).SetTimeout(time.Minute)
	resp, err := c.R().SetContext(ctx).
		SetBody(request{"2.0", id, "tools/call", map[string]any{"name": name, "arguments": args}}).
		Post(endpoint) // want `the HTTP client of this MCP request sends a POST again`
	if err != nil {
		return err
	}
	if resp.IsError() {
		return fmt.Errorf("tools/call: %s", resp.Status())
	}
	return nil
}

// RestyOnce is safe: no retries.
func RestyOnce(ctx context.Context, endpoint string, id int64, name string, args any) error {
	_, err := resty.New().R().SetContext(ctx).
		SetBody(request{"2.0", id, "tools/call", map[string]any{"name": name, "arguments": args}}).
		Post(endpoint)
	return err
}

// RestyOther is safe: what is repeated is not MCP.
func RestyOther(ctx context.Context, endpoint string, amount int) error {
	_, err := resty.New().SetRetryCount(3).R().SetContext(ctx).SetBody(map[string]any{"amount": amount}).Post(endpoint)
	return err
}
