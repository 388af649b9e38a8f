// This file finds loops that make a failed attempt again.

package effect

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// inRegion returns the site's op with terms relative to a region.
func (e *Engine) inRegion(site *Site, i int, r *identity.Region) Op {
	e.region = r
	defer func() { e.region = nil }()
	s := e.siteOf(site.Instr)
	if s == nil || i >= len(s.Ops) {
		return site.Ops[min(i, len(site.Ops)-1)]
	}
	return s.Ops[i]
}

// cycles finds the innermost loop that repeats a failed attempt of the same
// operation.
func (e *Engine) cycles(site *Site, i int, op, named Op) {
	if r, ok := e.cycle(site, i, op); ok {
		r.Op = named
		e.add(r)
	}
}

func (e *Engine) cycle(site *Site, i int, op Op) (Repetition, bool) {
	for _, rep := range reexec.Cycles(e.Outcome, e.Attempt(site, op)) {
		if e.drivenOnce(rep.Region) || op.Async && countsOnly(rep.Region) {
			continue
		}
		if len(rep.Reach.Hits) == 0 {
			continue
		}
		if rep.Polls {
			// Going on after success is polling, unless it goes on to
			// something else, and after a failure to the same.
			on := *rep.Region
			on.Back = rep.Reach.Backs(knowledge.Of(knowledge.Done))
			if len(on.Back) == 0 || overlap(on.Back, rep.Region.Back) || !different(e.inRegion(site, i, &on)) {
				continue
			}
			rep.Reach = rep.Reach.Without(knowledge.Of(knowledge.Done))
		}
		rel := e.inRegion(site, i, rep.Region)
		if different(rel) {
			continue
		}
		v := rel.Server.Varies()
		return Repetition{
			How: Loop, Site: site, At: site.Instr, Reach: rep.Reach, Region: rep.Region,
			FailsOver: v.Data,
		}, true
	}
	return Repetition{}, false
}

// drivenOnce reports whether a library drives the loop, and lets it run once.
func (e *Engine) drivenOnce(r *identity.Region) bool {
	for h := range r.Headers {
		for _, instr := range h.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			fn := ssaval.Callee(&c.Call)
			if fn == nil {
				continue
			}
			if d, ok := knowledge.LoopDriverOf(knowledge.Name(fn)); ok && e.config(c, nil).has(d.Once) {
				return true
			}
		}
	}
	return false
}

// countsOnly reports whether nothing but the end of what it goes through, or of
// its count, ends a loop: what becomes of the goroutines that it starts is no
// matter to it.
func countsOnly(r *identity.Region) bool {
	for b := range r.Blocks {
		for _, s := range b.Succs {
			if r.Blocks[s] {
				continue
			}
			br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok || !r.Headers[b] {
				return false
			}
			switch x := br.Cond.(type) {
			case *ssa.BinOp: // i < len(clients)
				if x.Op != token.LSS || !ssaval.IsInteger(x.X.Type()) {
					return false
				}
			case *ssa.Extract:
				if _, ok := x.Tuple.(*ssa.Next); !ok {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

func overlap(a, b map[*ssa.BasicBlock]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}

// different reports whether another round is another operation.
func different(op Op) bool {
	for _, t := range []identity.Term{op.Name, keyless(op.Args)} {
		if v := t.Varies(); v.Data || v.Carried || v.Beyond {
			return true
		}
	}
	return false
}
