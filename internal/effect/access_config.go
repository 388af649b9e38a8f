// This file answers what a call is configured with.

package effect

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Config is what configures a call: options, policies and the values that
// they are built from, as far as the package shows them.
type Config struct{ c config }

// Configuration collects what configures c, apart from the argument except.
func (e *Engine) Configuration(c ssa.CallInstruction, except ssa.Value) Config {
	return Config{e.config(c, except)}
}

// Calls returns the calls of the function named full.
func (c Config) Calls(full string) []ssa.CallInstruction { return c.c.callsOf(full) }

// Field returns what is assigned to a field of the type named typ, and whether
// there is a value of that type at all.
func (c Config) Field(typ, field string) (vals []ssa.Value, found bool) {
	look := func(base ssa.Value) {
		if strings.TrimPrefix(knowledge.TypeName(base.Type()), "*") != typ {
			return
		}
		found = true
		vals = append(vals, fieldValues(base, field)...)
	}
	for _, a := range c.c.allocs {
		look(a)
	}
	for _, m := range c.c.made {
		if v := m.Value(); v != nil {
			look(v)
		}
	}
	return vals, found
}
