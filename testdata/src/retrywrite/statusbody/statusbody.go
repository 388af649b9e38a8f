// Package statusbody posts again after certain statuses: what the status and the
// body of the answer say decides. The status comes through closures.
package statusbody

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Client is written by hand.
type Client struct {
	hc      *http.Client
	url     string
	token   string
	session string
	next    int64
}

type request struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

func short(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), n)]
}

// sessionLost: a status of the client's fault, and words about the session.
func sessionLost(status int, body []byte) bool {
	if status < 400 || status >= 500 {
		return false
	}
	text := strings.ToLower(short(string(body), 200))
	if text == "" {
		return false
	}
	if strings.Contains(text, "mcp-session-id") {
		return true
	}
	words := []string{"missing session", "unknown session"}
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// clientFault: the status alone.
func clientFault(status int, body []byte) bool { return status >= 400 && status < 500 && len(body) > 0 }

// serverSays: words about the session, whatever the status.
func serverSays(status int, body []byte) bool {
	return status >= 400 && strings.Contains(string(body), "session expired")
}

// busy: words that a gateway has, too.
func busy(status int, body []byte) bool {
	return status >= 400 && strings.Contains(string(body), "try again")
}

// sender makes what posts a request, through two closures.
func (c *Client) sender(ctx context.Context) func(method string, params any) (int, []byte, error) {
	post := func(payload []byte, bearer bool) (int, []byte, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(payload))
		if err != nil {
			return 0, nil, err
		}
		if bearer {
			req.Header.Set("Authorization", "Bearer "+c.token)
		}
		if c.session != "" {
			req.Header.Set("Mcp-Session-Id", c.session)
		}
		resp, err := c.hc.Do(req)
		if err != nil {
			return 0, nil, fmt.Errorf("post: %w", err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return 0, nil, fmt.Errorf("read: %w", err)
		}
		return resp.StatusCode, body, nil
	}
	return func(method string, params any) (int, []byte, error) {
		c.next++
		payload, err := json.Marshal(request{JSONRPC: "2.0", ID: c.next, Method: method, Params: params})
		if err != nil {
			return 0, nil, err
		}
		status, body, err := post(payload, false)
		if err != nil {
			return 0, nil, err
		}
		if status == http.StatusUnauthorized {
			return post(payload, true)
		}
		return status, body, nil
	}
}

func (c *Client) open(ctx context.Context) error {
	c.session = ""
	_, _, err := c.sender(ctx)("initialize", map[string]any{})
	return err
}

// Book is safe: the peer says that it has no such session, and so has not run
// the tool.
func (c *Client) Book(ctx context.Context, room string) ([]byte, error) {
	send := c.sender(ctx)
	params := map[string]any{"name": "book_room", "arguments": map[string]any{"room": room}}
	for range 2 {
		status, body, err := send("tools/call", params)
		if err != nil {
			return nil, err
		}
		if !sessionLost(status, body) {
			return body, nil
		}
		if err := c.open(ctx); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("no session")
}

// Pay is unsafe: 408 is among the statuses, which says nothing of the call.
func (c *Client) Pay(ctx context.Context, bill string) ([]byte, error) {
	send := c.sender(ctx)
	params := map[string]any{"name": "pay_bill", "arguments": map[string]any{"bill": bill}}
	for range 2 {
		status, body, err := send("tools/call", params) // want `tools/call "pay_bill" can run again: retried on HTTP 408 and another HTTP status, which`
		if err != nil {
			return nil, err
		}
		if !clientFault(status, body) {
			return body, nil
		}
		if err := c.open(ctx); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("no session")
}

// Move is unsafe: a server that fails with 500 may say anything.
func (c *Client) Move(ctx context.Context, box string) ([]byte, error) {
	send := c.sender(ctx)
	params := map[string]any{"name": "move_box", "arguments": map[string]any{"box": box}}
	for range 2 {
		status, body, err := send("tools/call", params) // want `tools/call "move_box" can run again: retried on HTTP 500, which`
		if err != nil {
			return nil, err
		}
		if !serverSays(status, body) {
			return body, nil
		}
	}
	return nil, errors.New("no session")
}

// Send is unsafe: a gateway says that, too.
func (c *Client) Send(ctx context.Context, mail string) ([]byte, error) {
	send := c.sender(ctx)
	params := map[string]any{"name": "send_mail", "arguments": map[string]any{"mail": mail}}
	for range 2 {
		status, body, err := send("tools/call", params) // want `tools/call "send_mail" can run again: retried on`
		if err != nil {
			return nil, err
		}
		if !busy(status, body) {
			return body, nil
		}
	}
	return nil, errors.New("busy")
}
