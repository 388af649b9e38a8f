// Package testfiles has test files, which are looked at like others.
package testfiles

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Touch calls a tool once.
func Touch(ctx context.Context, s *mcp.ClientSession, path string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "touch_file", Arguments: map[string]any{"path": path}})
	return err
}
