// Package wrap hands calls to its importers as values.
package wrap

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Caller returns a closure that calls one tool.
func Caller(s *mcp.ClientSession, tool string) func(context.Context, map[string]any) error {
	return func(ctx context.Context, args map[string]any) error {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
		return err
	}
}

// Emit is a variable, so that tests can replace it.
var Emit = func(ctx context.Context, s *mcp.ClientSession, event string) error {
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "emit_event", Arguments: map[string]any{"event": event}})
	return err
}

// Hooks are filled by New.
type Hooks struct {
	Fire func(ctx context.Context, alarm string) error
}

// New fills the hooks.
func New(s *mcp.ClientSession) *Hooks {
	return &Hooks{Fire: func(ctx context.Context, alarm string) error {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "fire_alarm", Arguments: map[string]any{"alarm": alarm}})
		return err
	}}
}

// siren is known to importers by what Siren returns only.
type siren struct{ s *mcp.ClientSession }

// Siren returns a siren.
func Siren(s *mcp.ClientSession) *siren { return &siren{s} }

// Sound sounds it.
func (x *siren) Sound(ctx context.Context, zone string) error {
	_, err := x.s.CallTool(ctx, &mcp.CallToolParams{Name: "sound_siren", Arguments: map[string]any{"zone": zone}})
	return err
}

// Base is embedded by clients of other packages.
type Base struct{ Session *mcp.ClientSession }

// Call calls a tool.
func (b *Base) Call(ctx context.Context, tool string, args any) (*mcp.CallToolResult, error) {
	return b.Session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
}
