// Package again has clients that answer a 404 by sending again.
package again

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type client struct {
	url       string
	sessionID string
}

var errGone = errors.New("the session is gone")

func (c *client) build(ctx context.Context, body []byte) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.sessionID != "" {
		req.Header.Set("Mcp-Session-Id", c.sessionID)
	}
	return req, nil
}

func (c *client) initialize(ctx context.Context) error {
	c.sessionID = ""
	req, err := c.build(ctx, []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.sessionID = resp.Header.Get("Mcp-Session-Id")
	return nil
}

// loop tries again and again.
func (c *client) loop(ctx context.Context, body []byte) (*http.Response, error) {
	for range 3 {
		req, err := c.build(ctx, body)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req) // want `a request is sent again with the session id that a 404 has ended: the specification forbids to go on with it`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusNotFound {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
	return nil, errGone
}

// loopNew opens a new session in between.
func (c *client) loopNew(ctx context.Context, body []byte) (*http.Response, error) {
	for range 3 {
		req, err := c.build(ctx, body)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusNotFound && c.sessionID != "" {
			resp.Body.Close()
			if err := c.initialize(ctx); err != nil {
				return nil, err
			}
			continue
		}
		return resp, nil
	}
	return nil, errGone
}

// second sends once more.
func (c *client) second(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := c.build(ctx, body)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == 404 {
		resp.Body.Close()
		again, err := c.build(ctx, body)
		if err != nil {
			return nil, err
		}
		return http.DefaultClient.Do(again) // want `a request is sent again with the session id that a 404 has ended`
	}
	return resp, nil
}

// dropped forgets the id first.
func (c *client) dropped(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := c.build(ctx, body)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound && c.sessionID != "" {
		resp.Body.Close()
		c.sessionID = ""
		again, err := c.build(ctx, body)
		if err != nil {
			return nil, err
		}
		return http.DefaultClient.Do(again)
	}
	return resp, nil
}

// told tells its caller.
func (c *client) told(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := c.build(ctx, body)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound {
		resp.Body.Close()
		return nil, fmt.Errorf("%w: %s", errGone, resp.Status)
	}
	return resp, nil
}

// busy tries again after something else.
func (c *client) busy(ctx context.Context, body []byte) (*http.Response, error) {
	for range 3 {
		req, err := c.build(ctx, body)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
	return nil, errGone
}
