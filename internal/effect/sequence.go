// This file finds second calls of an operation further on in a function, and senders
// that repeat what they send.

package effect

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// sequences finds second calls of the same operation.
func (e *Engine) sequences(fn *ssa.Function) {
	sites := e.sites[fn]
	all := append(slices.Clone(sites), e.deferredSites(fn)...)
	for _, s := range sites {
		if _, deferred := s.Instr.(*ssa.Defer); deferred {
			continue
		}
		loops := identity.Loops(s.Instr.Parent(), s.Instr.Block())
		for i, op := range s.Ops {
			if op.Func != nil {
				continue
			}
			gs, named := e.circumstances(fn, op)
			same := laterAttempts(sites, s, op)
			for _, t := range all {
				if s == t || !sameOp(t, op) || e.changedBetween(s.Instr, t.Instr) {
					continue
				}
				how := Second
				if obj := ssaval.Callee(t.Instr.Common()); obj != nil && obj == ssaval.Object(fn) {
					how = Recurse
				}
				e.under(gs, func() {
					rep, ok := reexec.Sequence(e.Outcome, e.Attempt(s, op), e.Attempt(t, op), e.otherRounds(s, i, t, loops), same...)
					if ok {
						e.add(Repetition{How: how, Op: named, Site: s, At: t.Instr, Reach: rep.Reach})
					}
				})
			}
		}
	}
}

// otherRounds returns the headers of the loops around both sites, among those
// around the first, in which another round is another operation.
func (e *Engine) otherRounds(s *Site, i int, t *Site, loops []*identity.Region) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for _, r := range loops {
		if r.Headers[s.Instr.Block()] || !r.Blocks[t.Instr.Block()] || !different(e.inRegion(s, i, r)) {
			continue
		}
		for h := range r.Headers {
			out[h] = true
		}
	}
	return out
}

func sameOp(t *Site, op Op) bool {
	k := opKey(op)
	return slices.ContainsFunc(t.Ops, func(o Op) bool { return opKey(o) == k })
}

// retriedInside reports a sender of another package that repeats whatever it
// sends, where it is given "tools/call".
func (e *Engine) retriedInside(site *Site, op Op) {
	if op.Retried == 0 || op.open() {
		return
	}
	if op.Told && repository(op.RetriedAt) == repository(e.Pass.Pkg.Path()) {
		return // one place to mend, and whoever can mend it has been told
	}
	var reach reexec.Reach
	reach.Hits = []reexec.Hit{{Ends: op.Retried}}
	via := ""
	if len(op.Flow) > 0 {
		via = op.Flow[0].Func
	}
	e.add(Repetition{How: Inside, Op: op, Site: site, At: site.Instr, Reach: reach, Via: via})
}

// repository returns the part of an import path, or of a position that begins
// with one, that names the repository: host, owner and name, or the first
// element where there is no host. Modules are not known to all drivers.
func repository(path string) string {
	n := 1
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		n = 3
	}
	parts := strings.SplitN(path, "/", n+1)
	return strings.Join(parts[:min(n, len(parts))], "/")
}
