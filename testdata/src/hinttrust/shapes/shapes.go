// Package shapes repeats calls on the word of hints, in the shapes that
// clients give the question.
package shapes

import (
	"context"
	"time"

	"cases/hinttrust/across/policy"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Flag is unsafe: the hint is kept in a variable.
func Flag(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	again := false
	if tool.Annotations != nil {
		again = tool.Annotations.IdempotentHint
	}
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	if res, err = s.CallTool(ctx, p); err != nil && again {
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// Switch is unsafe: the cases ask.
func Switch(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	switch {
	case err == nil, tool.Annotations == nil:
		return res, err
	case tool.Annotations.ReadOnlyHint:
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// Both is unsafe: two hints are no better than one.
func Both(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	a := tool.Annotations
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args}) // want `only because the server's own annotations permit it`
		if err == nil || a == nil || !a.ReadOnlyHint || a.DestructiveHint == nil || *a.DestructiveHint {
			return res, err
		}
	}
	return nil, err
}

// Closed is unsafe: that a tool touches nothing outside is a hint as well.
func Closed(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if a := tool.Annotations; err != nil && a != nil && a.OpenWorldHint != nil && !*a.OpenWorldHint {
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// Harmless is unsafe: another package turns the default around.
func Harmless(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && policy.Harmless(tool) {
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it|because destructiveHint is not set`
	}
	return res, err
}

// ReadOnly is unsafe: another package asks mcp-go's annotations.
func ReadOnly(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil && policy.ReadOnly(tool.Annotations) {
		return c.CallTool(ctx, req) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// RetryIf is unsafe: the policy of a library.
func RetryIf(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	err = retry.Do(func() error { // want `only because the server's own annotations permit it`
		var err error
		res, err = c.CallTool(ctx, req)
		return err
	}, retry.RetryIf(func(error) bool { return policy.ReadOnly(tool.Annotations) }))
	return res, err
}

// Permanent is unsafe: the error is permanent unless the hint says otherwise.
func Permanent(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	return backoff.Retry(ctx, func() (*mcp.CallToolResult, error) { // want `only because the server's own annotations permit it`
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
		if err != nil && !policy.Repeatable(tool) {
			return nil, backoff.Permanent(err)
		}
		return res, err
	})
}

// Recurse is unsafe.
func Recurse(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any, left int) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
	if err != nil && left > 0 && policy.Repeatable(tool) {
		time.Sleep(time.Second)
		return Recurse(ctx, s, tool, args, left-1) // want `only because the server's own annotations permit it`
	}
	return res, err
}

func hint(b *bool) bool { return b != nil && *b }

// Pointers is unsafe: a helper for pointers, in a loop.
func Pointers(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	for attempt := 0; ; attempt++ {
		res, err = c.CallTool(ctx, req) // want `only because the server's own annotations permit it`
		if err == nil || attempt == 3 || !hint(tool.Annotations.IdempotentHint) {
			return res, err
		}
	}
}

// Unset is unsafe: a pointer that is not set counts as false.
func Unset(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	for range 3 {
		res, err = c.CallTool(ctx, req) // want `because destructiveHint is not set`
		if err == nil || hint(tool.Annotations.DestructiveHint) {
			return res, err
		}
	}
	return nil, err
}

// Early is unsafe: the way out comes first.
func Early(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	if !policy.Repeatable(tool) {
		return s.CallTool(ctx, p)
	}
	res, err := s.CallTool(ctx, p)
	if err != nil {
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// again repeats what may is true for.
func again(n int, may func(error) bool, f func() error) (err error) {
	for range n {
		if err = f(); err == nil || !may(err) {
			return err
		}
	}
	return err
}

// Gate is unsafe: a helper of the program's own is given the hint as a gate.
func Gate(ctx context.Context, c *client.Client, tool mcpgo.Tool, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
	err = again(3, func(error) bool { return hint(tool.Annotations.ReadOnlyHint) }, func() error { // want `only because the server's own annotations permit it`
		var err error
		res, err = c.CallTool(ctx, req)
		return err
	})
	return res, err
}

func repeatable(t *mcp.Tool) bool { return policy.Repeatable(t) }

func mayRepeat(t *mcp.Tool, left int) bool { return left > 0 && repeatable(t) }

// Deeper is unsafe: predicates of predicates.
func Deeper(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	for left := 3; ; left-- {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args}) // want `only because the server's own annotations permit it`
		if err == nil || !mayRepeat(tool, left) {
			return res, err
		}
	}
}
