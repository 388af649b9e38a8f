// Package wrapped speaks 2026-07-28, through wrappers of its own.
package wrapped

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

const (
	version       = "2026-07-28"
	headerVersion = "MCP-Protocol-Version"
	headerCursor  = "Last-Event-ID"
)

type message struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int    `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type transport struct {
	do   func(*http.Request) (*http.Response, error)
	url  string
	last string
}

func newTransport(hc *http.Client, url string) *transport {
	return &transport{do: hc.Do, url: url}
}

func (t *transport) request(ctx context.Context, method string, headers map[string]string, m *message) (*http.Response, error) {
	var body bytes.Buffer
	if m != nil {
		if err := json.NewEncoder(&body).Encode(m); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, t.url, &body)
	if err != nil {
		return nil, err
	}
	req.Header.Set(headerVersion, version)
	for k, v := range headers {
		req.Header.Set(k, v)
	}
	return t.do(req)
}

func (t *transport) send(ctx context.Context, method string, params any) error {
	resp, err := t.request(ctx, http.MethodPost, map[string]string{"Mcp-Method": method}, &message{JSONRPC: "2.0", ID: 1, Method: method, Params: params})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", method, resp.Status)
	}
	return nil
}

func (t *transport) resume(ctx context.Context) (*http.Response, error) {
	return t.request(ctx, http.MethodGet, map[string]string{headerCursor: t.last}, nil) // want `Last-Event-ID belongs to another era`
}

func (t *transport) stop(ctx context.Context) error {
	resp, err := t.request(ctx, http.MethodDelete, nil, nil) // want `a DELETE belongs to another era`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (t *transport) cancel(ctx context.Context, id int) error {
	return t.send(ctx, "notifications/cancelled", map[string]any{"requestId": id}) // want `notifications/cancelled over HTTP belongs to another era`
}

func (t *transport) listen(ctx context.Context) error {
	return t.send(ctx, "subscriptions/listen", nil)
}
