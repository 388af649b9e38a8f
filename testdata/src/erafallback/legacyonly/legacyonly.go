// Package legacyonly speaks 2025-11-25 only: when the server has forgotten its
// session, it opens another one.
package legacyonly

import (
	"bytes"
	"context"
	"errors"
	"net/http"
)

const version = "2025-11-25"

type rpcError struct{ Code int }

func (e *rpcError) Error() string { return "error" }

type peer interface {
	Call(ctx context.Context, method string, params any) error
}

// called is told that there was no handshake.
func called(ctx context.Context, p peer, params any) error {
	err := p.Call(ctx, "tools/call", params)
	var e *rpcError
	if errors.As(err, &e) && e.Code == -32600 {
		return p.Call(ctx, "initialize", map[string]any{"protocolVersion": version})
	}
	return err
}

// posted gets a 400 for a session that is gone.
func posted(ctx context.Context, url string, body []byte) error {
	resp, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest {
		_, err = http.Post(url, "application/json", bytes.NewBufferString(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	}
	return err
}
