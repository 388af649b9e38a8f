// Package toolname reads the names of tools: what kind of thing a tool deals
// with, as far as its name says.
package toolname

import (
	"slices"

	"github.com/mcprecovery/mcplint/internal/words"
)

// containers are things that a server keeps for a client and that hold nothing
// when they are made. One too many of them is litter, not a second effect.
var containers = []string{
	"session", "handle", "container", "workspace", "sandbox", "cursor", "context",
	"tab", "browser", "page", "thread", "conversation", "scratchpad", "tempdir", "temp",
}

// makers are the verbs of making one.
var makers = []string{"create", "open", "new", "start", "make", "begin", "acquire", "init", "launch"}

// Container reports whether the tool makes a container: a verb of making, then
// words that end with the container ("create_browser_session").
func Container(name string) bool {
	w := words.Split(name)
	if len(w) < 2 || !slices.Contains(containers, w[len(w)-1]) {
		return false
	}
	return slices.ContainsFunc(w[:len(w)-1], func(s string) bool { return slices.Contains(makers, s) })
}
