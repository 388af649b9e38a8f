// This file tells how a function can end, given an answer: with an error, or
// without.

package stream

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// ends says how a function can end in a world: with an error, or without.
type ends struct{ fails, fine bool }

// there reports whether an error is there, if that is known.
func (w *world) there(v ssa.Value) (there, known bool) {
	switch {
	case w.failed[v]:
		return true, true
	case w.fine[v]:
		return false, true
	case !w.observed:
		return false, false
	}
	var c *ssa.Call
	switch x := v.(type) {
	case *ssa.Extract:
		c, _ = x.Tuple.(*ssa.Call)
	case *ssa.Call:
		c = x
	}
	if c == nil {
		return false, false
	}
	e := w.endsOf(c)
	return e.fails, e.fails != e.fine
}

// makesError reports whether a function of the package makes an error of the
// answer, if that is known.
func (w *world) makesError(v ssa.Value) (there, known bool) {
	c, at := called(v)
	if c == nil {
		return false, false
	}
	var made, none bool
	for _, fn := range w.hooks.Callees(c) {
		set := w.reach(fn)
		if set == nil {
			return false, false
		}
		for ret := range returnsAt(fn, set) {
			switch result(ret, at).(type) {
			case *ssa.Const:
				none = true
			case *ssa.Alloc:
				made = true
			default:
				return false, false
			}
		}
	}
	return made, made != none
}

// given are functions that do not fail where the answer is known to have come:
// they make what is sent, or read what came, its body included.
var given = map[string]bool{
	"io.ReadAll": true, "io/ioutil.ReadAll": true,
	"net/http.NewRequest": true, "net/http.NewRequestWithContext": true,
	"encoding/json.Marshal": true, "net/url.Parse": true, "net/url.JoinPath": true, "(*net/url.URL).Parse": true,
}

// endsOf says how a call can end.
func (w *world) endsOf(c *ssa.Call) ends {
	if given[CalleeName(c)] || slices.ContainsFunc(w.Exchanges, func(x *Exchange) bool { return x.Do() == ssa.CallInstruction(c) }) {
		return ends{fine: true}
	}
	bodies := w.hooks.Callees(c)
	if len(bodies) == 0 {
		if f := w.farFact(c); f != nil && f.InSession && w.Status >= 400 {
			return ends{fails: true}
		}
		return ends{fails: true, fine: true}
	}
	var out ends
	for _, fn := range bodies {
		e := w.endsIn(fn)
		out.fails, out.fine = out.fails || e.fails, out.fine || e.fine
	}
	return out
}

func (w *world) endsIn(fn *ssa.Function) ends {
	if e, ok := w.ends[fn]; ok {
		return e
	}
	if w.ends == nil {
		w.ends = make(map[*ssa.Function]ends)
	}
	w.ends[fn] = ends{true, true} // for what calls itself
	set := w.reach(fn)
	if set == nil {
		return ends{true, true}
	}
	var out ends
	for ret := range returnsAt(fn, set) {
		if len(ret.Results) == 0 {
			continue
		}
		last := lastResult(ret)
		there, known := false, true
		if ssaval.IsError(last.Type()) {
			if k, ok := last.(*ssa.Const); !ok || k.Value != nil {
				if there, known = w.there(last); !known {
					// Known by the conditions under which it is returned, or
					// an error that is made here.
					there = !w.passed(last, maxLift) || w.guarded(ret.Block(), last)
					known = there
				}
			}
		}
		out.fails = out.fails || there || !known
		out.fine = out.fine || !there || !known
	}
	w.ends[fn] = out
	return out
}

// passed reports whether an error is one that a call returned.
func (w *world) passed(v ssa.Value, depth int) bool {
	switch x := v.(type) {
	case *ssa.Extract:
		return true
	case *ssa.Call:
		pkg := calleePkg(x)
		return pkg != "fmt" && pkg != "errors"
	case *ssa.Phi:
		return slices.ContainsFunc(x.Edges, func(e ssa.Value) bool {
			k, ok := e.(*ssa.Const)
			return ok && k.Value == nil || !ok && (depth == 0 || w.passed(e, depth-1))
		})
	case *ssa.UnOp:
		return sentinel(x) == nil // a variable
	}
	return false
}

// guarded reports whether an error is returned only where it is not nil.
func (w *world) guarded(b *ssa.BasicBlock, v ssa.Value) bool {
	return slices.ContainsFunc(Guards(b), func(g Guard) bool {
		c, ok := g.Cond.(*ssa.BinOp)
		if !ok {
			return false
		}
		yes := c.Op.String() == "!="
		return (c.X == v || c.Y == v) && (nothing(c.X) || nothing(c.Y)) && g.True == yes
	})
}
