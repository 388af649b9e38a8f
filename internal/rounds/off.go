// This file finds clients without rounds whose results are taken for complete.

package rounds

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Off lists the calls of clients without rounds of their own whose results are
// used, or left alone, and never asked whether they need input.
func (r *Reader) Off() []Blind {
	if !r.Engine.RoundsOff() {
		return nil
	}
	if room := r.Engine.Stream(); room != nil {
		if _, legacy := room.Only(); legacy {
			return nil // no server asks a client of these editions
		}
	}
	var out []Blind
	for _, fn := range r.Engine.SSA.Funcs {
		for _, s := range r.Engine.Sites(fn) {
			for _, op := range s.Ops {
				if op.Func != nil || op.Method != nil || op.Body != nil || byHand(op.Sink) || !givesResult(s.Instr) {
					continue
				}
				if r.asksBelow(s.Instr) || r.fate(result(s.Instr), 0) != used {
					continue
				}
				out = append(out, Blind{At: s.Instr, Op: op, Off: true})
				break
			}
		}
	}
	return out
}

// givesResult: the call gives the SDK's result of a tools/call.
func givesResult(c ssa.CallInstruction) bool {
	res := c.Common().Signature().Results()
	return res.Len() > 0 && knowledge.ToolResult(strings.TrimPrefix(knowledge.TypeName(res.At(0).Type()), "*"))
}

// result returns the result of a call, nil if it is thrown away.
func result(c ssa.CallInstruction) ssa.Value {
	v := c.Value()
	if v == nil || c.Common().Signature().Results().Len() == 1 {
		return v
	}
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 0 {
			return e
		}
	}
	return nil
}

// A fate is what becomes of a result.
type fate uint8

const (
	used    fate = iota // its content is used, or it is thrown away
	asked               // it is asked whether it needs input
	escaped             // it goes where it may be asked
)

const maxNesting = 3

// fate follows a result through the function and the functions of the package
// that it is handed to.
func (r *Reader) fate(v ssa.Value, depth int) fate {
	if v == nil || v.Referrers() == nil {
		return used
	}
	if depth > maxNesting {
		return escaped
	}
	worst := used
	seen := map[ssa.Value]bool{v: true}
	todo := []ssa.Value{v}
	note := func(f fate) { worst = max(worst, f) }
	for len(todo) > 0 {
		v, todo = todo[len(todo)-1], todo[:len(todo)-1]
		follow := func(to ssa.Value) {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
		for _, ref := range *v.Referrers() {
			switch x := ref.(type) {
			case *ssa.Phi:
				follow(x)
			case *ssa.ChangeType:
				follow(x)
			case *ssa.FieldAddr:
				if said := r.says(x.X.Type(), x.Field); said != "" {
					return asked
				}
			case *ssa.BinOp, *ssa.DebugRef:
			case ssa.CallInstruction:
				if role(x) == knowledge.NeedsInput {
					return asked
				}
				note(r.handed(x, v, depth))
			default:
				note(escaped) // returned, stored, sent, made an interface
			}
		}
	}
	return worst
}

// handed tells what becomes of a result that a call is given.
func (r *Reader) handed(c ssa.CallInstruction, v ssa.Value, depth int) fate {
	fn := ssaval.Callee(c.Common())
	if fn != nil && fn.Pkg() != nil && knowledge.IsSDK(fn.Pkg().Path()) {
		return used // GetError and the like
	}
	bodies := r.Engine.Bodies(c)
	if len(bodies) == 0 {
		return escaped
	}
	worst := used
	for _, body := range bodies {
		for i, a := range c.Common().Args {
			if a == v && i < len(body.Params) {
				worst = max(worst, r.fate(body.Params[i], depth+1))
			}
		}
	}
	return worst
}

// asksBelow: the function that is called asks the result itself, before it
// gives it.
func (r *Reader) asksBelow(c ssa.CallInstruction) bool {
	for _, body := range r.Engine.Bodies(c) {
		if done, ok := r.asks[body]; ok {
			if done {
				return true
			}
			continue
		}
		r.asks[body] = false
		for _, s := range r.Engine.Sites(body) {
			if givesResult(s.Instr) && (r.asksBelow(s.Instr) || r.fate(result(s.Instr), 0) == asked) {
				r.asks[body] = true
			}
		}
		if r.asks[body] {
			return true
		}
	}
	return false
}
