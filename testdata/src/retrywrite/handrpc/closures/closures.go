// Package closures speaks JSON-RPC with closures below one method: one builds
// the bytes, others send them, and one repeats.
package closures

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

type message struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

// A Client of one server.
type Client struct {
	url string
	id  atomic.Int64
}

// Tool calls a tool.
func (c *Client) Tool(ctx context.Context, name string, args map[string]any) ([]byte, error) {
	return c.exchange(ctx, "tools/call", map[string]any{"name": name, "arguments": args})
}

// Tools lists them.
func (c *Client) Tools(ctx context.Context) ([]byte, error) {
	return c.exchange(ctx, "tools/list", map[string]any{})
}

func (c *Client) exchange(ctx context.Context, method string, params any) ([]byte, error) {
	encode := func(m string, p any) ([]byte, error) {
		data, err := json.Marshal(message{JSONRPC: "2.0", ID: c.id.Add(1), Method: m, Params: p})
		if err != nil {
			return nil, fmt.Errorf("encode: %w", err)
		}
		return data, nil
	}
	send := func(m string, data []byte, bearer bool) (int, []byte, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(data))
		if err != nil {
			return 0, nil, err
		}
		if bearer {
			req.Header.Set("Authorization", "Bearer "+m)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, nil, fmt.Errorf("send: %w", err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return resp.StatusCode, body, err
	}
	authorised := func(m string, data []byte) (int, []byte, error) {
		status, body, err := send(m, data, false)
		if err != nil {
			return 0, nil, err
		}
		if status == http.StatusUnauthorized {
			if s, b, err := send(m, data, true); err == nil { // a refusal proves that nothing was done
				return s, b, nil
			}
		}
		return status, body, nil
	}
	repeated := func(m string, data []byte) (int, []byte, error) {
		var status int
		var body []byte
		var err error
		for range 3 {
			st, b, e := authorised(m, data) // want `tools/call can run again`
			status, body, err = st, b, e
			again, _ := classify(st, e)
			if e != nil && !again {
				return 0, nil, e
			}
			if e == nil && !again {
				return st, b, nil
			}
			time.Sleep(time.Second)
		}
		if err != nil {
			return 0, nil, err
		}
		return status, body, nil
	}
	open := func() error {
		data, err := encode("initialize", nil)
		if err != nil {
			return err
		}
		_, _, err = repeated("initialize", data)
		return err
	}

	data, err := encode(method, params)
	if err != nil {
		return nil, err
	}
	if err := open(); err != nil {
		return nil, err
	}
	status, body, err := repeated(method, data)
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, errors.New(http.StatusText(status))
	}
	return body, nil
}

func classify(status int, err error) (bool, string) {
	if err != nil {
		return errors.Is(err, io.EOF), "error"
	}
	if again(status) {
		return true, http.StatusText(status)
	}
	return false, "no failure"
}

func again(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusGatewayTimeout
}
