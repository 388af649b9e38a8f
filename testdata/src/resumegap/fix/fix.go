// Package fix has reconnects after which a call can be put.
package fix

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Client keeps its tools.
type Client struct {
	endpoint string
	client   *mcp.Client
	session  *mcp.ClientSession
	tools    []*mcp.Tool
}

func (c *Client) connect(ctx context.Context) error {
	s, err := c.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: c.endpoint}, nil)
	if err != nil {
		return err
	}
	c.session = s
	return nil
}

func (c *Client) loadTools(ctx context.Context) error {
	res, err := c.session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	c.tools = res.Tools
	return nil
}

// Tools returns them.
func (c *Client) Tools() []*mcp.Tool { return c.tools }

// Returned hands the error of the reconnect on.
func (c *Client) Returned(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		return c.connect(ctx) // want `the session is opened again`
	}
	return nil
}

// Tested tests it in an if.
func (c *Client) Tested(ctx context.Context, uri string) (*mcp.ReadResourceResult, error) {
	res, err := c.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if errors.Is(err, mcp.ErrConnectionClosed) {
		if err := c.connect(ctx); err != nil { // want `the session is opened again`
			return nil, err
		}
		return c.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	}
	return res, err
}

// Assigned assigns the session to a variable first.
func (c *Client) Assigned(ctx context.Context) (ok bool, err error) {
	if err := c.session.Ping(ctx, nil); err != nil {
		s, err := c.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: c.endpoint}, nil) // want `the session is opened again`
		if err != nil {
			return false, err
		}
		c.session = s
		return true, nil
	}
	return false, nil
}

// Stored stores the session at once.
func (c *Client) Stored(ctx context.Context) error {
	err := c.session.Ping(ctx, nil)
	if err != nil {
		c.session, err = c.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: c.endpoint}, nil) // want `the session is opened again`
		if err != nil {
			return err
		}
	}
	return nil
}

// Alive has no way to say that the list could not be read: no fix.
func (c *Client) Alive(ctx context.Context) bool {
	if err := c.session.Ping(ctx, nil); err != nil {
		if err := c.connect(ctx); err != nil { // want `the session is opened again`
			return false
		}
	}
	return true
}

// Detached has no context: no fix.
func (c *Client) Detached() error {
	if err := c.session.Ping(context.Background(), nil); err != nil {
		return c.connect(context.Background()) // want `the session is opened again`
	}
	return nil
}

// Late keeps the session later: no fix.
func (c *Client) Late(ctx context.Context) error {
	if err := c.session.Ping(ctx, nil); err != nil {
		s, err := c.client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: c.endpoint}, nil) // want `the session is opened again`
		if err != nil {
			return err
		}
		c.tools = append(c.tools, &mcp.Tool{Name: "local"})
		c.session = s
	}
	return nil
}
