// Package ended has clients that take a 404 for the end of a session.
package ended

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

type client struct {
	url       string
	sessionID string
}

var errGone = errors.New("the session is gone")

type failure struct {
	Error *struct {
		Code int `json:"code"`
	} `json:"error"`
}

func (c *client) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if c.sessionID != "" {
		req.Header.Set("Mcp-Session-Id", c.sessionID)
	}
	return http.DefaultClient.Do(req)
}

func (c *client) initialize(ctx context.Context) error {
	resp, err := c.post(ctx, []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.sessionID = resp.Header.Get("Mcp-Session-Id")
	return nil
}

// any takes every 404 for it.
func (c *client) any(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		c.sessionID = "" // want `any 404 is taken for the end of a session: without a session id on the request it says that the address or the method is unknown`
		return errGone
	}
	return nil
}

// asked looks whether there was a session.
func (c *client) asked(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && c.sessionID != "" {
		c.sessionID = ""
		return errGone
	}
	return nil
}

// reopened opens another one.
func (c *client) reopened(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return c.initialize(ctx) // want `any 404 is taken for the end of a session`
	}
	return nil
}

// reopenedAsked asks first.
func (c *client) reopenedAsked(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if c.sessionID != "" && resp.StatusCode == http.StatusNotFound {
		return c.initialize(ctx)
	}
	return nil
}

// decoded reads what the server says.
func (c *client) decoded(ctx context.Context, body []byte) error {
	resp, err := c.post(ctx, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		var f failure
		if json.NewDecoder(resp.Body).Decode(&f) == nil && f.Error != nil && f.Error.Code == -32601 {
			return errors.New("no such method")
		}
		c.sessionID = ""
		return errGone
	}
	return nil
}

// A bound client has a session from the beginning.
type bound struct {
	url       string
	sessionID string
}

// always sets the header on every request.
func (c *bound) always(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Mcp-Session-Id", c.sessionID)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		c.sessionID = ""
		return errGone
	}
	return nil
}
