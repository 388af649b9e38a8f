// Package shapes has clients that look at a 404 in odd ways.
package shapes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const headerSession = "MCP-Session-Id"

var errGone = errors.New("gone")

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type client struct {
	hc      doer
	url     string
	session string
	// do sends; a method value by default.
	do func(ctx context.Context, body []byte) (*http.Response, error)
}

func newClient(hc doer, url string) *client {
	c := &client{hc: hc, url: url}
	c.do = c.send
	return c
}

func (c *client) headers() http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	if c.session != "" {
		h[http.CanonicalHeaderKey(headerSession)] = []string{c.session}
	}
	return h
}

func (c *client) send(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = c.headers()
	return c.hc.Do(req)
}

func (c *client) start(ctx context.Context) error {
	c.session = ""
	resp, err := c.send(ctx, []byte(`{"jsonrpc":"2.0","id":"a","method":"initialize"}`))
	if err != nil {
		return err
	}
	c.session = resp.Header.Get(headerSession)
	return resp.Body.Close()
}

// value calls through a func field.
func (c *client) value(ctx context.Context, body []byte) error {
	resp, err := c.do(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		c.session = "" // want `any 404 is taken for the end of a session`
	}
	return nil
}

// valueAsked asks.
func (c *client) valueAsked(ctx context.Context, body []byte) error {
	had := c.session
	resp, err := c.do(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && had != "" {
		c.session = ""
	}
	return nil
}

type outcome struct {
	status int
	body   []byte
	err    error
}

// flown waits for a goroutine.
func (c *client) flown(ctx context.Context, body []byte) error {
	done := make(chan outcome, 1)
	go func() {
		resp, err := c.send(ctx, body)
		if err != nil {
			done <- outcome{err: err}
			return
		}
		defer resp.Body.Close()
		done <- outcome{status: resp.StatusCode}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case o := <-done:
		if o.status == http.StatusNotFound {
			return c.start(ctx) // want `any 404 is taken for the end of a session`
		}
		return o.err
	}
}

// flownAsked asks for the session.
func (c *client) flownAsked(ctx context.Context, body []byte) error {
	done := make(chan outcome, 1)
	go func() {
		resp, err := c.send(ctx, body)
		if err != nil {
			done <- outcome{err: err}
			return
		}
		defer resp.Body.Close()
		done <- outcome{status: resp.StatusCode}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case o := <-done:
		if c.session != "" && o.status == http.StatusNotFound {
			return c.start(ctx)
		}
		return o.err
	}
}

// check is what all answers go through.
func check(resp *http.Response) error {
	switch code := resp.StatusCode; {
	case code < 300:
		return nil
	case code == http.StatusNotFound:
		return errGone
	default:
		return fmt.Errorf("status %d", code)
	}
}

// checked acts on what the check says.
func (c *client) checked(ctx context.Context, body []byte) error {
	resp, err := c.send(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := check(resp); err != nil {
		if errors.Is(err, errGone) {
			c.session = "" // want `any 404 is taken for the end of a session`
		}
		return err
	}
	return nil
}

// checkedAsked asks in a switch.
func (c *client) checkedAsked(ctx context.Context, body []byte) error {
	resp, err := c.send(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	err = check(resp)
	switch {
	case err == nil:
		return nil
	case c.session == "":
		return err
	case errors.Is(err, errGone):
		c.session = ""
	}
	return err
}

// spelled has an empty first case, and falls into the next.
func (c *client) spelled(ctx context.Context, body []byte) error {
	resp, err := c.send(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotFound:
		fallthrough
	case http.StatusGone:
		c.session = "" // want `any 404 is taken for the end of a session`
	}
	return nil
}

// labelled leaves the loop with a goto.
func (c *client) labelled(ctx context.Context, body []byte) (*http.Response, error) {
	tries := 0
again:
	resp, err := c.send(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK && tries < 2 {
		resp.Body.Close()
		tries++
		goto again
	}
	return resp, nil
}

// labelledNew begins anew for a 404.
func (c *client) labelledNew(ctx context.Context, body []byte) (*http.Response, error) {
	tries := 0
again:
	resp, err := c.send(ctx, body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound && c.session != "" && tries < 2 {
		resp.Body.Close()
		if err := c.start(ctx); err != nil {
			return nil, err
		}
		tries++
		goto again
	}
	return resp, nil
}

// recursive calls itself.
func (c *client) recursive(ctx context.Context, body []byte, left int) ([]byte, error) {
	resp, err := c.send(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 && left > 0 {
		time.Sleep(time.Second)
		return c.recursive(ctx, body, left-1) // want `a request is sent again with the session id that a 404 has ended`
	}
	return io.ReadAll(resp.Body)
}

// recursiveBusy does so for a busy server.
func (c *client) recursiveBusy(ctx context.Context, body []byte, left int) ([]byte, error) {
	resp, err := c.send(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 == 5 && left > 0 {
		time.Sleep(time.Second)
		return c.recursiveBusy(ctx, body, left-1)
	}
	return io.ReadAll(resp.Body)
}

// retryable are the statuses after which it pays to wait.
var retryable = map[int]bool{http.StatusNotFound: true, http.StatusBadGateway: true, http.StatusServiceUnavailable: true}

// waits are those after which it does.
var waits = map[int]bool{http.StatusBadGateway: true, http.StatusServiceUnavailable: true}

// tabled looks the status up.
func (c *client) tabled(ctx context.Context, body []byte) (*http.Response, error) {
	for {
		resp, err := c.send(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
		if err != nil || !retryable[resp.StatusCode] {
			return resp, err
		}
		resp.Body.Close()
	}
}

// tabledBusy has the other table.
func (c *client) tabledBusy(ctx context.Context, body []byte) (*http.Response, error) {
	for {
		resp, err := c.send(ctx, body)
		if err != nil || !waits[resp.StatusCode] {
			return resp, err
		}
		resp.Body.Close()
	}
}

// call decodes whatever comes, and finds errors in it.
func call[T any](ctx context.Context, c *client, body []byte) (out T, err error) {
	resp, err := c.send(ctx, body)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	var m struct {
		Result T
		Error  *struct{ Code int }
	}
	if err := json.NewDecoder(resp.Body).Decode(&m); err != nil {
		return out, err
	}
	if resp.StatusCode == http.StatusNotFound && (m.Error == nil || m.Error.Code != -32601) {
		c.session = ""
		return out, errGone
	}
	return m.Result, nil
}

// two sends two requests; the first may fail.
func (c *client) two(ctx context.Context, first, second []byte) error {
	resp, err := c.send(ctx, first)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		resp, err = c.send(ctx, second)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// deferred forgets the session on the way out.
func (c *client) deferred(ctx context.Context, body []byte) (err error) {
	defer func() {
		if errors.Is(err, errGone) {
			c.session = "" // want `any 404 is taken for the end of a session`
		}
	}()
	resp, err := c.send(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return check(resp)
}

// resumes opens the stream again with what it has.
func (c *client) resumes(ctx context.Context, last string) error {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
		if err != nil {
			return err
		}
		req.Header = c.headers()
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Last-Event-ID", last)
		resp, err := c.hc.Do(req) // want `a request is sent again with the session id that a 404 has ended`
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusOK {
			_, _ = io.Copy(io.Discard, resp.Body)
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

// resumesOrNot ends when it is told that there is nothing.
func (c *client) resumesOrNot(ctx context.Context, last string) error {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
		if err != nil {
			return err
		}
		req.Header = c.headers()
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Last-Event-ID", last)
		resp, err := c.hc.Do(req)
		if err != nil {
			return err
		}
		if resp.StatusCode >= 400 && resp.StatusCode < 500 {
			resp.Body.Close()
			return errGone
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return ctx.Err()
}
