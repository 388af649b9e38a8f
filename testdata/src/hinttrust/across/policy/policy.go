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

// Harmless reads a destructiveHint that is not set as false.
func Harmless(t *mcp.Tool) bool {
	if t.Annotations == nil {
		return false
	}
	d := t.Annotations.DestructiveHint
	return d == nil || !*d
}

// ReadOnly asks the annotations of mcp-go, with a default of its own.
func ReadOnly(a mcpgo.ToolAnnotation) bool {
	if a.ReadOnlyHint == nil {
		return false
	}
	return *a.ReadOnlyHint
}

// Info is what is kept of a tool.
type Info struct {
	Name string
	Once bool
}

// InfoOf keeps what the server says.
func InfoOf(t *mcp.Tool) Info {
	return Info{Name: t.Name, Once: t.Annotations == nil || !t.Annotations.IdempotentHint}
}

// Allowed is a list of servers.
type Allowed []string

// Ours says whether a server is on the list.
func (a Allowed) Ours(server string) bool {
	for _, s := range a {
		if s == server {
			return true
		}
	}
	return false
}
