// Package asked has clients that look whether there was a session when they
// have read the status, and some that do not.
package asked

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
)

var (
	errLost    = errors.New("the server knows the session no more")
	errMissing = errors.New("the server answers 404")
)

type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      int64           `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

type conn interface {
	call(ctx context.Context, method string, params json.RawMessage) ([]byte, error)
}

type client struct {
	http *http.Client
	url  string

	next    atomic.Int64
	mu      sync.Mutex
	session string
}

func (c *client) post(ctx context.Context, method string, params json.RawMessage) (*http.Response, error) {
	body, err := json.Marshal(request{"2.0", c.next.Add(1), method, params})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	id := c.session
	c.mu.Unlock()
	if id != "" {
		req.Header.Set("Mcp-Session-Id", id)
	}
	return c.http.Do(req)
}

// call tells its caller of a session that is lost only if there was one.
func (c *client) call(ctx context.Context, method string, params json.RawMessage) ([]byte, error) {
	resp, err := c.post(ctx, method, params)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if method == "initialize" {
		if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
			c.mu.Lock()
			c.session = id
			c.mu.Unlock()
		}
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		if resp.StatusCode == http.StatusNotFound {
			c.mu.Lock()
			had := c.session != ""
			c.session = ""
			c.mu.Unlock()
			if had {
				return nil, fmt.Errorf("%s: %w", method, errLost)
			}
		}
		return nil, fmt.Errorf("%s: status %d", method, resp.StatusCode)
	}
	return io.ReadAll(resp.Body)
}

// A hasty client forgets the session first, and asks for something else then.
type hasty struct {
	client
	strict bool
}

func (c *hasty) call(ctx context.Context, method string, params json.RawMessage) ([]byte, error) {
	resp, err := c.post(ctx, method, params)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		if resp.StatusCode == http.StatusNotFound {
			c.mu.Lock()
			had := c.strict
			c.session = "" // want `any 404 is taken for the end of a session`
			c.mu.Unlock()
			if had {
				return nil, fmt.Errorf("%s: %w", method, errMissing)
			}
		}
		return nil, fmt.Errorf("%s: status %d", method, resp.StatusCode)
	}
	return io.ReadAll(resp.Body)
}

// A link goes over one of them.
type link struct {
	conn conn
}

func overClient(c *client) *link { return &link{conn: c} }

func overHasty(c *hasty) *link { return &link{conn: c} }

func (l *link) Initialize(ctx context.Context) error {
	_, err := l.conn.call(ctx, "initialize", json.RawMessage(`{"protocolVersion":"2025-06-18"}`))
	return err
}

// list opens another session when there was one.
func (l *link) list(ctx context.Context) ([]byte, error) {
	out, err := l.conn.call(ctx, "tools/list", nil)
	if err != nil && errors.Is(err, errLost) {
		if err := l.Initialize(ctx); err != nil {
			return nil, err
		}
		out, err = l.conn.call(ctx, "tools/list", nil)
	}
	return out, err
}

// listHasty opens one after any 404.
func (l *link) listHasty(ctx context.Context) ([]byte, error) {
	out, err := l.conn.call(ctx, "tools/list", nil)
	if err != nil && errors.Is(err, errMissing) {
		if err := l.Initialize(ctx); err != nil { // want `any 404 is taken for the end of a session`
			return nil, err
		}
		out, err = l.conn.call(ctx, "tools/list", nil)
	}
	return out, err
}
