// This file tells whether code still relies on what a server said before it was
// opened again.

package stream

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Rederived reports whether what a server said before is not relied on after
// it is opened again, as far as the package shows: it is read anew, emptied,
// or handed to someone who is told, or the continuity is checked, or what was
// waited for has come.
func (r *Room) Rederived(o *Reopen, s *State) bool {
	return r.settled(o, s) || r.awaits(o)
}

// settled looks in what the reopening runs, in what comes after it, and in
// what comes after it in the callers.
func (r *Room) settled(o *Reopen, s *State) bool {
	if o.Cycle != nil {
		on := make(map[*ssa.Function]bool)
		for fn := range o.Cycle {
			if r.settlesUnder(fn, s, on) {
				return true
			}
		}
		return false
	}
	if r.settles(o.Site, s, make(map[*ssa.Function]bool)) {
		return true
	}
	if o.Loop != nil {
		for instr := range o.Loop.Instructions() {
			if instr != o.Site && r.settles(instr, s, make(map[*ssa.Function]bool)) {
				return true
			}
		}
	}
	return r.emptiedBefore(o, s) || r.settledAfter(o.Site, s, 3, make(map[*ssa.Function]bool))
}

// settledAfter looks at what can come after an instruction, and so many
// levels of callers up. Deferred calls come after, too.
func (r *Room) settledAfter(site ssa.Instruction, s *State, up int, seen map[*ssa.Function]bool) bool {
	fn := site.Parent()
	for instr := range ssaval.Instructions(fn) {
		if instr == site {
			continue
		}
		if _, ok := instr.(*ssa.Defer); !ok && !ssaval.Reaches(site, instr, nil) {
			continue
		}
		if r.settles(instr, s, make(map[*ssa.Function]bool)) {
			return true
		}
	}
	if up == 0 || seen[fn] {
		return false
	}
	seen[fn] = true
	for _, c := range r.callers[fn] {
		if r.settledAfter(c, s, up-1, seen) {
			return true
		}
	}
	if fn.Parent() != nil {
		// A literal: what comes after the call that it is handed to.
		for _, at := range r.handed(fn) {
			if r.settledAfter(at, s, up-1, seen) {
				return true
			}
		}
	}
	return false
}

// handed returns the calls that a function literal is given to.
func (r *Room) handed(fn *ssa.Function) []ssa.Instruction {
	var out []ssa.Instruction
	for c := range ssaval.All[ssa.CallInstruction](fn.Parent()) {
		if slices.Contains(r.runs(c), fn) && len(r.hooks.Callees(c)) == 0 {
			out = append(out, c)
		}
	}
	return out
}

// settlesUnder looks at what running fn may run, apart from what only a
// notification leads to: those are what may have been lost.
func (r *Room) settlesUnder(fn *ssa.Function, s *State, on map[*ssa.Function]bool) bool {
	if on[fn] {
		return false
	}
	on[fn] = true
	for _, b := range fn.Blocks {
		if notified(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if r.settles(instr, s, on) {
				return true
			}
		}
	}
	return false
}

// notified reports whether a block is reached only for a notification: its
// method is compared there.
func notified(b *ssa.BasicBlock) bool {
	for _, g := range Guards(b) {
		if !g.True {
			continue
		}
		var with []ssa.Value
		switch x := g.Cond.(type) {
		case *ssa.BinOp:
			if x.Op == token.EQL {
				with = []ssa.Value{x.X, x.Y}
			}
		case *ssa.Call:
			// strings.Contains(data, "notifications/…")
			if pkg := calleePkg(x); pkg == "strings" || pkg == "bytes" {
				with = x.Call.Args
			}
		}
		for _, v := range with {
			if t, ok := ssaval.Text(v); ok && strings.Contains(t, "notifications/") {
				return true
			}
		}
	}
	return false
}

// settles looks at an instruction, and at what it may run.
func (r *Room) settles(instr ssa.Instruction, s *State, on map[*ssa.Function]bool) bool {
	if r.settlesHere(instr, s) {
		return true
	}
	c, ok := instr.(ssa.CallInstruction)
	if !ok || notified(instr.Block()) {
		return false
	}
	return slices.ContainsFunc(r.runs(c), func(g *ssa.Function) bool {
		return !handler(g) && r.settlesUnder(g, s, on)
	})
}

