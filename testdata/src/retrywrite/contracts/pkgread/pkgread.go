// Package pkgread calls tools of a catalogue that only reads.
//
//mcplint:read tool=catalogue_* "the catalogue is a static file: handbook, section 2"
package pkgread

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Catalogue is safe: the package's contract matches the tool.
func Catalogue(ctx context.Context, s *mcp.ClientSession, page int) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "catalogue_page", Arguments: map[string]any{"page": page}})
		if err == nil {
			break
		}
	}
	return res, err
}

// Order is unsafe: the contract does not match this one.
func Order(ctx context.Context, s *mcp.ClientSession, item string) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "order_item", Arguments: map[string]any{"item": item}}) // want `tools/call "order_item".*can run again`
		if err == nil {
			break
		}
	}
	return res, err
}

// Unneeded holds a directive that suppresses nothing.
func Unneeded(ctx context.Context, s *mcp.ClientSession, item string) (*mcp.CallToolResult, error) {
	//mcplint:ignore retrywrite there is only one call // want `mcplint:ignore`
	return s.CallTool(ctx, &mcp.CallToolParams{Name: "order_item", Arguments: map[string]any{"item": item}})
}
