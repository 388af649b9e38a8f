package stream

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A StatusTest is a comparison of the status of a response with a constant.
type StatusTest struct {
	Cond *ssa.BinOp
	Code int64
	// Equal: the comparison is ==, else !=.
	Equal bool
	// Response is what has the status.
	Response ssa.Value
}

// StatusTests returns the comparisons with the code.
func (r *Room) StatusTests(code int64) []*StatusTest {
	var out []*StatusTest
	r.each(func(instr ssa.Instruction) {
		b, ok := instr.(*ssa.BinOp)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			return
		}
		for _, pair := range [][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
			n, ok := ssaval.Int(pair[1])
			if !ok || n != code {
				continue
			}
			if resp := statusOf(pair[0]); resp != nil {
				out = append(out, &StatusTest{b, code, b.Op == token.EQL, resp})
			}
		}
	})
	return out
}

// statusOf returns the response whose status v is.
func statusOf(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok || knowledge.TypeName(fa.X.Type()) != "*net/http.Response" || ssaval.FieldName(fa.X.Type(), fa.Field) != "StatusCode" {
		return nil
	}
	return fa.X
}

// Under returns the blocks that are reached only if the status is the code.
func (t *StatusTest) Under() []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, b := range t.Cond.Parent().Blocks {
		if slices.ContainsFunc(Guards(b), func(g Guard) bool { return g.Cond == ssa.Value(t.Cond) && g.True == t.Equal }) {
			out = append(out, b)
		}
	}
	return out
}

// Entry returns the block that control goes to if the status is the code, or
// nil if no branch depends on the comparison alone.
func (t *StatusTest) Entry() *ssa.BasicBlock {
	for _, ref := range *t.Cond.Referrers() {
		if br, ok := ref.(*ssa.If); ok {
			if t.Equal {
				return br.Block().Succs[0]
			}
			return br.Block().Succs[1]
		}
	}
	return nil
}

// From returns the exchanges that the response may come from.
func (r *Room) From(t *StatusTest) []*Exchange {
	into := r.Flow.Into(Same, t.Response)
	var out []*Exchange
	for _, x := range r.Exchanges {
		if slices.ContainsFunc(x.Responses, func(p Place) bool { return into[p] }) {
			out = append(out, x)
		}
	}
	return out
}

// readsBody reports whether the body of the response is looked at in a block
// that comes before the given ones, or in them.
func (r *Room) readsBody(t *StatusTest, blocks []*ssa.BasicBlock) bool {
	from := r.Flow.From(Content&^Back|Loose, t.Response)
	for _, b := range t.Cond.Parent().Blocks {
		if !slices.Contains(blocks, b) && !b.Dominates(t.Cond.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || c.Common().IsInvoke() && c.Common().Method.Name() == "Close" {
				continue
			}
			for _, a := range ssaval.Operands(c.Common()) {
				if knowledge.TypeName(a.Type()) == "io.ReadCloser" && from[a] || knowledge.TypeName(a.Type()) == "io.Reader" && from[a] {
					return true
				}
				// The whole response is handed to someone who may.
				if knowledge.TypeName(a.Type()) == "*net/http.Response" && from[a] && len(r.hooks.Callees(c)) > 0 {
					return true
				}
			}
		}
	}
	return false
}
