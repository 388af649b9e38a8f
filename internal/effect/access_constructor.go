// This file recognises constructors of wrappers that call tools again by themselves.

package effect

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
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

// Constructor returns the table row of a call that builds a wrapper which
// calls tools again by itself, unless it is switched off or its tools are
// filtered.
func (e *Engine) Constructor(c ssa.CallInstruction) (knowledge.Constructor, string, bool) {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return knowledge.Constructor{}, "", false
	}
	row, ok := knowledge.ConstructorOf(knowledge.Name(fn))
	if !ok {
		return row, "", false
	}
	if fn.Pkg() == e.Pass.Pkg || fn.Pkg().Path() == strings.TrimSuffix(e.Pass.Pkg.Path(), "_test") {
		// Where the wrapper is written the repetition itself is in sight.
		return row, "", false
	}
	if row.Off && e.zeroOrLess(ssaval.Argument(c.Common(), row.Arg), row.Field) {
		return row, "", false
	}
	cfg := e.config(c, nil)
	for _, a := range cfg.allocs {
		for _, st := range ssaval.Stores(a) {
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			v := ssaval.Field(fa.X.Type(), fa.Field)
			if v == nil {
				continue
			}
			if e.ownProcess(st.Val) {
				// The server is a part of this program: nothing outlives a
				// connection that is lost with it.
				return row, "", false
			}
			for _, f := range row.Filters {
				if f == v.Name() || strings.HasSuffix(f, "."+v.Name()) {
					if k, isConst := st.Val.(*ssa.Const); isConst && (k.Value == nil || k.Value.ExactString() == "false") {
						continue
					}
					return row, "", false
				}
			}
		}
	}
	for _, f := range row.Filters {
		if e.calledBeside(c, f) {
			return row, "", false
		}
	}
	return row, knowledge.Short(knowledge.Name(fn)), true
}
