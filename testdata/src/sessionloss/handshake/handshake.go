// Package handshake gets a 404 for what is no request of a session: it looks
// for what the server speaks.
package handshake

import (
	"bytes"
	"context"
	"errors"
	"net/http"
)

type client struct {
	url, fallback string
	session       string
}

var errNone = errors.New("no MCP here")

func (c *client) send(ctx context.Context, url, text string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewBufferString(text))
	if err != nil {
		return nil, err
	}
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	return http.DefaultClient.Do(req)
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`

func (c *client) initialize(ctx context.Context, url string) (*http.Response, error) {
	return c.send(ctx, url, hello)
}

// start tries another address.
func (c *client) start(ctx context.Context) error {
	resp, err := c.initialize(ctx, c.url)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		if resp, err = c.initialize(ctx, c.fallback); err != nil {
			return err
		}
		resp.Body.Close()
	}
	c.session = resp.Header.Get("Mcp-Session-Id")
	return nil
}

// probe asks a server of any era.
func (c *client) probe(ctx context.Context) error {
	resp, err := c.send(ctx, c.url, `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`)
	if err != nil {
		return err
	}
	resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		resp, err := c.initialize(ctx, c.url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
	return errNone
}

// listed is another request: its 404 is not asked what it stands for.
func (c *client) listed(ctx context.Context) error {
	resp, err := c.send(ctx, c.url, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		_, err = c.initialize(ctx, c.url) // want `any 404 is taken for the end of a session`
	}
	return err
}

// ended tells the server that it is not needed any more.
func (c *client) ended(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Mcp-Session-Id", c.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusNotFound {
		c.session = ""
	}
	return nil
}