// handler reports whether a function is one that an SDK runs for
// notifications.
func handler(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		name := strings.TrimPrefix(knowledge.TypeName(p.Type()), "*")
		i := strings.LastIndexByte(name, '.')
		if i > 0 && knowledge.IsSDK(name[:i]) && (strings.Contains(name[i:], "Notification") || strings.HasSuffix(name, "ListChangedRequest")) {
			return true
		}
	}
	return false
}

func (r *Room) settlesHere(instr ssa.Instruction, s *State) bool {
	if Invalidates(instr, s) || r.tells(instr) {
		return true
	}
	c, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if fn := ssaval.Callee(c.Common()); fn != nil {
		if r.hooks.Rederives(fn) || r.hooks.EventOrder(fn) || knowledge.ProcedureOf(CalleeName(c)) == knowledge.Continuity {
			return true
		}
	}
	for _, send := range r.Sends {
		if send.Instr == instr && IsList(send.Method) && Family(send.Method) == Family(s.Method) {
			return true
		}
	}
	return r.calledBack(c)
}

// calledBack: a func that the package is given, whose body is out of sight.
// It may re-read everything.
func (r *Room) calledBack(c ssa.CallInstruction) bool {
	common := c.Common()
	if common.IsInvoke() || common.StaticCallee() != nil || len(r.hooks.Callees(c)) > 0 {
		return false
	}
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return false
	}
	// Data and errors are handed to callbacks for other reasons: one that
	// takes neither is told of the reconnect.
	sig := common.Signature()
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		switch t.Underlying().(type) {
		case *types.Slice, *types.Map, *types.Basic:
			return false
		}
		if ssaval.IsError(t) {
			return false
		}
	}
	return sig.Results().Len() == 0 || ssaval.CanFail(sig)
}

// tells: someone who waits on a channel is told, and reads anew.
func (r *Room) tells(instr ssa.Instruction) bool {
	var ch ssa.Value
	switch x := instr.(type) {
	case *ssa.Send:
		ch = x.Chan
	case *ssa.Select:
		for _, st := range x.States {
			if st.Dir == types.SendOnly {
				ch = st.Chan
			}
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			ch = x.Call.Args[0]
		}
	}
	if ch == nil {
		return false
	}
	home := Home(ch)
	return slices.ContainsFunc(r.Funcs, func(fn *ssa.Function) bool {
		return receivesFrom(fn, home) && len(r.listsIn(fn, nil)) > 0
	})
}

func receivesFrom(fn *ssa.Function, home Place) bool {
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW && Home(x.X) == home {
				return true
			}
		case *ssa.Select:
			for _, st := range x.States {
				if st.Dir == types.RecvOnly && Home(st.Chan) == home {
					return true
				}
			}
		case *ssa.Range:
			if Home(x.X) == home {
				return true
			}
		}
	}
	return false
}

// awaits reports whether a stream is resumed for the answer of one request,
// which was sent before, by the function that resumes it or by a caller.
func (r *Room) awaits(o *Reopen) bool {
	if o.How != Resumed {
		return false
	}
	level := []ssa.CallInstruction{o.Site}
	for range maxLift {
		var up []ssa.CallInstruction
		for _, site := range level {
			if r.postsBefore(site, o.Loop) {
				return true
			}
			for _, c := range r.callers[site.Parent()] {
				if g, ok := c.(*ssa.Go); !ok || r.awaited(g) {
					up = append(up, c)
				}
			}
		}
		level = up
	}
	return false
}

// postsBefore reports whether a request is always posted before the site, and
// outside of the loop.
func (r *Room) postsBefore(site ssa.CallInstruction, loop *identity.Region) bool {
	for instr := range ssaval.Before(site) {
		c, ok := instr.(ssa.CallInstruction)
		if !ok || loop != nil && loop.Fn == site.Parent() && loop.Blocks[c.Block()] {
			continue
		}
		for _, x := range r.Exchanges {
			if x.Method == "POST" && r.makes(c, x) {
				return true
			}
		}
	}
	return false
}
