// Package flowchartsman has findings whose fix makes an error terminal.
package flowchartsman

import (
	"context"
	"fmt"
	"time"

	"github.com/flowchartsman/retry"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Render returns the error where it is known to be one.
func Render(ctx context.Context, s *mcp.ClientSession, film string) error {
	r := retry.NewRetrier(3, time.Second, time.Minute)
	return r.RunContext(ctx, func(ctx context.Context) error { // want `tools/call "start_render".*can run again`
		if err := s.Ping(ctx, nil); err != nil {
			return fmt.Errorf("not there yet: %w", err)
		}
		if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "start_render", Arguments: map[string]any{"film": film}}); err != nil {
			return fmt.Errorf("render %s: %w", film, err)
		}
		return nil
	})
}
