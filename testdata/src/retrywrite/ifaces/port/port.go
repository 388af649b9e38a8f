// Package port declares what the services need of a tool server. It does not
// know the SDK; whoever wires the program decides what stands behind it.
package port

import (
	"context"
	"encoding/json"
)

// ToolCaller calls tools by name.
type ToolCaller interface {
	CallTool(ctx context.Context, name string, args map[string]any) (string, error)
}

// Invoker is the same for raw JSON.
type Invoker interface {
	InvokeTool(ctx context.Context, server, tool string, input json.RawMessage) (json.RawMessage, error)
	ListTools(ctx context.Context, server string) ([]string, error)
}
