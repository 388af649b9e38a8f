// Package constant builds requests with constant ids.
package constant

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Request is a JSON-RPC request.
type Request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int    `json:"id,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

// Client has one constant id for everything that it calls.
type Client struct {
	hc      *http.Client
	url     string
	session string
}

func (c *Client) call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return c.post(ctx, Request{
		JSONRPC: "2.0",
		ID:      1, // want `requests have the constant JSON-RPC id 1 and can be sent twice in one session, but the specification forbids to use an id twice; count the ids`
		Method:  method,
		Params:  params,
	})
}

func (c *Client) post(ctx context.Context, msg any) (json.RawMessage, error) {
	raw, err := json.Marshal(msg)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if s := resp.Header.Get("Mcp-Session-Id"); s != "" {
		c.session = s
	}
	var out struct {
		Result json.RawMessage `json:"result"`
	}
	return out.Result, json.NewDecoder(resp.Body).Decode(&out)
}

// Connect opens the session.
func (c *Client) Connect(ctx context.Context) error {
	if _, err := c.call(ctx, "initialize", map[string]any{"protocolVersion": "2025-11-25"}); err != nil {
		return err
	}
	// A notification has no id.
	_, err := c.post(ctx, Request{JSONRPC: "2.0", Method: "notifications/initialized"})
	return err
}

// CallTool calls a tool.
func (c *Client) CallTool(ctx context.Context, name string, args map[string]any) (json.RawMessage, error) {
	return c.call(ctx, "tools/call", map[string]any{"name": name, "arguments": args})
}

// Offered has an id for each method, but each method can be asked for again.
type Offered struct{ *Client }

// Tools is unsafe: it can be called again.
func (o *Offered) Tools(ctx context.Context) (json.RawMessage, error) {
	return o.post(ctx, Request{JSONRPC: "2.0", ID: 2, Method: "tools/list"}) // want `tools/list requests have the constant JSON-RPC id 2 and can be sent twice in one session`
}

// Ping is unsafe: a map for a message.
func (o *Offered) Ping(ctx context.Context) error {
	_, err := o.post(ctx, map[string]any{"jsonrpc": "2.0", "id": "ping", "method": "ping"}) // want `ping requests have the constant JSON-RPC id ping and can be sent twice in one session`
	return err
}

// numbered gets its ids from its callers.
type numbered struct{ *Client }

func (n *numbered) send(ctx context.Context, id int, method string, params any) (json.RawMessage, error) {
	return n.post(ctx, Request{JSONRPC: "2.0", ID: id, Method: method, Params: params})
}

func (n *numbered) open(ctx context.Context) error {
	_, err := n.send(ctx, 1, "initialize", map[string]any{})
	return err
}

func (n *numbered) tools(ctx context.Context) (json.RawMessage, error) {
	return n.send(ctx, 1, "tools/list", nil) // want `tools/list requests have the constant JSON-RPC id 1 that another request of the same session has .*constant.go:\d+`
}

func (n *numbered) prompts(ctx context.Context) (json.RawMessage, error) {
	return n.send(ctx, 3, "prompts/list", nil)
}

// use opens one session, and lists once.
func use(ctx context.Context, n *numbered) error {
	if err := n.open(ctx); err != nil {
		return err
	}
	if _, err := n.tools(ctx); err != nil {
		return err
	}
	_, err := n.prompts(ctx)
	return err
}

// Script is unsafe in its last request: two have the same id.
func Script(ctx context.Context, c *Client) error {
	for _, err := range []error{
		func() error {
			_, err := c.post(ctx, Request{JSONRPC: "2.0", ID: 1, Method: "initialize"})
			return err
		}(),
	} {
		if err != nil {
			return err
		}
	}
	if _, err := c.post(ctx, Request{JSONRPC: "2.0", ID: 2, Method: "tools/list"}); err != nil {
		return err
	}
	_, err := c.post(ctx, Request{JSONRPC: "2.0", ID: 2, Method: "tools/call"}) // want `tools/call requests have the constant JSON-RPC id 2 that another request of the same session has`
	return err
}

// OneShot is safe: a session for three requests, each with an id of its own.
func OneShot(ctx context.Context, c *Client, tool string) error {
	if _, err := c.post(ctx, Request{JSONRPC: "2.0", ID: 1, Method: "initialize"}); err != nil {
		return err
	}
	if _, err := c.post(ctx, Request{JSONRPC: "2.0", ID: 2, Method: "tools/list"}); err != nil {
		return err
	}
	_, err := c.post(ctx, Request{JSONRPC: "2.0", ID: 3, Method: "tools/call", Params: map[string]any{"name": tool}})
	return err
}

// Checks is unsafe: the same id in each round, in one session.
func Checks(ctx context.Context, c *Client, n int) error {
	for range n {
		raw, err := json.Marshal(Request{JSONRPC: "2.0", ID: 7, Method: "ping"})
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header.Set("Mcp-Session-Id", c.session)
		resp, err := c.hc.Do(req) // want `this ping request is sent with the same JSON-RPC id in all rounds of a loop`
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Counted is safe: another id in each round.
func Counted(ctx context.Context, c *Client, n int) error {
	for i := range n {
		raw, err := json.Marshal(Request{JSONRPC: "2.0", ID: 7 + i, Method: "ping"})
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header.Set("Mcp-Session-Id", c.session)
		resp, err := c.hc.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Servers is safe: each server has ids of its own.
func Servers(ctx context.Context, hc *http.Client, urls []string) error {
	for _, u := range urls {
		raw, err := json.Marshal(Request{JSONRPC: "2.0", ID: 1, Method: "tools/list"})
		if err != nil {
			return err
		}
		resp, err := hc.Post(u, "application/json", bytes.NewReader(raw))
		if err != nil {
			return fmt.Errorf("%s: %w", u, err)
		}
		resp.Body.Close()
	}
	return nil
}

// Sessions is safe: each round opens a session.
func Sessions(ctx context.Context, c *Client, n int) error {
	for range n {
		if _, err := c.post(ctx, Request{JSONRPC: "2.0", ID: 1, Method: "initialize"}); err != nil {
			return err
		}
		raw, err := json.Marshal(Request{JSONRPC: "2.0", ID: 2, Method: "tools/list"})
		if err != nil {
			return err
		}
		resp, err := c.hc.Post(c.url, "application/json", bytes.NewReader(raw))
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}
