// Package probe asks for the era with a tools/call.
package probe

import (
	"context"
	"errors"
)

type wireError struct {
	Code int `json:"code"`
	Data struct {
		Supported []string `json:"supported"`
	} `json:"data"`
}

func (e *wireError) Error() string { return "error" }

// version is what the client speaks first.
const version = "2026-07-28"

type port interface {
	Call(ctx context.Context, method string, params any) error
}

// called may have executed something.
func called(ctx context.Context, p port) error {
	err := p.Call(ctx, "tools/call", map[string]any{"name": "book", "_meta": map[string]any{"io.modelcontextprotocol/protocolVersion": version}})
	var w *wireError
	if errors.As(err, &w) && w.Code == -32600 {
		return p.Call(ctx, "initialize", nil) // want `a tools/call is the probe for the era of the server`
	}
	return err
}

// listed asks for the tools.
func listed(ctx context.Context, p port) error {
	err := p.Call(ctx, "tools/list", nil)
	var w *wireError
	if errors.As(err, &w) && w.Code == -32600 {
		return p.Call(ctx, "initialize", nil)
	}
	return err
}
