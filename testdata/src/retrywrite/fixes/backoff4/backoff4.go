// Package backoff4 has findings whose fix makes an error permanent. The
// library is imported under another name.
package backoff4

import (
	"context"
	"fmt"

	retry "github.com/cenkalti/backoff/v4"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// Print returns the error as it is.
func Print(ctx context.Context, c *client.Client, label string) error {
	return retry.Retry(func() error { // want `tools/call "print_label".*can run again`
		req := mcp.CallToolRequest{}
		req.Params.Name = "print_label"
		req.Params.Arguments = map[string]any{"label": label}
		_, err := c.CallTool(ctx, req)
		return err
	}, retry.NewExponentialBackOff())
}

// PrintData wraps the error.
func PrintData(ctx context.Context, c *client.Client, label string) (string, error) {
	return retry.RetryWithData(func() (string, error) { // want `tools/call "print_label".*can run again`
		req := mcp.CallToolRequest{}
		req.Params.Name = "print_label"
		req.Params.Arguments = map[string]any{"label": label}
		res, err := c.CallTool(ctx, req)
		if err != nil {
			return "", fmt.Errorf("print: %w", err)
		}
		text, _ := res.StructuredContent.(string)
		return text, nil
	}, retry.NewExponentialBackOff())
}
