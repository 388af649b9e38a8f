// Package lazy makes values at their first use. go vet starts its tool anew
// for each package and each dependency, most of which have nothing to do with
// MCP, so that what is made at the start of the program is made in vain.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles the expression, which must be
// valid, when it is called first.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
