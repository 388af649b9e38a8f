// Package handrpc holds clients that speak JSON-RPC over HTTP by hand.
package handrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

type rpcRequest struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return fmt.Sprintf("rpc error %d: %s", e.Code, e.Message) }

type rpcResponse struct {
	ID     int64           `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *rpcError       `json:"error"`
}

type callParams struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

// statusError is returned for every status but 200.
type statusError struct{ Code int }

func (e *statusError) Error() string { return http.StatusText(e.Code) }

// Client makes one POST per request.
type Client struct {
	http     *http.Client
	endpoint string
	session  string
	ids      atomic.Int64
}

func (c *Client) post(ctx context.Context, method string, params any) (json.RawMessage, error) {
	body, err := json.Marshal(rpcRequest{JSONRPC: "2.0", ID: c.ids.Add(1), Method: method, Params: params})
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", method, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &statusError{resp.StatusCode}
	}
	var out rpcResponse
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, fmt.Errorf("decode %s: %w", method, err)
	}
	if out.Error != nil {
		return nil, out.Error
	}
	return out.Result, nil
}

// CallTool is unsafe: the request is sent again after any error.
func (c *Client) CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	var err error
	for n := 0; n < 3; n++ {
		var res json.RawMessage
		if res, err = c.post(ctx, "tools/call", callParams{name, args}); err == nil { // want `tools/call.*can run again.*any error`
			return res, nil
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
	return nil, err
}

// CallToolOnce is safe: one POST.
func (c *Client) CallToolOnce(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	return c.post(ctx, "tools/call", callParams{name, args})
}

// ListTools is safe: tools/list may be repeated.
func (c *Client) ListTools(ctx context.Context) (json.RawMessage, error) {
	var err error
	for n := 0; n < 3; n++ {
		var res json.RawMessage
		if res, err = c.post(ctx, "tools/list", nil); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// Reserve is unsafe: 503 and 504 are said by gateways too, when the server is
// at work.
func (c *Client) Reserve(ctx context.Context, table string) (json.RawMessage, error) {
	p := callParams{"reserve_table", map[string]any{"table": table}}
	res, err := c.post(ctx, "tools/call", p)
	var se *statusError
	if errors.As(err, &se) && (se.Code == http.StatusServiceUnavailable || se.Code == http.StatusGatewayTimeout) {
		return c.post(ctx, "tools/call", p) // want `tools/call "reserve_table".*can run again`
	}
	return res, err
}

// ReserveAuth is safe: 401 is a refusal of the very POST.
func (c *Client) ReserveAuth(ctx context.Context, table string, login func() error) (json.RawMessage, error) {
	p := callParams{"reserve_table", map[string]any{"table": table}}
	res, err := c.post(ctx, "tools/call", p)
	var se *statusError
	if errors.As(err, &se) && (se.Code == http.StatusUnauthorized || se.Code == http.StatusForbidden) {
		if err := login(); err != nil {
			return nil, err
		}
		return c.post(ctx, "tools/call", p)
	}
	return res, err
}

// ReserveGone is safe by default: 404 is a refusal of the very POST.
func (c *Client) ReserveGone(ctx context.Context, table string, initialize func() error) (json.RawMessage, error) {
	p := callParams{"reserve_table", map[string]any{"table": table}}
	res, err := c.post(ctx, "tools/call", p)
	var se *statusError
	if errors.As(err, &se) && se.Code == http.StatusNotFound {
		if err := initialize(); err != nil {
			return nil, err
		}
		return c.post(ctx, "tools/call", p)
	}
	return res, err
}

// ReserveServerError is unsafe: all of 5xx.
func (c *Client) ReserveServerError(ctx context.Context, table string) (json.RawMessage, error) {
	for {
		res, err := c.post(ctx, "tools/call", callParams{"reserve_table", map[string]any{"table": table}}) // want `tools/call "reserve_table".*can run again`
		var se *statusError
		if errors.As(err, &se) && se.Code >= 500 {
			time.Sleep(time.Second)
			continue
		}
		return res, err
	}
}

// ReserveUnknownMethod is safe: the server answered that it has no tools.
func (c *Client) ReserveUnknownMethod(ctx context.Context, table string, upgrade func() error) (json.RawMessage, error) {
	p := callParams{"reserve_table", map[string]any{"table": table}}
	res, err := c.post(ctx, "tools/call", p)
	var re *rpcError
	if errors.As(err, &re) && re.Code == -32601 {
		if err := upgrade(); err != nil {
			return nil, err
		}
		return c.post(ctx, "tools/call", p)
	}
	return res, err
}

// ReserveUnread is unsafe: the body of the answer could not be read.
func (c *Client) ReserveUnread(ctx context.Context, table string) (json.RawMessage, error) {
	p := callParams{"reserve_table", map[string]any{"table": table}}
	res, err := c.post(ctx, "tools/call", p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return c.post(ctx, "tools/call", p) // want `tools/call "reserve_table".*can run again.*ErrUnexpectedEOF`
	}
	return res, err
}

// ReserveAll is safe: another table in every round.
func (c *Client) ReserveAll(ctx context.Context, tables []string) (failed []string) {
	for _, t := range tables {
		if _, err := c.post(ctx, "tools/call", callParams{"reserve_table", map[string]any{"table": t}}); err != nil {
			failed = append(failed, t)
		}
	}
	return failed
}
