// Package mcpgo has clients of mcp-go. Its Initialize finds the era by itself,
// unless it is told an older version.
package mcpgo

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// pinned tells a modern server an older version.
func pinned(ctx context.Context, t transport.Interface) error {
	_, err := client.NewClient(t).Discover(ctx, mcp.DiscoverRequest{})
	var unsupported mcp.UnsupportedProtocolVersionError
	if errors.As(err, &unsupported) {
		c := client.NewClient(t, client.WithProtocolVersion("2025-11-25"))
		_, err = c.Initialize(ctx, mcp.InitializeRequest{}) // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}

// pinnedAfterOthers tells it to one that has no such error.
func pinnedAfterOthers(ctx context.Context, t transport.Interface) error {
	_, err := client.NewClient(t).Discover(ctx, mcp.DiscoverRequest{})
	if err == nil || mcp.IsUnsupportedProtocolVersion(err) {
		return err
	}
	c := client.NewClient(t, client.WithProtocolVersion("2025-11-25"))
	_, err = c.Initialize(ctx, mcp.InitializeRequest{})
	return err
}

// pinnedMismatch takes a header for the version.
func pinnedMismatch(ctx context.Context, t transport.Interface) error {
	_, err := client.NewClient(t).Discover(ctx, mcp.DiscoverRequest{})
	if _, ok := errors.AsType[mcp.HeaderMismatchError](err); ok {
		c := client.NewClient(t, client.WithProtocolVersion("2025-06-18"))
		_, err = c.Initialize(ctx, mcp.InitializeRequest{}) // want `initialize follows an error that only a 2026-07-28 server gives`
	}
	return err
}
