// This file matches the names of tools with patterns.

package syntax

import (
	"fmt"
	"path"
	"strings"
)

// A tool name may contain slashes, and "*" is to match them too. So slashes
// are hidden from path.Match behind a rune that no tool name has.
var hideSlash = strings.NewReplacer("/", "\x00")

// Match reports whether name matches pattern, which has the syntax of
// [path.Match] except that "*" and "?" match slashes too. A malformed pattern
// matches nothing; [CheckPattern] tells.
func Match(pattern, name string) bool {
	ok, err := path.Match(hideSlash.Replace(pattern), hideSlash.Replace(name))
	return ok && err == nil
}

// CheckPattern returns an error if pattern is empty or malformed.
func CheckPattern(pattern string) error {
	if pattern == "" {
		return fmt.Errorf("empty pattern")
	}
	if _, err := path.Match(pattern, "x"); err != nil {
		return fmt.Errorf("malformed pattern %q", pattern)
	}
	return nil
}

// Covers reports whether wide certainly matches everything that narrow
// matches. It errs on the side of false.
func Covers(wide, narrow string) bool {
	if wide == narrow {
		return true
	}
	// Read as a name, narrow holds its own "*" and "?", which only a "*" of
	// wide can stand for if wide has no other metacharacter.
	if strings.ContainsAny(wide, `?[\`) || strings.ContainsAny(narrow, `[\`) {
		return !IsPattern(narrow) && Match(wide, narrow)
	}
	return Match(wide, narrow)
}

// IsPattern reports whether s holds a metacharacter, so that it may match
// names other than itself.
func IsPattern(s string) bool { return strings.ContainsAny(s, `*?[\`) }
