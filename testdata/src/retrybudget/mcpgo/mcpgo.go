// Package mcpgo holds clients of mcp-go that begin and read until it works.
package mcpgo

import (
	"context"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// Initialize goes on at once.
func Initialize(ctx context.Context, c *client.Client) (*mcp.InitializeResult, error) {
	for {
		res, err := c.Initialize(ctx, mcp.InitializeRequest{}) // want `initialize is sent again at once after every failure, without an end`
		if err == nil {
			return res, nil
		}
	}
}

// Ping waits in a function of its own, and has no end.
func Ping(ctx context.Context, c *client.Client) {
	for {
		if err := c.Ping(ctx); err == nil { // want `ping is sent again after every failure without an end`
			return
		}
		rest()
	}
}

func rest() { time.Sleep(5 * time.Second) }

// Deadline is safe.
func Deadline(ctx context.Context, c *client.Client, until time.Time) error {
	for {
		err := c.Ping(ctx)
		if err == nil || time.Now().After(until) {
			return err
		}
		rest()
	}
}

// Resource reads at once, up to a bound of its caller's.
func Resource(ctx context.Context, c *client.Client, uri string, tries int) (*mcp.ReadResourceResult, error) {
	req := mcp.ReadResourceRequest{}
	req.Params.URI = uri
	var last error
	for i := 0; i < tries; i++ {
		res, err := c.ReadResource(ctx, req) // want `resources/read is sent again at once after every failure: a server`
		if err == nil {
			return res, nil
		}
		last = err
	}
	return nil, last
}

// Each is safe: another resource each time.
func Each(ctx context.Context, c *client.Client, uris []string) (out []*mcp.ReadResourceResult) {
	for _, uri := range uris {
		req := mcp.ReadResourceRequest{}
		req.Params.URI = uri
		res, err := c.ReadResource(ctx, req)
		if err != nil {
			continue
		}
		out = append(out, res)
	}
	return out
}

// Authorized calls again for as long as it is refused.
func Authorized(ctx context.Context, c *client.Client, req mcp.CallToolRequest, login func(context.Context) error) (*mcp.CallToolResult, error) {
	for {
		res, err := c.CallTool(ctx, req) // want `tools/call is sent again after every refusal, and nothing counts how often`
		if !errors.Is(err, transport.ErrUnauthorized) {
			return res, err
		}
		if err := login(ctx); err != nil {
			return nil, err
		}
	}
}

// AuthorizedOnce is its twin.
func AuthorizedOnce(ctx context.Context, c *client.Client, req mcp.CallToolRequest, login func(context.Context) error) (*mcp.CallToolResult, error) {
	for tried := false; ; tried = true {
		res, err := c.CallTool(ctx, req)
		if tried || !errors.Is(err, transport.ErrUnauthorized) {
			return res, err
		}
		if err := login(ctx); err != nil {
			return nil, err
		}
	}
}
