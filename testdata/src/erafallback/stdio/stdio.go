// Package stdio falls back over pipes.
package stdio

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

type port interface {
	Call(ctx context.Context, method string, params any) error
}

// keyed falls back for one code.
func keyed(ctx context.Context, p port) error {
	err := p.Call(ctx, "server/discover", nil)
	var w *wireError
	if errors.As(err, &w) && w.Code == -32601 {
		return p.Call(ctx, "initialize", nil) // want `the fall-back to initialize is keyed to one error code: the specification forbids that`
	}
	return err
}

// anyOther falls back for all but modern errors.
func anyOther(ctx context.Context, p port) error {
	err := p.Call(ctx, "server/discover", nil)
	if err == nil {
		return nil
	}
	var w *wireError
	if errors.As(err, &w) && (w.Code == -32020 || w.Code == -32021 || w.Code == -32022) {
		return err
	}
	return p.Call(ctx, "initialize", nil)
}

// first has always been an initialize.
func first(ctx context.Context, p port) error { return p.Call(ctx, "initialize", nil) }
