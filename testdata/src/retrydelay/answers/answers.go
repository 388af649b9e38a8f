// Package answers has clients of the 2025-11-25 edition that read the answer
// to a request from a stream.
package answers

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
	"time"
)

const version = "2025-11-25"

var errEnded = errors.New("the stream has ended without an answer")

type answer struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
}

type client struct {
	url string
}

// cursor is what a stream has shown so far.
type cursor struct {
	last string
	wait time.Duration
}

func (c *client) do(ctx context.Context, method, last string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", version)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	return http.DefaultClient.Do(req)
}

// scan looks for the answer.
func scan(body io.Reader, cur *cursor) (*answer, error) {
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		line := sc.Text()
		if v, ok := strings.CutPrefix(line, "id:"); ok {
			cur.last = strings.TrimSpace(v)
		}
		if v, ok := strings.CutPrefix(line, "retry:"); ok {
			if ms, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
				cur.wait = time.Duration(ms) * time.Millisecond
			}
		}
		if v, ok := strings.CutPrefix(line, "data:"); ok {
			var a answer
			if json.Unmarshal([]byte(v), &a) == nil && a.Result != nil {
				return &a, nil
			}
		}
	}
	return nil, errEnded
}

// patient comes back for the rest, when it may.
func (c *client) patient(ctx context.Context, body []byte) (*answer, error) {
	var cur cursor
	resp, err := c.do(ctx, http.MethodPost, "", body)
	for tries := 0; err == nil && tries < 5; tries++ {
		a, err2 := scan(resp.Body, &cur)
		resp.Body.Close()
		if err2 == nil || cur.last == "" {
			return a, err2
		}
		select {
		case <-time.After(cur.wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		resp, err = c.do(ctx, http.MethodGet, cur.last, nil)
	}
	return nil, err
}

// hasty comes back at once.
func (c *client) hasty(ctx context.Context, body []byte) (*answer, error) {
	var cur cursor
	resp, err := c.do(ctx, http.MethodPost, "", body)
	for tries := 0; err == nil && tries < 5; tries++ {
		a, err2 := scan(resp.Body, &cur)
		resp.Body.Close()
		if err2 == nil || cur.last == "" {
			return a, err2
		}
		resp, err = c.do(ctx, http.MethodGet, cur.last, nil) // want `the event stream is opened again at once`
	}
	return nil, err
}

// resigned gives the answer up.
func (c *client) resigned(ctx context.Context, body []byte) (*answer, error) {
	var cur cursor
	resp, err := c.do(ctx, http.MethodPost, "", body) // want `the call fails when the stream of its answer ends`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return scan(resp.Body, &cur)
}
