// Package encoded encodes the parameters of a request before they are given to
// what sends it.
package encoded

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"
)

type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      int64           `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

type toolParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

type roundParams struct {
	Name         string          `json:"name"`
	Arguments    json.RawMessage `json:"arguments,omitempty"`
	Inputs       json.RawMessage `json:"inputResponses,omitempty"`
	RequestState string          `json:"requestState,omitempty"`
}

// Link is one connection to a server.
type Link struct {
	w   io.Writer
	in  chan json.RawMessage
	ids atomic.Int64
}

var errNoAnswer = errors.New("no answer")

func encode(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func (l *Link) request(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	msg := &message{JSONRPC: "2.0", ID: l.ids.Add(1), Method: method, Params: params}
	if err := json.NewEncoder(l.w).Encode(msg); err != nil {
		return nil, err
	}
	select {
	case out := <-l.in:
		return out, nil
	case <-ctx.Done():
		return nil, errNoAnswer
	}
}

// Call calls a tool; its parameters have no place for a state.
func (l *Link) Call(ctx context.Context, tool string, args json.RawMessage) (json.RawMessage, error) {
	return l.request(ctx, "tools/call", encode(toolParams{Name: tool, Arguments: args}))
}

// Round calls a tool with a state that its caller names.
func (l *Link) Round(ctx context.Context, tool, state string, inputs json.RawMessage) (json.RawMessage, error) {
	return l.request(ctx, "tools/call", encode(roundParams{Name: tool, Inputs: inputs, RequestState: state}))
}

// Plain has nothing to do with rounds: all that it sends is constant.
func Plain(ctx context.Context, l *Link) (json.RawMessage, error) {
	return l.Call(ctx, "set_alarm", json.RawMessage(`{"at":"07:00"}`))
}

// Table calls the same in a loop over constants.
func Table(ctx context.Context, l *Link) error {
	for _, tool := range []string{"set_alarm", "drop_alarm"} {
		if _, err := l.Call(ctx, tool, json.RawMessage(`{}`)); err != nil {
			return err
		}
	}
	return nil
}

// Text has its parameters as a text, without a state.
func Text(ctx context.Context, l *Link) (json.RawMessage, error) {
	return l.request(ctx, "tools/call", json.RawMessage(`{"name":"set_alarm","arguments":{"at":"07:00"}}`))
}

// Mapped has them as a map, without a state.
func Mapped(ctx context.Context, l *Link) (json.RawMessage, error) {
	return l.request(ctx, "tools/call", encode(map[string]any{"name": "set_alarm", "arguments": map[string]any{"at": "07:00"}}))
}

// Invented sends a state that no server gave.
func Invented(ctx context.Context, l *Link, answers json.RawMessage) (json.RawMessage, error) {
	return l.Round(ctx, "set_alarm", "step-2", answers) // want `sends a requestState that no server gave`
}

// InText does so in a text.
func InText(ctx context.Context, l *Link) (json.RawMessage, error) {
	return l.request(ctx, "tools/call", json.RawMessage(`{"name":"set_alarm","requestState":"step-2"}`)) // want `sends a requestState that no server gave`
}

// Echoed sends back the one that came.
func Echoed(ctx context.Context, l *Link, answers json.RawMessage) (json.RawMessage, error) {
	raw, err := l.Call(ctx, "set_alarm", json.RawMessage(`{"at":"07:00"}`))
	if err != nil {
		return nil, err
	}
	var res struct {
		ResultType   string `json:"resultType"`
		RequestState string `json:"requestState"`
	}
	if err := json.Unmarshal(raw, &res); err != nil {
		return nil, err
	}
	switch res.ResultType {
	case "", "complete":
		return raw, nil
	case "input_required":
		return l.Round(ctx, "set_alarm", res.RequestState, answers)
	}
	return nil, errNoAnswer
}
