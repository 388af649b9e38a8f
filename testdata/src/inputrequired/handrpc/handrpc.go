// Package handrpc makes the rounds of an input_required call in JSON-RPC by
// hand.
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

type callParams struct {
	Name           string         `json:"name"`
	Arguments      map[string]any `json:"arguments"`
	InputResponses map[string]any `json:"inputResponses,omitempty"`
	RequestState   string         `json:"requestState,omitempty"`
}

type callResult struct {
	ResultType    string                     `json:"resultType"`
	InputRequests map[string]json.RawMessage `json:"inputRequests"`
	RequestState  string                     `json:"requestState"`
	Content       []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
}

// Client books seats.
type Client struct {
	http     *http.Client
	endpoint string
	ids      atomic.Int64
	ask      func(map[string]json.RawMessage) map[string]any
}

var errUnknown = errors.New("unknown result type")

func (c *Client) call(ctx context.Context, method string, params, result any) error {
	body, err := json.Marshal(request{JSONRPC: "2.0", ID: c.ids.Add(1), Method: method, Params: params})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("MCP-Protocol-Version", "2026-07-28")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var out struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return err
	}
	return json.Unmarshal(out.Result, result)
}

func settled(res callResult) (bool, error) {
	switch res.ResultType {
	case "", "complete":
		return true, nil
	case "input_required":
		return false, nil
	}
	return false, errUnknown
}

// Echoed is safe.
func (c *Client) Echoed(ctx context.Context, seat string) (callResult, error) {
	params := callParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	for {
		var res callResult
		if err := c.call(ctx, "tools/call", params, &res); err != nil {
			return res, err
		}
		if done, err := settled(res); done || err != nil {
			return res, err
		}
		params.InputResponses = c.ask(res.InputRequests)
		params.RequestState = res.RequestState
	}
}

// Dropped forgets the state.
func (c *Client) Dropped(ctx context.Context, seat string) (callResult, error) {
	params := callParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}}
	for {
		var res callResult
		if err := c.call(ctx, "tools/call", params, &res); err != nil { // want `tools/call "book_seat" goes on after input_required without the requestState`
			return res, err
		}
		if done, err := settled(res); done || err != nil {
			return res, err
		}
		params.InputResponses = c.ask(res.InputRequests)
	}
}

// Mapped builds the parameters as a map, and forgets it.
func (c *Client) Mapped(ctx context.Context, seat string, answers map[string]any) (res callResult, err error) {
	err = c.call(ctx, "tools/call", map[string]any{ // want `goes on after input_required without the requestState`
		"name": "book_seat", "arguments": map[string]any{"seat": seat}, "inputResponses": answers,
	}, &res)
	return res, err
}

// MappedEchoed is its twin.
func (c *Client) MappedEchoed(ctx context.Context, seat string, answers map[string]any, last callResult) (res callResult, err error) {
	err = c.call(ctx, "tools/call", map[string]any{
		"name": "book_seat", "arguments": map[string]any{"seat": seat}, "inputResponses": answers, "requestState": last.RequestState,
	}, &res)
	return res, err
}

// Marked alters it.
func (c *Client) Marked(ctx context.Context, seat string, answers map[string]any, last callResult) (res callResult, err error) {
	err = c.call(ctx, "tools/call", map[string]any{ // want `sends back a requestState that is not the one that came`
		"name": "book_seat", "arguments": map[string]any{"seat": seat}, "inputResponses": answers, "requestState": "v1:" + last.RequestState,
	}, &res)
	return res, err
}

// First begins with a state.
func (c *Client) First(ctx context.Context, seat string) (res callResult, err error) {
	err = c.call(ctx, "tools/call", callParams{Name: "book_seat", Arguments: map[string]any{"seat": seat}, RequestState: "new"}, &res) // want `sends a requestState that no server gave`
	return res, err
}
