// Package inverted asks for the version, and takes the wrong branch.
package inverted

import (
	"bytes"
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

const (
	modern = "2026-07-28"
	legacy = "2025-11-25"
)

type client struct {
	url, session, last, version string
}

func (c *client) isModern() bool { return c.version >= modern }

func (c *client) request(ctx context.Context, method string, body []byte) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("MCP-Protocol-Version", c.version)
	return req, nil
}

func (c *client) wrong(ctx context.Context) (*http.Response, error) {
	req, err := c.request(ctx, http.MethodGet, nil)
	if err != nil {
		return nil, err
	}
	if c.version >= modern {
		req.Header.Set("Last-Event-ID", c.last) // want `Last-Event-ID belongs to another era of the protocol: a test says that the 2026-07-28 edition is spoken here`
	}
	return http.DefaultClient.Do(req)
}

func (c *client) right(ctx context.Context) (*http.Response, error) {
	req, err := c.request(ctx, http.MethodGet, nil)
	if err != nil {
		return nil, err
	}
	if c.version < modern {
		req.Header.Set("Last-Event-ID", c.last)
	}
	return http.DefaultClient.Do(req)
}

func (c *client) wrongCall(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := c.request(ctx, http.MethodPost, body)
	if err != nil {
		return nil, err
	}
	if c.isModern() {
		req.Header.Set("Mcp-Session-Id", c.session) // want `Mcp-Session-Id belongs to another era`
	} else {
		req.Header.Set("Mcp-Method", "tools/call") // want `Mcp-Method belongs to another era of the protocol: a test says that an edition before 2026-07-28 is spoken here`
	}
	return http.DefaultClient.Do(req)
}

func (c *client) rightCall(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := c.request(ctx, http.MethodPost, body)
	if err != nil {
		return nil, err
	}
	if c.isModern() {
		req.Header.Set("Mcp-Method", "tools/call")
	} else {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	return http.DefaultClient.Do(req)
}

func (c *client) listen(ctx context.Context) (*http.Response, error) {
	switch c.version {
	case legacy, "2025-06-18":
		req, err := c.request(ctx, http.MethodGet, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Accept", "text/event-stream")
		return http.DefaultClient.Do(req)
	default:
		return c.post(ctx, `{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen"}`)
	}
}

func (c *client) listenWrong(ctx context.Context) (*http.Response, error) {
	if c.version == legacy {
		return c.post(ctx, `{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen"}`) // want `subscriptions/listen belongs to another era`
	}
	return c.poll(ctx)
}

func (c *client) poll(ctx context.Context) (*http.Response, error) {
	return c.post(ctx, `{"jsonrpc":"2.0","id":8,"method":"tools/list"}`)
}

func (c *client) post(ctx context.Context, text string) (*http.Response, error) {
	req, err := c.request(ctx, http.MethodPost, []byte(text))
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// end closes what only older editions have.
func (c *client) end(ctx context.Context) error {
	if mcp.IsModernProtocol(c.version) {
		return nil
	}
	return c.remove(ctx)
}

func (c *client) remove(ctx context.Context) error {
	req, err := c.request(ctx, http.MethodDelete, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// endModern closes what is not there.
func (c *client) endModern(ctx context.Context) error {
	if !mcp.IsModernProtocol(c.version) {
		return nil
	}
	req, err := c.request(ctx, http.MethodDelete, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req) // want `a DELETE belongs to another era`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// cancelled tells the server of a cancellation as older editions do.
func (c *client) cancelled(ctx context.Context) error {
	if c.isModern() {
		return nil // the closed stream says it
	}
	_, err := c.post(ctx, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	return err
}
