// This file finds the keys of stores that tell repetitions.

package keys

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// dedupeNames: names of stores that only exist to tell repetitions. "pending"
// and the like correlate answers, "seen" alone may be about events.
var (
	dedupeNames = lazy.Regexp(`(?i)(dedup|idempot|processed|executed|alreadyrun|seen_?(calls?|requests?|ops|operations?))`)
	dedupeTexts = lazy.Regexp(`(?i)(dedup|idempot|processed|executed|seen[:_-]?(calls?|requests?|op))`)
)

func dedupeName(name string) bool { return dedupeNames().MatchString(name) }

// store: the key of a sync.Map, of Redis' SETNX, or of a row.
func (f *Finder) store(c ssa.CallInstruction, fn *types.Func, full string) []Position {
	strong := func(name string, v ssa.Value) []Position {
		if v == nil {
			return nil
		}
		return []Position{{Place: InStore, Name: name, Strength: knowledge.Strong, Value: v, Instr: c, Pos: c.Pos()}}
	}
	switch full {
	case "(*sync.Map).Store", "(*sync.Map).LoadOrStore", "(*sync.Map).Swap":
		if name := receiverName(c); dedupeName(name) {
			return strong(name, ssaval.Argument(c.Common(), 0))
		}
		return nil
	}
	switch fn.Name() {
	case "SetNX", "HSetNX":
		if i := firstString(fn); i >= 0 {
			if v := ssaval.Argument(c.Common(), i); v != nil && saysDedupe(v, 0) {
				return strong(fn.Name(), v)
			}
		}
		return nil
	}
	if knowledge.StoreOf(full) == knowledge.StoreQuery {
		return row(c, fn)
	}
	return nil
}

// receiverName names the field or variable that a method is called on.
func receiverName(c ssa.CallInstruction) string {
	operands := ssaval.Operands(c.Common())
	if len(operands) == 0 {
		return "" // a function
	}
	v := operands[0]
	for range 3 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			return ssaval.FieldName(x.X.Type(), x.Field)
		case *ssa.Global:
			return x.Name()
		case *ssa.Alloc:
			return x.Comment
		}
	}
	return ""
}

func firstString(fn *types.Func) int {
	params := fn.Signature().Params()
	for i := range params.Len() {
		if ssaval.IsString(params.At(i).Type()) {
			return i
		}
	}
	return -1
}

// saysDedupe reports whether a constant part of the key says what it is for.
func saysDedupe(v ssa.Value, depth int) bool {
	if s, ok := ssaval.String(v); ok {
		return dedupeTexts().MatchString(s)
	}
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return saysDedupe(x.X, depth+1) || saysDedupe(x.Y, depth+1)
	case *ssa.Call:
		for _, a := range x.Call.Args {
			if saysDedupe(a, depth+1) {
				return true
			}
		}
	case *ssa.MakeInterface:
		return saysDedupe(x.X, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if saysDedupe(e, depth+1) {
				return true
			}
		}
	}
	return false
}

var (
	insertColumns = lazy.Regexp(`(?is)insert\s+(?:or\s+\w+\s+)?into\s+\S+\s*\(([^)]*)\)\s*values\s*\(([^)]*)\)`)
	whereColumn   = lazy.Regexp(`(?i)([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(\?|\$\d+)`)
	placeholder   = lazy.Regexp(`\?|\$\d+`)
)

// row: the value of a column with the name of a key.
func row(c ssa.CallInstruction, fn *types.Func) []Position {
	params := fn.Signature().Params()
	at := -1
	var query string
	for i := range params.Len() {
		if v := ssaval.Argument(c.Common(), i); v != nil {
			if s, ok := ssaval.String(v); ok {
				at, query = i, s
				break
			}
		}
	}
	if at < 0 {
		return nil
	}
	values, _ := ssaval.Elements(ssaval.Argument(c.Common(), at+1))
	var out []Position
	add := func(column string, n int) {
		column = strings.Trim(strings.TrimSpace(column), "\"`[]")
		if s := knowledge.KeyStrength(column); s >= knowledge.Medium && n >= 0 && n < len(values) && values[n] != nil {
			out = append(out, Position{Place: InStore, Name: column, Strength: knowledge.Strong, Value: values[n], Instr: c, Pos: c.Pos()})
		}
	}
	if m := insertColumns().FindStringSubmatch(query); m != nil {
		columns, marks := strings.Split(m[1], ","), strings.Split(m[2], ",")
		n := 0
		for i, mark := range marks {
			if !placeholder().MatchString(mark) {
				continue
			}
			if i < len(columns) {
				add(columns[i], n)
			}
			n++
		}
		return out
	}
	before := 0
	for _, m := range whereColumn().FindAllStringSubmatchIndex(query, -1) {
		before = len(placeholder().FindAllString(query[:m[4]], -1))
		add(query[m[2]:m[3]], before)
	}
	return out
}
