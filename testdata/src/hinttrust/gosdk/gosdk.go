// Package gosdk repeats calls because annotations of the official SDK permit
// it.
package gosdk

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Idempotent is unsafe: the server says so of itself.
func Idempotent(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && tool.Annotations != nil && tool.Annotations.IdempotentHint {
		return s.CallTool(ctx, p) // want `tools/call can run again only because the server's own annotations permit it.*untrusted hints`
	}
	return res, err
}

// ReadOnly is unsafe: in a loop whose length the hint decides.
func ReadOnly(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	attempts := 1
	if a := tool.Annotations; a != nil && a.ReadOnlyHint {
		attempts = 3
	}
	for range attempts {
		if res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args}); err == nil { // want `only because the server's own annotations permit it`
			return res, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// mayRepeat asks the annotations.
func mayRepeat(t *mcp.Tool) bool {
	a := t.Annotations
	return a != nil && (a.ReadOnlyHint || a.IdempotentHint)
}

// Predicate is unsafe: a helper decides by the hints.
func Predicate(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	for n := 0; ; n++ {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args}) // want `only because the server's own annotations permit it`
		if err == nil || n == 2 || !mayRepeat(tool) {
			return res, err
		}
	}
}

// NotDestructive is unsafe: what only adds, adds twice.
func NotDestructive(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err == nil || tool.Annotations == nil {
		return res, err
	}
	if d := tool.Annotations.DestructiveHint; d != nil && !*d {
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it`
	}
	return res, err
}

// Unset is unsafe: nil means true.
func Unset(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err == nil || tool.Annotations == nil {
		return res, err
	}
	if d := tool.Annotations.DestructiveHint; d == nil || !*d {
		return s.CallTool(ctx, p) // want `because destructiveHint is not set, but the specification gives it the default true`
	}
	return res, err
}

// isDestructive turns the default around.
func isDestructive(t *mcp.Tool) bool {
	return t.Annotations != nil && t.Annotations.DestructiveHint != nil && *t.Annotations.DestructiveHint
}

// UnsetPredicate is unsafe: the helper reads nil as false.
func UnsetPredicate(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	for range 3 {
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args}) // want `because destructiveHint is not set, but the specification`
		if err == nil || isDestructive(tool) {
			return res, err
		}
	}
	return nil, err
}

// Library is unsafe: a retry library, with the hint as its policy.
func Library(ctx context.Context, s *mcp.ClientSession, tool *mcp.Tool, args any) (res *mcp.CallToolResult, err error) {
	if tool.Annotations != nil && tool.Annotations.IdempotentHint {
		err = retry.Do(func() error { // want `only because the server's own annotations permit it`
			var callErr error
			res, callErr = s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
			return callErr
		}, retry.Attempts(3))
		return res, err
	}
	return s.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: args})
}

// Untrusted is unsafe, and the code says so itself.
func Untrusted(ctx context.Context, untrustedServer *mcp.ClientSession, tool *mcp.Tool, args any) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: tool.Name, Arguments: args}
	res, err := untrustedServer.CallTool(ctx, p)
	if err != nil && tool.Annotations != nil && tool.Annotations.ReadOnlyHint {
		return untrustedServer.CallTool(ctx, p) // want `a server that the code itself calls untrusted \(untrustedServer\); the specification forbids`
	}
	return res, err
}

// Named is unsafe: a constant name changes nothing.
func Named(ctx context.Context, s *mcp.ClientSession, tools map[string]*mcp.Tool, room string) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "book_room", Arguments: map[string]any{"room": room}}
	res, err := s.CallTool(ctx, p)
	if t, ok := tools["book_room"]; err != nil && ok && t.Annotations != nil && t.Annotations.IdempotentHint {
		return s.CallTool(ctx, p) // want `tools/call "book_room" can run again only because`
	}
	return res, err
}

// Found is unsafe: finding the tool by its name decides nothing about trust.
func Found(ctx context.Context, s *mcp.ClientSession, tools []*mcp.Tool, name string, args any) (*mcp.CallToolResult, error) {
	idempotent := false
	for _, t := range tools {
		if t.Name == name {
			idempotent = t.Annotations != nil && t.Annotations.IdempotentHint
		}
	}
	p := &mcp.CallToolParams{Name: name, Arguments: args}
	res, err := s.CallTool(ctx, p)
	if err != nil && idempotent {
		return s.CallTool(ctx, p) // want `only because the server's own annotations permit it`
	}
	return res, err
}
