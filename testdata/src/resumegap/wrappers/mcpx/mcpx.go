// Package mcpx hides an SDK.
package mcpx

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Conn is a connection to a server.
type Conn struct {
	url string
	s   *mcp.ClientSession
}

// Dial opens one.
func Dial(ctx context.Context, url string) (*Conn, error) {
	c := &Conn{url: url}
	return c, c.Redial(ctx)
}

// Redial opens the session again.
func (c *Conn) Redial(ctx context.Context) error {
	s, err := mcp.NewClient(&mcp.Implementation{Name: "mcpx", Version: "1.0.0"}, nil).
		Connect(ctx, &mcp.StreamableClientTransport{Endpoint: c.url}, nil)
	if err == nil {
		c.s = s
	}
	return err
}

// Tools lists the tools.
func (c *Conn) Tools(ctx context.Context) ([]*mcp.Tool, error) {
	res, err := c.s.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	return res.Tools, nil
}

// Alive asks whether the server is there.
func (c *Conn) Alive(ctx context.Context) error { return c.s.Ping(ctx, nil) }
