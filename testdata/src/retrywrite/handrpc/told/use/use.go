// Package use calls tools by a client that its own package is told about.
package use

import (
	"context"
	"encoding/json"

	"cases/retrywrite/handrpc/told"
)

// Pay is not reported: the client that repeats it is, in the same repository.
func Pay(ctx context.Context, c *told.Conn, bill string) (json.RawMessage, error) {
	return c.Call(ctx, "tools/call", map[string]any{"name": "pay", "arguments": map[string]any{"bill": bill}})
}
