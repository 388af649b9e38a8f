// Package kinds sorts errors into kinds, and asks for the kind.
package kinds

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Kind is a sort of errors.
type Kind string

// The kinds.
const (
	Gone  Kind = "gone"
	Other Kind = "other"
)

var texts = []string{"connection reset", "broken pipe"}

func kindOf(ctx context.Context, err error) Kind {
	if err == nil {
		return ""
	}
	if ctx != nil && ctx.Err() != nil {
		return Other
	}
	if errors.Is(err, io.EOF) {
		return Gone
	}
	text := strings.ToLower(err.Error())
	for _, t := range texts {
		if strings.Contains(text, t) {
			return Gone
		}
	}
	return Other
}

type once func(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error)

// A Client calls tools.
type Client struct{ session *mcp.ClientSession }

func (c *Client) once(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return c.session.CallTool(ctx, p)
}

func (c *Client) retry(ctx context.Context, f once, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	var last error
	for range 3 {
		res, err := f(ctx, p) // want `tools/call.*can run again: retried on io\.EOF`
		if err == nil {
			return res, nil
		}
		last = err
		kind := kindOf(ctx, err)
		if kind != Gone {
			return nil, err
		}
	}
	return nil, last
}

// Call is unsafe: the kind says that the answer was lost.
func (c *Client) Call(ctx context.Context, p *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return c.retry(ctx, c.once, p)
}

var denials = []string{"unauthorized", "method not found"}

func denied(err error) Kind {
	text := strings.ToLower(err.Error())
	for _, t := range denials {
		if strings.Contains(text, t) {
			return Other
		}
	}
	return Gone
}

// Ask is safe: what was denied was not done.
func (c *Client) Ask(ctx context.Context, p *mcp.CallToolParams) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = c.once(ctx, p)
		if err == nil || denied(err) != Other {
			break
		}
	}
	return res, err
}
