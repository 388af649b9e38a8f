// Package errors has clients that make an error of a 404, and callers that act
// on the error.
package errors

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

var (
	errGone    = errors.New("the session is gone")
	errExpired = errors.New("the session has expired")
)

type statusError struct {
	Code int
	Text string
}

func (e *statusError) Error() string { return fmt.Sprintf("status %d: %s", e.Code, e.Text) }

type client struct {
	http    *http.Client
	url     string
	session string
}

func (c *client) open(ctx context.Context) error {
	c.session = ""
	resp, err := c.raw(ctx, []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.session = resp.Header.Get("Mcp-Session-Id")
	return nil
}

func (c *client) raw(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	return c.http.Do(req)
}

// send makes a sentinel of any 404.
func (c *client) send(ctx context.Context, body []byte) ([]byte, error) {
	resp, err := c.raw(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return nil, errGone
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("unexpected status %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// sendAsked makes one only of the 404 to a request in a session.
func (c *client) sendAsked(ctx context.Context, body []byte) ([]byte, error) {
	resp, err := c.raw(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if c.session != "" && resp.StatusCode == http.StatusNotFound {
		return nil, errExpired
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("unexpected status %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// sendTyped makes an error with the status of every failure.
func (c *client) sendTyped(ctx context.Context, body []byte) ([]byte, error) {
	resp, err := c.raw(ctx, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, &statusError{resp.StatusCode, resp.Status}
	}
	return io.ReadAll(resp.Body)
}

// reopened opens another session on the sentinel.
func (c *client) reopened(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.send(ctx, body)
	if errors.Is(err, errGone) {
		if err := c.open(ctx); err != nil { // want `any 404 is taken for the end of a session`
			return nil, err
		}
		return c.send(ctx, body)
	}
	return out, err
}

// reopenedAsked has a sentinel that says more.
func (c *client) reopenedAsked(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.sendAsked(ctx, body)
	if errors.Is(err, errExpired) {
		if err := c.open(ctx); err != nil {
			return nil, err
		}
		return c.sendAsked(ctx, body)
	}
	return out, err
}

// reopenedHeld asks by itself.
func (c *client) reopenedHeld(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.send(ctx, body)
	if err == errGone && c.session != "" {
		if err := c.open(ctx); err != nil {
			return nil, err
		}
		return c.send(ctx, body)
	}
	return out, err
}

// typed looks at the status in the error.
func (c *client) typed(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.sendTyped(ctx, body)
	var status *statusError
	if errors.As(err, &status) && status.Code == http.StatusNotFound {
		c.session = "" // want `any 404 is taken for the end of a session`
	}
	return out, err
}

// typedOther looks for another status.
func (c *client) typedOther(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.sendTyped(ctx, body)
	var status *statusError
	if errors.As(err, &status) && status.Code == http.StatusUnauthorized {
		c.session = ""
	}
	return out, err
}

func gone(err error) bool {
	var status *statusError
	return errors.As(err, &status) && (status.Code == http.StatusNotFound || status.Code == http.StatusGone)
}

// predicate has the test in a function.
func (c *client) predicate(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.sendTyped(ctx, body)
	if gone(err) {
		c.session = "" // want `any 404 is taken for the end of a session`
	}
	return out, err
}

// predicateAsked asks for the session, too.
func (c *client) predicateAsked(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.sendTyped(ctx, body)
	if c.session != "" && gone(err) {
		c.session = ""
	}
	return out, err
}

// insisting sends again whatever the error was.
func (c *client) insisting(ctx context.Context, body []byte) (out []byte, err error) {
	for attempt := 0; attempt < 3; attempt++ {
		out, err = c.send(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
		if err == nil {
			return out, nil
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return nil, err
}

// yielding gives up on the sentinel.
func (c *client) yielding(ctx context.Context, body []byte) (out []byte, err error) {
	for attempt := 0; attempt < 3; attempt++ {
		out, err = c.send(ctx, body)
		if err == nil || errors.Is(err, errGone) {
			return out, err
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return nil, err
}

// renewing opens another session before it goes on.
func (c *client) renewing(ctx context.Context, body []byte) (out []byte, err error) {
	for attempt := 0; attempt < 3; attempt++ {
		out, err = c.sendAsked(ctx, body)
		switch {
		case err == nil:
			return out, nil
		case errors.Is(err, errExpired):
			if err := c.open(ctx); err != nil {
				return nil, err
			}
		default:
			time.Sleep(time.Second)
		}
	}
	return nil, err
}

func busy(err error) bool {
	var status *statusError
	return errors.As(err, &status) && (status.Code == http.StatusTooManyRequests || status.Code >= 500)
}

// patient sends again to a busy server only.
func (c *client) patient(ctx context.Context, body []byte) (out []byte, err error) {
	for range 3 {
		if out, err = c.sendTyped(ctx, body); err == nil || !busy(err) {
			return out, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func refused(err error) bool {
	var status *statusError
	return errors.As(err, &status) && status.Code >= 400 && status.Code < 500
}

// backwards sends again when it should not.
func (c *client) backwards(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.sendTyped(ctx, body)
	if refused(err) {
		return c.sendTyped(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
	}
	return out, err
}

// several sends messages one after the other, whatever becomes of them.
func (c *client) several(ctx context.Context, bodies [][]byte) (failed int) {
	for _, body := range bodies {
		if _, err := c.send(ctx, body); err != nil {
			failed++
		}
	}
	return failed
}

// scheduled sends one message again on a schedule.
func (c *client) scheduled(ctx context.Context, body []byte, delays []time.Duration) ([]byte, error) {
	var last error
	for _, d := range delays {
		out, err := c.send(ctx, body) // want `a request is sent again with the session id that a 404 has ended`
		if err == nil {
			return out, nil
		}
		last = err
		time.Sleep(d)
	}
	return nil, last
}

// queued sends what comes in.
func (c *client) queued(ctx context.Context, in <-chan []byte) {
	for body := range in {
		if _, err := c.send(ctx, body); err != nil {
			continue
		}
	}
}

// goneDeep looks into what an error wraps, one by one.
func goneDeep(err error) bool {
	if err == nil {
		return false
	}
	if status, ok := err.(*statusError); ok {
		return status.Code == http.StatusNotFound
	}
	return goneDeep(errors.Unwrap(err))
}

// deep asks it.
func (c *client) deep(ctx context.Context, body []byte) ([]byte, error) {
	out, err := c.sendTyped(ctx, body)
	if c.session != "" && goneDeep(err) {
		c.session = ""
	}
	return out, err
}

// even and odd ask each other.
func even(err error) bool { return err == nil || odd(errors.Unwrap(err)) }

func odd(err error) bool { return err != nil && even(errors.Unwrap(err)) }

// parity asks them.
func (c *client) parity(ctx context.Context, body []byte) ([]byte, error) {
	for {
		out, err := c.sendTyped(ctx, body)
		if even(err) {
			return out, err
		}
	}
}
