// Package old uses openai-agents-go v0.1.0, which needs cgo and has a module
// of its own for that.
package old

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

func call(ctx context.Context, s agents.MCPServer) error {
	_, err := s.CallTool(ctx, "book", nil)
	return err
}
