package toolname

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/words"
)

// Hole stands in a name for a part that is not known.
const Hole = "\x00"

// Reads reports whether a name says, by its verb, that the tool reads, whatever
// stands in its holes: "get_\x00" does, "\x00_status" does not. What qualifies
// a name may be a hole: "\x00__get_issue", "\x00list_issues".
func Reads(name string) bool {
	name = tool(name)
	for _, filler := range fillers {
		if _, kind := knowledge.VerbOf(words.Qualified(fill(name, filler))); kind != knowledge.ReadVerb {
			return false
		}
		if !strings.Contains(name, Hole) {
			break // nothing to fill
		}
	}
	return true
}

// fillers are tried in the holes: a thing, and a verb that changes something.
// The verb in front of a hole decides only if it does before both.
var fillers = []string{"thing", "delete"}

// fill puts a word in each hole: a word of its own, if letters come before it.
func fill(name, word string) string {
	var b strings.Builder
	for i, text := range strings.Split(name, Hole) {
		if i > 0 {
			if last, _ := utf8.DecodeLastRuneInString(b.String()); unicode.IsLetter(last) {
				b.WriteString(strings.ToUpper(word[:1]) + word[1:])
			} else {
				b.WriteString(word)
			}
		}
		b.WriteString(text)
	}
	return b.String()
}

// tool takes holes off the front that only qualify the name of the tool: up to
// a double underscore, or before a text that is a whole name by itself, so that
// what comes before it brings its own separator.
func tool(name string) string {
	if i := strings.LastIndex(name, "__"); i >= 0 && strings.Contains(name[:i], Hole) && i+len("__") < len(name) {
		name = name[i+len("__"):]
	}
	rest := strings.TrimLeft(name, Hole)
	first, _ := utf8.DecodeRuneInString(rest)
	if rest != name && unicode.IsLower(first) && len(words.Split(fill(rest, fillers[0]))) > 1 {
		return rest
	}
	return name
}
