package knowledge

import "sync"

// A Hint is one of the behaviour hints of a tool's annotations.
type Hint uint8

// The hints, with the default that the specification gives them.
const (
	NoHint          Hint = iota
	ReadOnlyHint         // default false
	DestructiveHint      // default true, meaningful unless read-only
	IdempotentHint       // default false, meaningful unless read-only
	OpenWorldHint        // default true
)

// IsHintField returns which hint the field named name
// ("example.com/pkg.Type.Field") holds.
func IsHintField(name string) (Hint, bool) {
	h, ok := hintFields()[name]
	return h, ok
}

// IsAnnotationType reports whether the type named name holds the hints.
func IsAnnotationType(name string) bool { return annotationTypes()[name] }

// annotationTypes: in go-sdk ReadOnlyHint and IdempotentHint are bools and
// the others pointers; in mcp-go (>= 0.30), trpc-mcp-go, ThinkInAI and viant
// all are pointers; in voocel, and in mcp-go 0.25, none is.
var annotationTypes = sync.OnceValue(func() map[string]bool {
	return set(
		goSDK+"mcp.ToolAnnotations",
		mcpGo+"mcp.ToolAnnotation",
		trpc+".ToolAnnotations",
		thinkInAI+"protocol.ToolAnnotations",
		voocel+"protocol.ToolAnnotation",
		"github.com/viant/mcp-protocol/schema.ToolAnnotations",
	)
})

// hintFields: every SDK names the fields alike.
var hintFields = sync.OnceValue(func() map[string]Hint {
	m := make(map[string]Hint)
	for t := range annotationTypes() {
		m[t+".ReadOnlyHint"] = ReadOnlyHint
		m[t+".DestructiveHint"] = DestructiveHint
		m[t+".IdempotentHint"] = IdempotentHint
		m[t+".OpenWorldHint"] = OpenWorldHint
	}
	return m
})
