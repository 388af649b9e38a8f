// This file finds where a lost stream, session or subscription is opened again.

package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A How says how something is opened again.
type How uint8

// The ways to open something again.
const (
	Resumed      How = iota // a stream, with the cursor of the last event
	Reopened                // a stream, without a cursor
	Reconnected             // a session
	Resubscribed            // a subscription of the modern era
)

// A Reopen is a place where a lost stream, session or subscription is opened
// again.
type Reopen struct {
	How  How
	Site ssa.CallInstruction
	// Loop is the loop on which it is, if that is what makes it a second
	// time.
	Loop *identity.Region
	// Cycle holds the functions that call each other, if they do.
	Cycle map[*ssa.Function]bool
}

// Fn returns the function in which it is opened again.
func (o *Reopen) Fn() *ssa.Function { return o.Site.Parent() }

// Reopens returns the places where something lost is opened again, in order of
// the functions.
func (r *Room) Reopens() []*Reopen {
	var out []*Reopen
	add := func(o *Reopen) {
		if !slices.ContainsFunc(out, func(p *Reopen) bool { return p.Site == o.Site }) {
			out = append(out, o)
		}
	}
	for _, o := range r.Rounds() {
		how := Reopened
		if r.carriesAny(o.Exchange, LastEventID) {
			how = Resumed
		}
		add(&Reopen{How: how, Site: o.Open, Loop: o.Loop, Cycle: o.Cycle})
	}
	for _, x := range r.Resumes() {
		if !slices.ContainsFunc(out, func(o *Reopen) bool { return r.makes(o.Site, x) }) && r.alwaysResumes(x) {
			add(&Reopen{How: Resumed, Site: x.Call()})
		}
	}
	for _, fn := range r.Funcs {
		r.reconnects(fn, add)
	}
	return out
}

// alwaysResumes reports whether the cursor is set on all requests of the
// exchange, and not only on some that reopen the stream.
func (r *Room) alwaysResumes(x *Exchange) bool {
	for _, h := range r.Written(LastEventID) {
		if !r.Carries(x, h) {
			continue
		}
		// if lastID != "" { … }: the first time goes the same way.
		for _, g := range Guards(h.Instr.Block()) {
			if r.dependsOn(g.Cond, h.Value) {
				return false
			}
		}
		return true
	}
	return false
}

// dependsOn reports whether a condition is a test of a value.
func (r *Room) dependsOn(cond, v ssa.Value) bool {
	of := r.Flow.Into(Value, cond)
	return of[v] || of[Home(v)] && Home(v) != Place(v)
}

// reconnects finds the sessions and subscriptions that fn opens again.
func (r *Room) reconnects(fn *ssa.Function, add func(*Reopen)) {
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		if _, ok := c.(*ssa.Go); ok {
			continue
		}
		sends := r.SendsBelow(c)
		switch {
		case sends["initialize"] && (r.afterLoss(c, "initialize") || r.replaces(c)):
			add(&Reopen{How: Reconnected, Site: c})
		case sends["initialize"]:
			if l := r.outlived(c); l != nil {
				add(&Reopen{How: Reconnected, Site: c, Loop: l})
			}
		case sends["subscriptions/listen"]:
			if l := r.again(c); l != nil {
				add(&Reopen{How: Resubscribed, Site: c, Loop: l})
			} else if r.afterLoss(c, "subscriptions/listen") || r.lossHandler(fn) {
				add(&Reopen{How: Resubscribed, Site: c})
			}
		}
	}
}

// afterLoss reports whether a call is made only after something that was sent
// before, other than opening, has failed: on its error, or on one that the
// function is given.
func (r *Room) afterLoss(c ssa.CallInstruction, opening string) bool {
	for _, g := range Guards(c.Block()) {
		if succeeded(g) {
			continue // what was sent before has not failed
		}
		for p := range r.Flow.Into(Value|Loose, g.Cond) {
			v, ok := p.(ssa.Value)
			if !ok || !ssaval.IsError(v.Type()) {
				continue
			}
			if param, ok := v.(*ssa.Parameter); ok && param.Parent() == c.Parent() {
				return true
			}
			e, ok := v.(*ssa.Extract)
			var tuple ssa.Value = v
			if ok {
				tuple = e.Tuple
			}
			call, ok := tuple.(*ssa.Call)
			if !ok || call == c || call.Parent() != c.Parent() {
				continue
			}
			sent := r.SendsBelow(call)
			delete(sent, opening)
			delete(sent, "notifications/initialized")
			if len(sent) > 0 || samePort(call, c) {
				return true
			}
		}
	}
	return false
}

