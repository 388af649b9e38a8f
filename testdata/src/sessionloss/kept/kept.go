// Package kept has clients that keep the session id in other ways than a
// string of their own.
package kept

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/textproto"
	"sync"
	"sync/atomic"
)

const sessionHeader = "mcp-session-id"

var errGone = errors.New("the session is gone")

func request(ctx context.Context, url string, body []byte) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
}

// An Atomic client keeps it in an atomic value.
type Atomic struct {
	url string
	id  atomic.Value
}

func (c *Atomic) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := request(ctx, c.url, body)
	if err != nil {
		return nil, err
	}
	if id, _ := c.id.Load().(string); id != "" {
		req.Header.Set(sessionHeader, id)
	}
	return http.DefaultClient.Do(req)
}

// Any takes every 404 for the end of the session.
func (c *Atomic) Any(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		c.id.Store("") // want `any 404 is taken for the end of a session`
		return errGone
	}
	return nil
}

// Swapped forgets the id that was sent, if there was one.
func (c *Atomic) Swapped(ctx context.Context, body []byte) error {
	id, _ := c.id.Load().(string)
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && id != "" {
		c.id.CompareAndSwap(id, "")
		return errGone
	}
	return nil
}

// A Locked client keeps it in a struct behind a lock.
type Locked struct {
	url   string
	mu    sync.Mutex
	state *state
}

type state struct{ id, version string }

func (c *Locked) current() *state {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

func (c *Locked) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = nil
}

func (c *Locked) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := request(ctx, c.url, body)
	if err != nil {
		return nil, err
	}
	if s := c.current(); s != nil {
		req.Header.Set(sessionHeader, s.id)
	}
	return http.DefaultClient.Do(req)
}

// Any resets for every 404.
func (c *Locked) Any(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusAccepted:
		return nil
	case http.StatusNotFound:
		c.reset() // want `any 404 is taken for the end of a session`
		return errGone
	default:
		return errors.New(resp.Status)
	}
}

// Asked resets if there is a session.
func (c *Locked) Asked(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && c.current() != nil {
		c.reset()
		return errGone
	}
	return nil
}

// Again sends with what it has.
func (c *Locked) Again(ctx context.Context, body []byte) (*http.Response, error) {
	resp, err := c.post(ctx, body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound {
		resp.Body.Close()
		return c.post(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
	}
	return resp, nil
}

// AgainWithout sends without it.
func (c *Locked) AgainWithout(ctx context.Context, body []byte) (*http.Response, error) {
	resp, err := c.post(ctx, body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound && c.current() != nil {
		resp.Body.Close()
		c.reset()
		return c.post(ctx, body)
	}
	return resp, nil
}

// A Headed client keeps it among the headers of all requests.
type Headed struct {
	url    string
	common http.Header
}

func (c *Headed) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := request(ctx, c.url, body)
	if err != nil {
		return nil, err
	}
	for k, v := range c.common {
		req.Header[k] = v
	}
	return http.DefaultClient.Do(req)
}

// Start keeps it.
func (c *Headed) Start(ctx context.Context) error {
	resp, err := c.post(ctx, []byte(`{"jsonrpc":"2.0","id":0,"method":"initialize"}`))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.common[textproto.CanonicalMIMEHeaderKey(sessionHeader)] = resp.Header.Values(sessionHeader)
	return nil
}

// Any takes it out for every 404.
func (c *Headed) Any(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		c.common.Del("MCP-Session-ID") // want `any 404 is taken for the end of a session`
	}
	return nil
}

// Asked looks whether it is there.
func (c *Headed) Asked(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && c.common.Get(sessionHeader) != "" {
		c.common.Del(sessionHeader)
	}
	return nil
}

// A Set client has a method that sets it.
type Set struct {
	url string
	id  string
}

func (c *Set) setSession(id string) { c.id = id }

func (c *Set) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := request(ctx, c.url, body)
	if err != nil {
		return nil, err
	}
	if len(c.id) > 0 {
		req.Header.Add(sessionHeader, c.id)
	}
	return http.DefaultClient.Do(req)
}

// Any sets it to nothing.
func (c *Set) Any(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		c.setSession("") // want `any 404 is taken for the end of a session`
	} else {
		c.setSession(resp.Header.Get(sessionHeader))
	}
	return nil
}

// Asked looks at the request that was sent.
func (c *Set) Asked(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && resp.Request.Header.Get(sessionHeader) != "" {
		c.setSession("")
	}
	return nil
}
