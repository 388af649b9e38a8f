// Package policy decides for others.
package policy

import (
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Repeatable asks the annotations only.
func Repeatable(t *mcp.Tool) bool {
	return t != nil && t.Annotations != nil && (t.Annotations.ReadOnlyHint || t.Annotations.IdempotentHint)
}

// Destructive says whether the tool may destroy.
func Destructive(t mcpgo.Tool) bool {
	d := t.Annotations.DestructiveHint
	return d == nil || *d
}

// Trusted says which servers are ours.
type Trusted map[string]bool

// MayRepeat asks the annotations of servers that are ours.
func (tr Trusted) MayRepeat(server string, t *mcp.Tool) bool {
	return tr[server] && Repeatable(t)
}
