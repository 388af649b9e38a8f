package effect

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
)

// zeroOrLess reports whether v, or the field of it that the table names, is
// the constant 0, a negative one, or left at its zero value.
func (e *Engine) zeroOrLess(v ssa.Value, field string) bool {
	if v == nil {
		return false
	}
	var path []string
	if field != "" {
		path = []string{field[strings.LastIndexByte(field, '.')+1:]}
	}
	t := e.term(v, path...)
	if t.Kind != identity.Const {
		return false
	}
	n, err := strconv.ParseInt(t.Name, 0, 64)
	return t.Name == "zero" || t.Name == "false" || err == nil && n <= 0
}
