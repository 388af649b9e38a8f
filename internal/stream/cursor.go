// This file finds event ids that are parsed, ordered or counted.

package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// ids returns where event ids may be.
func (r *Room) ids() Set { return r.Flow.From(Value, r.Parts(FieldID)...) }

// Parsed returns the calls and comparisons that take an event id for a number
// or for something with an order, outside of functions that may.
func (r *Room) Parsed() []ssa.Instruction {
	// Not what a client's own text has an id in: its parts are the client's.
	ids := r.Flow.From(Value&^Composed, r.Parts(FieldID)...)
	listed := r.Flow.From(Same|Element|Back, r.Parts(FieldID)...)
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
			if r.parses(x, isID) || r.ranks(x, isID, listed) {
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

// numeric are the functions that take a string for a number or a time, with
// the argument that is the string.
var numeric = map[string]int{
	"strconv.Atoi": 0, "strconv.ParseInt": 0, "strconv.ParseUint": 0, "strconv.ParseFloat": 0,
	"fmt.Sscanf": 0, "fmt.Sscan": 0, "(*math/big.Int).SetString": 1, "(*math/big.Float).SetString": 1,
	"time.Parse": 1, "time.ParseInLocation": 1,
}

// parses reports whether a call takes an id for a number or a time.
func (r *Room) parses(c *ssa.Call, isID func(ssa.Value) bool) bool {
	i, ok := numeric[CalleeName(c)]
	return ok && i < len(c.Call.Args) && isID(c.Call.Args[i])
}

// comparing are the functions that compare two strings, sorting those that put
// a list in order or look for its ends.
var (
	comparing = map[string]bool{"strings.Compare": true, "bytes.Compare": true, "cmp.Compare": true, "cmp.Less": true}
	sorting   = map[string]bool{"sort.Strings": true, "slices.Sort": true, "slices.Max": true, "slices.Min": true}
)

// ranks reports whether a call takes ids for something with an order.
func (r *Room) ranks(c *ssa.Call, isID func(ssa.Value) bool, listed Set) bool {
	args := c.Call.Args
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		// max(last, id)
		return (b.Name() == "max" || b.Name() == "min") && ssaval.IsString(c.Type()) && slices.ContainsFunc(args, isID)
	}
	switch name := CalleeName(c); {
	case comparing[name] && len(args) == 2:
		return (isID(args[0]) || isID(args[1])) && ordered(c)
	case sorting[name] && len(args) == 1:
		return listed[args[0]] || listed[Home(args[0])]
	}
	return false
}

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
