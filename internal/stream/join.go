// This file tells which goroutines are waited for.

package stream

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// onlyGo reports whether a function literal is only run as a goroutine.
func onlyGo(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		g, ok := ref.(*ssa.Go)
		if !ok || g.Call.Value != mc {
			return false
		}
	}
	return true
}

// joined reports whether the function that makes the literal waits for it.
func joined(mc *ssa.MakeClosure) bool {
	return waits(mc.Parent(), mc.Fn.(*ssa.Function))
}

// awaited reports whether the function that starts a goroutine waits for its
// end.
func (r *Room) awaited(g *ssa.Go) bool {
	for _, fn := range r.hooks.Callees(g) {
		if waits(g.Parent(), fn) {
			return true
		}
	}
	return false
}

// waits reports whether fn receives from a channel that the goroutine closes
// or sends on when it ends.
func waits(fn, goroutine *ssa.Function) bool {
	ends := endings(goroutine)
	if len(ends) == 0 {
		return false
	}
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW && ends[Home(x.X)] {
				return true
			}
		case *ssa.Select:
			for _, s := range x.States {
				if s.Dir == types.RecvOnly && ends[Home(s.Chan)] {
					return true
				}
			}
		case *ssa.Call:
			// wg.Wait()
			if len(x.Call.Args) == 1 && CalleeName(x) == "(*sync.WaitGroup).Wait" && ends[Home(x.Call.Args[0])] {
				return true
			}
		}
	}
	return false
}

// endings returns what tells of the end of a function: channels that it
// closes or sends on outside of loops or when it returns, wait groups.
func endings(fn *ssa.Function) Set {
	out := make(Set)
	for _, b := range fn.Blocks {
		looping := len(identity.Loops(fn, b)) > 0
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Send:
				if !looping {
					out[Home(x.Chan)] = true
				}
			case *ssa.Defer:
				ending(&x.Call, out)
			case *ssa.Call:
				if !looping {
					ending(&x.Call, out)
				}
			}
		}
	}
	return out
}

func ending(c *ssa.CallCommon, out Set) {
	if len(c.Args) != 1 {
		return
	}
	if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
		out[Home(c.Args[0])] = true
	}
	if fn := c.StaticCallee(); fn != nil && fn.String() == "(*sync.WaitGroup).Done" {
		out[Home(c.Args[0])] = true
	}
}
