// This file follows a call into its callee, if its arguments tell of the attempt.

package outcome

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// transfer follows a call whose arguments tell of the attempt into its callee:
// a body in this package, or the behaviour exported by another.
func (w *Walk) transfer(p *Path, x *ssa.Call, fn *types.Func) ([]*Path, bool) {
	c := &x.Call
	args := ssaval.Operands(c)
	abs := make([]Abs, len(args))
	interesting := false
	for i, a := range args {
		abs[i] = w.eval(p, a)
		if tells(abs[i]) || w.holds(p, a) || abs[i].K == Nil && ssaval.IsError(a.Type()) && !isNilConst(a) {
			interesting = true
		}
	}
	mc := closureOf(c.Value)
	if mc != nil {
		for _, b := range mc.Bindings {
			if w.holds(p, b) {
				interesting = true
			}
		}
	}
	var bodies []*ssa.Function
	if w.Engine.Callees != nil {
		bodies = w.Engine.Callees(x)
	}
	ei := errorResult(c.Signature())
	if ei >= 0 && len(bodies) == 1 && !p.answered() && !p.handed && p.Ends != knowledge.All && w.Engine.ownErrors(bodies[0], 0) {
		interesting = true // which of its errors it returns may decide
	}
	if !interesting && !slices.ContainsFunc(bodies, w.Engine.readsHints) {
		return nil, false
	}
	if len(bodies) > 0 && len(bodies) <= 3 && w.depth < maxTransfers {
		var out []*Path
		for _, body := range bodies {
			alts, ok := w.body(p, x, body, args, abs, mc)
			if !ok {
				return nil, false
			}
			if ei >= 0 && readsAnswer(c.Signature(), args, abs) {
				alts = afterSuccess(alts, ei)
			}
			base := p.clone()
			w.killArgs(base, c, 0)
			out = append(out, w.Engine.Apply(base, x, alts)...)
		}
		if out == nil {
			out = []*Path{}
		}
		return out, true
	}
	if fn == nil || w.Engine.Behaviour == nil {
		return nil, false
	}
	b := w.Engine.Behaviour(fn)
	if b == nil {
		return nil, false
	}
	for _, h := range b.Handles {
		if !h.accepts(abs) {
			continue
		}
		base := p.clone()
		w.killArgs(base, c, 0)
		out := w.Engine.Apply(base, x, h.weaken(abs))
		if out == nil {
			out = []*Path{}
		}
		return out, true
	}
	return nil, false
}

// tells reports whether a value says something about the attempt.
func tells(a Abs) bool {
	switch a.K {
	case Err, ErrIf, Status, Code, Text, Classified, Licence:
		return true
	}
	return strings.HasPrefix(a.P, "@")
}

// holds reports whether memory behind v, or inside it, tells of the attempt.
func (w *Walk) holds(p *Path, v ssa.Value) bool {
	for _, t := range w.tree(p, v) {
		if tells(t.A) {
			return true
		}
	}
	if !isPointer(v.Type()) {
		return false
	}
	m := w.names.mem(p.env, v)
	if m == "" || m[0] == '@' {
		return false
	}
	for _, a := range p.env.below(m) {
		if tells(a) {
			return true
		}
	}
	return false
}

// carry returns what a callee finds in its parameters and in what it captured.
func (w *Walk) carry(p *Path, fn *ssa.Function, args []ssa.Value, abs []Abs, mc *ssa.MakeClosure) env {
	seed := env{}
	put := func(root string, v ssa.Value, a Abs) {
		if a.P != "" && a.P[0] != '@' {
			a.P = ""
		}
		if a != (Abs{}) {
			seed.put(root, a)
		}
		for _, t := range w.tree(p, v) {
			seed.put(root+t.Loc, portable(t.A))
		}
		if m := w.names.mem(p.env, v); m != "" && m[0] != '@' && (isPointer(v.Type()) || w.eval(p, v).P != "") {
			for rest, b := range p.env.below(m) {
				if len(rest) < 24 {
					seed.put(root+"*"+rest, portable(b))
				}
			}
		}
	}
	n := min(len(args), len(fn.Params))
	for i := range n {
		put("p"+itoa(i), args[i], abs[i])
	}
	if mc != nil {
		for i, b := range mc.Bindings {
			put("f"+itoa(i), b, Abs{})
		}
	}
	return seed
}

// enterWith starts the walk at the entry, with what the caller knows on p.
func (w *Walk) enterWith(p *Path, seed env) {
	w.FromEntry(p.Ends, func(q *Path) {
		q.env = seed.clone()
		q.reading, q.handed = p.reading, p.handed
	})
}

// A bodyKey is a question about a callee.
type bodyKey struct {
	fn              *ssa.Function
	ends            knowledge.Endings
	seed            digest
	reading, handed bool
}

// maxBodyBlocks bounds the callees that are walked.
const maxBodyBlocks = 400

// body walks a callee of this package and returns how it turns out.
func (w *Walk) body(p *Path, x *ssa.Call, fn *ssa.Function, args []ssa.Value, abs []Abs, mc *ssa.MakeClosure) ([]Alt, bool) {
	if len(fn.Blocks) == 0 || w.Engine.active[fn] || len(fn.Blocks) > maxBodyBlocks {
		return nil, false
	}
	seed := w.carry(p, fn, args, abs, mc)
	key := bodyKey{fn, p.Ends, seed.key(), p.reading, p.handed}
	if alts, ok := w.Engine.memo[key]; ok {
		return alts, true
	}
	w.Engine.active[fn] = true
	defer delete(w.Engine.active, fn)
	c := newCollector(w.Engine, fn)
	sub := &Walk{Engine: w.Engine, Fn: fn, Return: c.ret, depth: w.depth + 1, payer: w.payer}
	sub.enterWith(p, seed)
	if sub.Overflow {
		return nil, false
	}
	alts := c.alts()
	w.Engine.memo[key] = alts
	return alts, true
}
