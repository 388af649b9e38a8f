// Package plans turns the wishes of a model into runs of tools.
package plans

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// A Wish is what the model wants to be called.
type Wish struct{ Name, Arguments string }

// A Runner runs one tool.
type Runner interface {
	Run(ctx context.Context, args map[string]any) (any, error)
}

// Remote is a tool of a server.
type Remote struct {
	name string
	on   *client.Client
}

// Run implements Runner.
func (r *Remote) Run(ctx context.Context, args map[string]any) (any, error) {
	return r.on.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: r.name, Arguments: args}})
}

// A Run is a wish that has been understood.
type Run struct {
	tool Runner
	Name string
	args map[string]any
}

// Invoke runs the tool.
func (r *Run) Invoke(ctx context.Context) (any, error) { return r.tool.Run(ctx, r.args) }

// Understand finds the tool of a wish.
func Understand(tools map[string]Runner, w Wish) (*Run, error) {
	args := make(map[string]any)
	if err := json.Unmarshal([]byte(w.Arguments), &args); err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	return &Run{tools[w.Name], w.Name, args}, nil
}

// Render makes a text of what a tool has answered.
func Render(said any) (string, error) {
	switch x := said.(type) {
	case string:
		return x, nil
	case error:
		return "", x
	}
	text, err := json.Marshal(said)
	if err != nil {
		return "", fmt.Errorf("answer: %w", err)
	}
	return string(text), nil
}
