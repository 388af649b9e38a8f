// Package giveup has calls of the 2025-11-25 edition whose answer comes on a
// stream that may end early.
package giveup

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

const version = "2025-11-25"

type rpc struct {
	JSONRPC string `json:"jsonrpc"`
	ID      int64  `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

type answer struct {
	ID     int64           `json:"id"`
	Result json.RawMessage `json:"result"`
}

var errEnded = errors.New("the stream ended before the answer")

type transport struct {
	url     string
	session string
}

func (t *transport) post(ctx context.Context, msg rpc) (*http.Response, error) {
	body, err := json.Marshal(msg)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("Mcp-Session-Id", t.session)
	return http.DefaultClient.Do(req)
}

func (t *transport) resume(ctx context.Context, last string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("MCP-Protocol-Version", version)
	req.Header.Set("Mcp-Session-Id", t.session)
	req.Header.Set("Last-Event-ID", last)
	return http.DefaultClient.Do(req)
}

// A Hasty client keeps the ids for its GET stream, and fails calls whose
// stream ends.
type Hasty struct {
	transport
	last string
	next int64
}

// callIn is part of a test, which says itself how the stream should end.
func (c *Hasty) callIn(t *testing.T, method string) json.RawMessage {
	c.next++
	resp, err := c.post(t.Context(), rpc{"2.0", c.next, method, nil})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	res, err := c.await(resp.Body, c.next)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Call calls a method.
func (c *Hasty) Call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	c.next++
	resp, err := c.post(ctx, rpc{"2.0", c.next, method, params}) // want `the call fails when the stream of its answer ends, although an event id was kept and the client can resume`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return c.await(resp.Body, c.next)
}

func (c *Hasty) await(body io.Reader, id int64) (json.RawMessage, error) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id:"); ok {
			c.last = strings.TrimSpace(v)
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data:"); ok {
			var a answer
			if json.Unmarshal([]byte(v), &a) == nil && a.ID == id {
				return a.Result, nil
			}
		}
	}
	return nil, errEnded
}

// Listen comes back to the GET stream.
func (c *Hasty) Listen(ctx context.Context) error {
	resp, err := c.resume(ctx, c.last)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = c.await(resp.Body, -1)
	return err
}

// A Patient client resumes the stream of an answer.
type Patient struct {
	transport
	next int64
}

// Call calls a method.
func (c *Patient) Call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	c.next++
	resp, err := c.post(ctx, rpc{"2.0", c.next, method, params})
	if err != nil {
		return nil, err
	}
	last, delay := "", time.Second
	for {
		res, err := await(resp.Body, c.next, &last, &delay)
		resp.Body.Close()
		if err == nil {
			return res, nil
		}
		if !errors.Is(err, errEnded) || last == "" {
			return nil, err
		}
		time.Sleep(delay)
		if resp, err = c.resume(ctx, last); err != nil {
			return nil, err
		}
	}
}

func await(body io.Reader, id int64, last *string, delay *time.Duration) (json.RawMessage, error) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "id:"); ok {
			*last = strings.TrimSpace(v)
		}
		if v, ok := strings.CutPrefix(sc.Text(), "retry:"); ok {
			if ms, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
				*delay = time.Duration(ms) * time.Millisecond
			}
		}
		if v, ok := strings.CutPrefix(sc.Text(), "data:"); ok {
			var a answer
			if json.Unmarshal([]byte(v), &a) == nil && a.ID == id {
				return a.Result, nil
			}
		}
	}
	return nil, errEnded
}

// A Plain client never keeps an id: there is nothing to resume with.
type Plain struct {
	transport
	next int64
}

// Call calls a method.
func (c *Plain) Call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	c.next++
	resp, err := c.post(ctx, rpc{"2.0", c.next, method, params})
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "data:"); ok {
			var a answer
			if json.Unmarshal([]byte(v), &a) == nil && a.ID == c.next {
				return a.Result, nil
			}
		}
	}
	return nil, errEnded
}
