// Package registry calls tools behind a gateway: their names are computed here,
// and known where its methods are called again.
package registry

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ToolName is the name of a tool behind the gateway.
func ToolName(cluster, tool string) string { return cluster + "__" + tool }

// Client reads and writes records.
type Client struct {
	Session *mcp.ClientSession
	Cluster string
}

// Record reads one.
func (c *Client) Record(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	return c.Session.CallTool(ctx, &mcp.CallToolParams{Name: ToolName(c.Cluster, "records_get"), Arguments: map[string]any{"id": id}})
}

// Drop removes one.
func (c *Client) Drop(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	return c.Session.CallTool(ctx, &mcp.CallToolParams{Name: ToolName(c.Cluster, "records_remove"), Arguments: map[string]any{"id": id}})
}
