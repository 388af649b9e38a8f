// Package input goes on with requests that asked for input.
package input

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
)

// Request is a JSON-RPC request.
type Request struct {
	JSONRPC string         `json:"jsonrpc"`
	ID      int64          `json:"id"`
	Method  string         `json:"method"`
	Params  map[string]any `json:"params,omitempty"`
}

// Result is what a request ends with.
type Result struct {
	ResultType    string         `json:"resultType"`
	RequestState  string         `json:"requestState"`
	InputRequests map[string]any `json:"inputRequests"`
}

// Client speaks 2026-07-28.
type Client struct {
	hc   *http.Client
	url  string
	next atomic.Int64
	ask  func(map[string]any) map[string]any
}

const version = "2026-07-28"

func decode(resp *http.Response) (*Result, error) {
	defer resp.Body.Close()
	var out struct {
		Result Result `json:"result"`
	}
	return &out.Result, json.NewDecoder(resp.Body).Decode(&out)
}

// Rounds is unsafe: all rounds have the id of the first.
func (c *Client) Rounds(ctx context.Context, params map[string]any) (*Result, error) {
	msg := Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: "tools/call", Params: params}
	for {
		raw, err := json.Marshal(msg)
		if err != nil {
			return nil, err
		}
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(raw)) // want `this tools/call request goes on after input_required with the JSON-RPC id of the first, but the specification demands another id for it`
		if err != nil {
			return nil, err
		}
		res, err := decode(resp)
		if err != nil || res.ResultType != "input_required" {
			return res, err
		}
		msg.Params = map[string]any{"name": params["name"], "requestState": res.RequestState, "inputResponses": c.ask(res.InputRequests)}
	}
}

// RoundsAnew is safe: each round has an id of its own.
func (c *Client) RoundsAnew(ctx context.Context, params map[string]any) (*Result, error) {
	msg := Request{JSONRPC: "2.0", Method: "tools/call", Params: params}
	for {
		msg.ID = c.next.Add(1)
		raw, err := json.Marshal(msg)
		if err != nil {
			return nil, err
		}
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		res, err := decode(resp)
		if err != nil || res.ResultType != "input_required" {
			return res, err
		}
		msg.Params = map[string]any{"name": params["name"], "requestState": res.RequestState, "inputResponses": c.ask(res.InputRequests)}
	}
}

// Once is unsafe: one more round, by hand.
func (c *Client) Once(ctx context.Context, name string) (*Result, error) {
	id := c.next.Add(1)
	raw, err := json.Marshal(Request{JSONRPC: "2.0", ID: id, Method: "tools/call", Params: map[string]any{"name": name}})
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	res, err := decode(resp)
	if err != nil || res.ResultType != "input_required" {
		return res, err
	}
	raw, err = json.Marshal(Request{JSONRPC: "2.0", ID: id, Method: "tools/call", Params: map[string]any{
		"name": name, "requestState": res.RequestState, "inputResponses": c.ask(res.InputRequests),
	}})
	if err != nil {
		return nil, err
	}
	if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(raw)); err != nil { // want `this tools/call request goes on after input_required with the JSON-RPC id of the first`
		return nil, err
	}
	return decode(resp)
}

// OnceAnew is safe.
func (c *Client) OnceAnew(ctx context.Context, name string) (*Result, error) {
	raw, err := json.Marshal(Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: "tools/call", Params: map[string]any{"name": name}})
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	res, err := decode(resp)
	if err != nil || res.ResultType != "input_required" {
		return res, err
	}
	raw, err = json.Marshal(Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: "tools/call", Params: map[string]any{
		"name": name, "requestState": res.RequestState, "inputResponses": c.ask(res.InputRequests),
	}})
	if err != nil {
		return nil, err
	}
	if resp, err = c.hc.Post(c.url, "application/json", bytes.NewReader(raw)); err != nil {
		return nil, err
	}
	return decode(resp)
}

// RoundsRenewed is safe: the message gets another id before each further round.
func (c *Client) RoundsRenewed(ctx context.Context, params map[string]any) (*Result, error) {
	msg := Request{JSONRPC: "2.0", ID: c.next.Add(1), Method: "tools/call", Params: params}
	for {
		raw, err := json.Marshal(msg)
		if err != nil {
			return nil, err
		}
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		res, err := decode(resp)
		if err != nil || res.ResultType != "input_required" {
			return res, err
		}
		msg.ID = c.next.Add(1)
		msg.Params = map[string]any{"name": params["name"], "requestState": res.RequestState, "inputResponses": c.ask(res.InputRequests)}
	}
}
