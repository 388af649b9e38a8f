// Package shop has methods that are only named like tools/call.
package shop

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ToolRequest and ToolReply are messages of an RPC framework.
type (
	ToolRequest struct{ Tool, Input string }
	ToolReply   struct{ Output string }
	callOption  interface{ apply() }
)

// ToolServiceClient looks like generated client code of gRPC.
type ToolServiceClient interface {
	CallTool(ctx context.Context, in *ToolRequest, opts ...callOption) (*ToolReply, error)
}

// Remote is safe: gRPC's CallTool is no tools/call.
func Remote(ctx context.Context, c ToolServiceClient, in *ToolRequest) (out *ToolReply, err error) {
	for range 3 {
		if out, err = c.CallTool(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

// executor runs the built-in tools of an agent.
type executor interface {
	ExecuteTool(ctx context.Context, name string, args map[string]any) (string, error)
}

// builtin is the only executor there is; MCP has no part in it.
type builtin map[string]func(map[string]any) (string, error)

func (b builtin) ExecuteTool(_ context.Context, name string, args map[string]any) (string, error) {
	f, ok := b[name]
	if !ok {
		return "", fmt.Errorf("no tool %q", name)
	}
	return f(args)
}

var _ executor = builtin(nil)

// Local is safe: the tools behind the interface are functions of this
// process.
func Local(ctx context.Context, e executor, args map[string]any) (out string, err error) {
	for range 3 {
		if out, err = e.ExecuteTool(ctx, "append_note", args); err == nil {
			return out, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// toolbox calls tools, and its only implementation goes to MCP.
type toolbox interface {
	CallTool(ctx context.Context, name string, args map[string]any) error
}

type remoteBox struct{ session *mcp.ClientSession }

func (r remoteBox) CallTool(ctx context.Context, name string, args map[string]any) error {
	res, err := r.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return err
	}
	if res.IsError {
		return errors.New("tool failed")
	}
	return nil
}

// Open returns the toolbox of a session.
func Open(s *mcp.ClientSession) toolbox { return remoteBox{s} }

// Stock is unsafe: behind this interface is MCP.
func Stock(ctx context.Context, t toolbox, sku string, n int) error {
	err := t.CallTool(ctx, "stock_item", map[string]any{"sku": sku, "n": n})
	if err != nil {
		err = t.CallTool(ctx, "stock_item", map[string]any{"sku": sku, "n": n}) // want `tools/call "stock_item".*can run again`
	}
	return err
}
