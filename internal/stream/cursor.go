package stream

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// ids returns where event ids may be.
func (r *Room) ids() Set { return r.Flow.From(Value, r.Parts(FieldID)...) }

// Parsed returns the calls and comparisons that take an event id for a number
// or for something with an order, outside of functions that may.
func (r *Room) Parsed() []ssa.Instruction {
	ids := r.ids()
	var out []ssa.Instruction
	r.each(func(instr ssa.Instruction) {
		isID := func(v ssa.Value) bool {
			return ids[v] || ids[Home(v)] || r.partAt(FieldID, v, instr.Block())
		}
		if r.mayParse(instr.Parent()) {
			return
		}
		switch x := instr.(type) {
		case *ssa.Call:
			for _, a := range x.Call.Args[:min(1, len(x.Call.Args))] {
				if numeric[CalleeName(x)] && isID(a) {
					out = append(out, x)
				}
			}
			if len(x.Call.Args) == 2 && comparing[CalleeName(x)] && isID(x.Call.Args[0]) && ordered(x) {
				out = append(out, x)
			}
		case *ssa.BinOp:
			switch x.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ:
				if ssaval.IsString(x.X.Type()) && (isID(x.X) || isID(x.Y)) {
					out = append(out, x)
				}
			}
		}
	})
	return out
}

// mayParse: a contract says that the ids have a documented format here.
func (r *Room) mayParse(fn *ssa.Function) bool {
	obj, ok := ssaval.Root(fn).Object().(*types.Func)
	return ok && r.hooks.EventOrder(obj)
}

var numeric = map[string]bool{
	"strconv.Atoi": true, "strconv.ParseInt": true, "strconv.ParseUint": true, "strconv.ParseFloat": true,
	"fmt.Sscanf": true, "fmt.Sscan": true,
}

var comparing = map[string]bool{"strings.Compare": true, "bytes.Compare": true, "cmp.Compare": true}

// ordered reports whether the result of a comparison is used for more than
// equality.
func ordered(c *ssa.Call) bool {
	for _, ref := range *c.Referrers() {
		b, ok := ref.(*ssa.BinOp)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			return true
		}
		for _, v := range []ssa.Value{b.X, b.Y} {
			if n, ok := ssaval.Int(v); ok && n != 0 {
				return true
			}
		}
	}
	return false
}

// Counted returns the places that present a cursor which the client has
// counted itself.
func (r *Room) Counted() []*Header {
	ids := r.ids()
	var out []*Header
	for _, h := range r.Written(LastEventID) {
		parsed, counted := false, false
		for p := range r.Flow.Into(Value&^Element, h.Value) {
			if ids[p] {
				parsed = true
			}
			b, ok := p.(*ssa.BinOp)
			if !ok || b.Op != token.ADD && b.Op != token.SUB {
				continue
			}
			if t, ok := b.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsInteger != 0 {
				counted = true
			}
		}
		if counted && !parsed && !r.mayParse(h.Fn()) {
			out = append(out, h)
		}
	}
	return out
}
