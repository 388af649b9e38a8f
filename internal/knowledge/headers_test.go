package knowledge_test

import (
	"net/textproto"
	"testing"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

func FuzzCanonicalHeader(f *testing.F) {
	for _, name := range []string{"", "mcp-session-id", "MCP-SESSION-ID", "Last-Event-ID", "x_y", "a b", "é", "-a", "1a", "a:b"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if got, want := knowledge.CanonicalHeader(name), textproto.CanonicalMIMEHeaderKey(name); got != want {
			t.Errorf("CanonicalHeader(%q) = %q, want %q", name, got, want)
		}
	})
}
