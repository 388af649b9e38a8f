// Package mcpx wraps an MCP session for its importers. Nothing here is called
// twice.
package mcpx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Client is a session with a simpler face.
type Client struct {
	mu      sync.RWMutex
	session *mcp.ClientSession
}

// New wraps s.
func New(s *mcp.ClientSession) *Client { return &Client{session: s} }

// Swap replaces the session.
func (c *Client) Swap(s *mcp.ClientSession) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session = s
}

// CallTool calls a tool by name.
func (c *Client) CallTool(ctx context.Context, name string, args map[string]any) (string, error) {
	c.mu.RLock()
	s := c.session
	c.mu.RUnlock()
	if s == nil {
		return "", errors.New("mcpx: not connected")
	}
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return "", fmt.Errorf("mcpx: call %s: %w", name, err)
	}
	if err := res.GetError(); err != nil {
		return "", err
	}
	return text(res), nil
}

// Raw calls a tool with raw JSON arguments.
func (c *Client) Raw(ctx context.Context, name string, args json.RawMessage) (*mcp.CallToolResult, error) {
	return c.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
}

// Call calls a tool and decodes its structured result.
func Call[In, Out any](ctx context.Context, c *Client, name string, in In) (out Out, err error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		return out, err
	}
	data, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(data, &out)
}

// An Answer is what a model gets to see.
type Answer struct {
	Text   string
	Failed bool
	Err    error
}

// Ask never returns an error: failures are told in the answer.
func (c *Client) Ask(ctx context.Context, name string, args map[string]any) Answer {
	s, err := c.CallTool(ctx, name, args)
	if err != nil {
		return Answer{Text: "the tool failed: " + err.Error(), Failed: true, Err: err}
	}
	return Answer{Text: s}
}

// Quiet swallows the outcome.
func (c *Client) Quiet(ctx context.Context, name string, args map[string]any) error {
	_, _ = c.CallTool(ctx, name, args)
	return nil
}

// Succeeds reports whether the tool ran without an error.
func (c *Client) Succeeds(ctx context.Context, name string, args map[string]any) bool {
	_, err := c.CallTool(ctx, name, args)
	return err == nil
}

// Into writes the result to out.
func (c *Client) Into(ctx context.Context, name string, args any, out *Answer) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	out.Err = err
	if err == nil {
		out.Text = text(res)
	}
}

// Names lists the tools.
func (c *Client) Names(ctx context.Context) (names []string, err error) {
	for t, err := range c.session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		names = append(names, t.Name)
	}
	return names, nil
}

func text(res *mcp.CallToolResult) string {
	var s string
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			s += t.Text
		}
	}
	return s
}
