package knowledge

// A Hint is one of the behaviour hints of a tool's annotations.
type Hint uint8

// The hints.
const (
	NoHint Hint = iota
	ReadOnlyHint
	DestructiveHint
	IdempotentHint
	OpenWorldHint
)

// IsHintField returns which hint the field named name
// ("example.com/pkg.Type.Field") holds.
func IsHintField(name string) (Hint, bool) { h, ok := hintFields[name]; return h, ok }

var hintFields = map[string]Hint{
	goSDK + "mcp.ToolAnnotations.ReadOnlyHint":    ReadOnlyHint,
	goSDK + "mcp.ToolAnnotations.DestructiveHint": DestructiveHint,
	goSDK + "mcp.ToolAnnotations.IdempotentHint":  IdempotentHint,
	goSDK + "mcp.ToolAnnotations.OpenWorldHint":   OpenWorldHint,
}
