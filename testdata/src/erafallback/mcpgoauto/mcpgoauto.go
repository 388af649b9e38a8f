// Package mcpgoauto lets mcp-go find the era: its Initialize is no fall-back.
package mcpgoauto

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	gomcp "github.com/modelcontextprotocol/go-sdk/mcp"
)

func again(ctx context.Context, c *client.Client) error {
	_, err := c.Discover(ctx, mcp.DiscoverRequest{})
	if mcp.IsUnsupportedProtocolVersion(err) {
		_, err = c.Initialize(ctx, mcp.InitializeRequest{})
	}
	return err
}

// connected is for go-sdk, whose Connect does the same.
func connected(ctx context.Context, c *gomcp.Client, t gomcp.Transport, err error) (*gomcp.ClientSession, error) {
	var e interface{ Code() int }
	if errors.As(err, &e) && e.Code() == gomcp.CodeUnsupportedProtocolVersion {
		return c.Connect(ctx, t, nil)
	}
	return nil, err
}
