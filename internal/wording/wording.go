// Package wording puts what the engine knows into the words of messages.
package wording

import (
	"fmt"
	"strings"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Call names a tools/call by its tool, if that is known.
func Call(name identity.Term) string {
	if n, ok := name.Constant(); ok {
		return fmt.Sprintf("tools/call %q", n)
	}
	return "tools/call"
}

// Gate names the endings that let something happen, and says why an executed
// call can end like that. may says that a test lets them through that could
// not be classified.
func Gate(ends knowledge.Endings, may bool, mode knowledge.Mode) (on, why string) {
	full := knowledge.Failures.InClass(knowledge.ClassUnknown, mode)
	only := ends.Slice()
	nearlyAll := (full &^ ends).Len() <= 2
	switch {
	case may && (nearlyAll || len(only) == 1 && only[0] == knowledge.Unclassified):
		on = "an error that this test may match" // it is not known which it lets through
	case nearlyAll:
		on = "any error"
	default:
		on = list(ends)
	}
	why = "which also follows an executed call"
	if len(only) == 1 && knowledge.WhyUnknown(only[0]) != "" {
		why = knowledge.WhyUnknown(only[0])
	}
	if may {
		why = "which may also follow an executed call"
	}
	return on, why
}

// list names up to two endings.
func list(s knowledge.Endings) string {
	var names []string
	for _, e := range s.Slice() {
		if e != knowledge.Unclassified || s.Len() == 1 {
			names = append(names, knowledge.TextOf(e))
		}
	}
	if len(names) <= 2 {
		return strings.Join(names, " and ")
	}
	return fmt.Sprintf("%s, %s and %d more", names[0], names[1], len(names)-2)
}
