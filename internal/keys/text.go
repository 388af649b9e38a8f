// This file finds keys in JSON texts that are put together.

package keys

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

var (
	// memberEnd matches the end of a JSON text up to the value of a member.
	memberEnd = lazy.Regexp(`"([A-Za-z0-9_./:-]+)"\s*:\s*"?$`)
	verb      = lazy.Regexp(`%(?:%|[-+# 0]*\d*(?:\.\d+)?[a-zA-Z])`)
)

// formatted: fmt.Sprintf(`{"idempotency_key":%q}`, v).
func formatted(c ssa.CallInstruction, full string) []Position {
	at := 0
	switch full {
	case "fmt.Sprintf":
	case "fmt.Fprintf", "fmt.Appendf":
		at = 1
	default:
		return nil
	}
	format, ok := ssaval.String(ssaval.Argument(c.Common(), at))
	if !ok || !strings.Contains(format, `":`) {
		return nil
	}
	values, _ := ssaval.Elements(ssaval.Argument(c.Common(), at+1))
	var out []Position
	n := 0
	for _, m := range verb().FindAllStringIndex(format, -1) {
		if format[m[0]:m[1]] == "%%" {
			continue
		}
		if p, ok := memberAt(format[:m[0]]); ok && n < len(values) && values[n] != nil {
			p.Value, p.Instr, p.Pos = values[n], c, c.Pos()
			out = append(out, p)
		}
		n++
	}
	return out
}

func memberAt(before string) (Position, bool) {
	m := memberEnd().FindStringSubmatch(before)
	if m == nil {
		return Position{}, false
	}
	s := knowledge.KeyStrength(m[1])
	return Position{Place: InText, Name: m[1], Strength: s}, s > knowledge.NotKey
}

// joined: `{"idempotency_key":"` + v.
func joined(x *ssa.BinOp) []Position {
	if x.Op != token.ADD {
		return nil
	}
	left := x.X
	if b, ok := left.(*ssa.BinOp); ok && b.Op == token.ADD {
		left = b.Y
	}
	s, ok := ssaval.String(left)
	if !ok {
		return nil
	}
	p, ok := memberAt(s)
	if !ok {
		return nil
	}
	p.Value, p.Instr, p.Pos = x.Y, x, x.Pos()
	return []Position{p}
}
