// Package words takes names apart, and compares them.
package words

import (
	"strings"
	"unicode"
)

// Split returns the words of a name in lower case: camelCase, PascalCase,
// snake_case, kebab-case, dotted and spaced names alike. A run of capitals is
// one word, which ends before the capital that begins the next
// ("HTTPStatusID" is http, status, id).
func Split(name string) []string { return split(name, false) }

// Qualified is [Split], but an empty word stands for a double underscore
// between words, by which hosts part the name of a server from that of its tool
// (mcp__github__get_issue).
func Qualified(name string) []string { return split(name, true) }

func split(name string, gaps bool) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			if gaps && r == '_' && i > 0 && runes[i-1] == '_' && len(out) > 0 && i+1 < len(runes) {
				out = append(out, "")
			}
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			before := runes[i-1]
			nextLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if unicode.IsLower(before) || unicode.IsDigit(before) || unicode.IsUpper(before) && nextLower {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return out
}
