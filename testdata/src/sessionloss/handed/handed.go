// Package handed keeps the session id in variables, and hands it from function
// to function.
package handed

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
)

var (
	errGone  = errors.New("not found")
	errEnded = errors.New("the session has ended")
)

type client struct {
	hc  *http.Client
	url string
}

func (c *client) send(ctx context.Context, session string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	return c.hc.Do(req)
}

func (c *client) hello(ctx context.Context) (session string, err error) {
	resp, err := c.send(ctx, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	return resp.Header.Get("Mcp-Session-Id"), nil
}

// call makes an error of any 404.
func (c *client) call(ctx context.Context, session string, body []byte) ([]byte, error) {
	resp, err := c.send(ctx, session, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return nil, errGone
	}
	return io.ReadAll(resp.Body)
}

// callIn makes one of the 404 in a session.
func (c *client) callIn(ctx context.Context, session string, body []byte) ([]byte, error) {
	resp, err := c.send(ctx, session, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && session != "" {
		return nil, errEnded
	}
	return io.ReadAll(resp.Body)
}

// any begins anew for any 404.
func (c *client) any(ctx context.Context, session string, body []byte) ([]byte, error) {
	out, err := c.call(ctx, session, body)
	if errors.Is(err, errGone) {
		if session, err = c.hello(ctx); err != nil { // want `any 404 is taken for the end of a session`
			return nil, err
		}
		return c.call(ctx, session, body)
	}
	return out, err
}

// ended begins anew for the end of a session.
func (c *client) ended(ctx context.Context, session string, body []byte) ([]byte, error) {
	out, err := c.callIn(ctx, session, body)
	if errors.Is(err, errEnded) {
		if session, err = c.hello(ctx); err != nil {
			return nil, err
		}
		return c.callIn(ctx, session, body)
	}
	return out, err
}

// asked looks whether it has one.
func (c *client) asked(ctx context.Context, session string, body []byte) ([]byte, error) {
	out, err := c.call(ctx, session, body)
	if errors.Is(err, errGone) && session != "" {
		if session, err = c.hello(ctx); err != nil {
			return nil, err
		}
		return c.call(ctx, session, body)
	}
	return out, err
}

// again sends with the same.
func (c *client) again(ctx context.Context, session string, body []byte) ([]byte, error) {
	out, err := c.call(ctx, session, body)
	if errors.Is(err, errGone) {
		return c.call(ctx, session, body) // want `a request is sent again with the session id that a 404 has ended`
	}
	return out, err
}

// without sends without.
func (c *client) without(ctx context.Context, session string, body []byte) ([]byte, error) {
	out, err := c.call(ctx, session, body)
	if errors.Is(err, errGone) {
		return c.call(ctx, "", body)
	}
	return out, err
}

// dropping forgets it in a loop.
func (c *client) dropping(ctx context.Context, session string, body []byte) (out []byte, err error) {
	for range 2 {
		if out, err = c.call(ctx, session, body); !errors.Is(err, errGone) {
			break
		}
		session = ""
	}
	return out, err
}

// holding does not.
func (c *client) holding(ctx context.Context, session string, body []byte) (out []byte, err error) {
	for range 2 {
		if out, err = c.call(ctx, session, body); !errors.Is(err, errGone) { // want `a request is sent again with the session id that a 404 has ended`
			break
		}
	}
	return out, err
}
