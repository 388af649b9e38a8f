// Package opkey puts keys on arguments and knows nothing of MCP.
package opkey

import "strings"

// With adds a key to arguments.
func With(args map[string]any, key string) map[string]any {
	args["idempotency_key"] = key
	return args
}

// WithNote adds something that is no key.
func WithNote(args map[string]any, note string) map[string]any {
	args["note"] = note
	return args
}

// Prefix makes a key of a house.
func Prefix(s string) string { return "hotel-" + strings.ToLower(s) }