// succeeded reports whether a condition says that an error is nil.
func succeeded(g Guard) bool {
	test, ok := g.Cond.(*ssa.BinOp)
	if !ok || !ssaval.IsError(test.X.Type()) || !ssaval.IsNil(test.Y) && !ssaval.IsNil(test.X) {
		return false
	}
	return (test.Op == token.EQL) == g.True
}

// samePort: two methods of one interface of the package.
func samePort(a, b ssa.CallInstruction) bool {
	return a.Common().IsInvoke() && b.Common().IsInvoke() && a.Common().Method != b.Common().Method &&
		types.Identical(a.Common().Value.Type(), b.Common().Value.Type())
}

// replaces reports whether the function ends an older session before it opens
// the new one, or opens it in a handler of a lost connection.
func (r *Room) replaces(c ssa.CallInstruction) bool {
	fn := c.Parent()
	for other := range ssaval.All[*ssa.Call](fn) {
		if !closes(other) || !ssaval.Reaches(other, c, nil) {
			continue
		}
		// What it closes must not be what it has just opened.
		if !r.opened(other) {
			return true
		}
	}
	return r.lossHandler(fn)
}

// closes reports whether a call ends a session of an SDK.
func closes(c ssa.CallInstruction) bool {
	fn := ssaval.Callee(c.Common())
	return fn != nil && fn.Name() == "Close" && fn.Pkg() != nil && knowledge.IsSDK(fn.Pkg().Path())
}

// opened reports whether a call ends a session that its own function opened.
func (r *Room) opened(c *ssa.Call) bool {
	for p := range r.local(r.Flow.in, ssaval.Operands(c.Common())[0], c.Parent(), Same) {
		if call, ok := p.(*ssa.Call); ok && call != c {
			return true
		}
		if e, ok := p.(*ssa.Extract); ok {
			if _, ok := e.Tuple.(*ssa.Call); ok {
				return true
			}
		}
	}
	return false
}

// lossHandler reports whether the function is handed to an SDK to be run when
// the connection is lost.
func (r *Room) lossHandler(fn *ssa.Function) bool {
	found := false
	r.eachCall(func(c ssa.CallInstruction) {
		callee := ssaval.Callee(c.Common())
		if callee == nil {
			return
		}
		if m, _ := knowledge.ClientRequest(callee); callee.Name() != "OnConnectionLost" && m != "subscriptions/listen" {
			return
		}
		for _, g := range r.runs(c) {
			found = found || g == fn || r.Sync(g)[fn] && len(r.callers[fn]) == 1
		}
		for _, a := range ssaval.Operands(c.Common()) {
			if f, ok := a.(*ssa.Function); ok && f == fn {
				found = true
			}
			if mc, ok := a.(*ssa.MakeClosure); ok && r.method(mc.Fn.(*ssa.Function)) == fn {
				found = true
			}
		}
	})
	return found
}

// outlived returns a loop in which a session is opened, used, and opened
// again: not one that only tries until it is open.
func (r *Room) outlived(c ssa.CallInstruction) *identity.Region {
	for _, l := range identity.Loops(c.Parent(), c.Block()) {
		if overList(l) {
			return nil
		}
		opened := r.Flow.From(Value, sessionsOf(c)...)
		for instr := range l.Instructions() {
			use, ok := instr.(ssa.CallInstruction)
			if !ok || use == c {
				continue
			}
			if _, ok := use.(*ssa.Defer); ok || closes(use) {
				continue
			}
			for _, a := range ssaval.Operands(use.Common()) {
				if opened[a] && !ssaval.IsError(a.Type()) {
					return l
				}
			}
		}
	}
	return nil
}

// sessionsOf returns the sessions among the results of a call, or what it
// was called on, if it opens that.
func sessionsOf(c ssa.CallInstruction) []Place {
	var out []Place
	if v := c.Value(); v != nil {
		for _, p := range results(v) {
			if pt, ok := p.(ssa.Value).Type().Underlying().(*types.Pointer); ok {
				if _, ok := pt.Elem().Underlying().(*types.Struct); ok {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// again returns the innermost loop that comes to the call again.
func (r *Room) again(c ssa.CallInstruction) *identity.Region {
	for _, l := range identity.Loops(c.Parent(), c.Block()) {
		if !overList(l) {
			return l
		}
	}
	return nil
}
