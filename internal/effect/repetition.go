package effect

import (
	"cmp"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// How says in which way an operation can run again.
type How uint8

// The ways.
const (
	Loop     How = iota // around a loop
	Second              // a second call further on
	Recurse             // the function calls itself
	Library             // a library vehicle runs the func again
	Helper              // a helper of the client does
	Inside              // the callee repeats it, and only now it is known to be tools/call
	Job                 // a job or workflow engine runs the function again
	Registry            // as Job, where only the registration is in sight
)

// A Repetition is one place where an operation can run again.
type Repetition struct {
	How  How
	Op   Op
	Site *Site
	// At is the instruction that acts again, Pos where it stands.
	At  ssa.Instruction
	Pos token.Pos
	// Reach tells with which endings of the attempt before.
	Reach reexec.Reach
	// Region is the loop, nil otherwise.
	Region *identity.Region
	// Vehicle names the library function or helper.
	Vehicle *knowledge.Vehicle
	Via     string
	// Func is the func value that is handed over.
	Func ssa.Value
	// FailsOver: the repetition goes to another server.
	FailsOver bool
	// First is the position of the first attempt.
	First token.Pos
}

// Attempt makes the attempt of op at site.
func (e *Engine) Attempt(site *Site, op Op) *reexec.Attempt {
	return &reexec.Attempt{Instr: site.Instr, After: func(entry *outcome.Path) []*outcome.Path {
		if len(op.Alts) > 0 {
			out := e.Outcome.Apply(entry, site.Instr, op.Alts)
			if op.Async {
				out = append(out, e.Outcome.Pending(entry))
			}
			return out
		}
		if op.Async {
			return []*outcome.Path{e.Outcome.Pending(entry)}
		}
		return e.Outcome.Initial(entry, site.Instr, site.Shape)
	}}
}

// findRepetitions judges all attempts of the package.
func (e *Engine) findRepetitions() {
	if !e.Relevant {
		e.openRepeats()
		return
	}
	for _, fn := range e.SSA.Funcs {
		if e.only != nil && !e.only[ssaval.Root(fn)] {
			continue
		}
		for _, site := range e.sites[fn] {
			for i, op := range site.Ops {
				if op.Func != nil {
					continue
				}
				gs, named := e.circumstances(fn, op)
				e.under(gs, func() { e.cycles(site, i, op, named) })
				e.retriedInside(site, op)
			}
		}
		e.sequences(fn)
		e.handovers(fn)
		e.jobs(fn)
	}
	e.dedupe()
	e.openRepeats()
}

// openRepeats records which senders with a method that is still open repeat
// what they send, for packages that give them "tools/call".
func (e *Engine) openRepeats() {
	for _, fn := range e.SSA.Funcs {
		s := e.summaries[fn]
		if s == nil {
			continue
		}
		for _, site := range e.sites[fn] {
			for i, op := range site.Ops {
				if !op.open() || op.Sink == middlewareSink {
					continue
				}
				g := given{}
				if op.Method != nil {
					p := methodParam(fn, *op.Method)
					if p == nil {
						continue
					}
					g[p] = outcome.Abs{K: outcome.Str, S: "tools/call"}
				}
				var ends knowledge.Endings
				e.Outcome.Fresh(g, func() {
					if r, ok := e.cycle(site, i, op); ok {
						ends |= r.Reach.Ends(outcome.Hinted | outcome.LookedUp)
					}
					for _, t := range e.sites[fn] {
						if t != site && sameOp(t, op) {
							if rep, ok := reexec.Sequence(e.Outcome, e.Attempt(site, op), e.Attempt(t, op), nil); ok {
								ends |= rep.Reach.Ends(outcome.Hinted | outcome.LookedUp)
							}
						}
					}
				})
				if ends != 0 {
					e.markRetried(fn, ends, e.Position(site.Instr.Pos()))
				}
			}
		}
	}
}

// markRetried marks the open ops that pass through fn.
func (e *Engine) markRetried(fn *ssa.Function, ends knowledge.Endings, at string) {
	for _, g := range e.SSA.Funcs {
		s := e.summaries[g]
		if s == nil {
			continue
		}
		for i, op := range s.Ops {
			if op.open() && slices.Contains(op.chain, fn) {
				s.Ops[i].Retried |= ends
				s.Ops[i].RetriedAt = at
			}
		}
	}
}

func (e *Engine) add(r Repetition) {
	if e.licensedAnew(r) {
		r.Reach.Hits = slices.Clone(r.Reach.Hits)
		for i := range r.Reach.Hits {
			r.Reach.Hits[i].Tags |= outcome.Reconciled
		}
	}
	if r.Pos == token.NoPos {
		r.Pos = e.standsAt(r.At, r.Op)
	}
	if r.First == token.NoPos && r.Site != nil {
		r.First = r.Site.Instr.Pos()
	}
	e.Repetitions = append(e.Repetitions, r)
}

// dedupe keeps one repetition per place and tool, in order of position.
func (e *Engine) dedupe() {
	slices.SortStableFunc(e.Repetitions, func(a, b Repetition) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.How, b.How), cmp.Compare(opKey(a.Op), opKey(b.Op)))
	})
	// A loop around a second call that repeats the same: each stands by
	// itself. Two ways to the same place are one.
	out := e.Repetitions[:0]
	for _, r := range e.Repetitions {
		if n := len(out); n > 0 && out[n-1].Pos == r.Pos {
			out[n-1].Reach.Hits = append(out[n-1].Reach.Hits, r.Reach.Hits...)
			if out[n-1].Op.Effect != r.Op.Effect {
				// The less harmless of two tools at one place counts.
				if r.Op.Effect > out[n-1].Op.Effect || r.Op.Effect == 0 {
					out[n-1].Op = r.Op
				}
			}
			continue
		}
		out = append(out, r)
	}
	e.Repetitions = out
}

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
		if e.drivenOnce(rep.Region) {
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
		if v := t.Varies(); v.Data || v.Carried {
			return true
		}
	}
	return false
}

// sequences finds second calls of the same operation.
func (e *Engine) sequences(fn *ssa.Function) {
	sites := e.sites[fn]
	all := append(slices.Clone(sites), e.deferredSites(fn)...)
	for _, s := range sites {
		if _, deferred := s.Instr.(*ssa.Defer); deferred {
			continue
		}
		for i, op := range s.Ops {
			if op.Func != nil {
				continue
			}
			gs, named := e.circumstances(fn, op)
			for _, t := range all {
				if s == t || !sameOp(t, op) || e.changedBetween(s.Instr, t.Instr) {
					continue
				}
				how := Second
				if obj := ssaval.Callee(t.Instr.Common()); obj != nil && obj == ssaval.Object(fn) {
					how = Recurse
				}
				e.under(gs, func() {
					rep, ok := reexec.Sequence(e.Outcome, e.Attempt(s, op), e.Attempt(t, op), e.otherRounds(s, i, t))
					if ok {
						e.add(Repetition{How: how, Op: named, Site: s, At: t.Instr, Reach: rep.Reach})
					}
				})
			}
		}
	}
}

// otherRounds returns the headers of the loops around both sites in which
// another round is another operation.
func (e *Engine) otherRounds(s *Site, i int, t *Site) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for _, r := range identity.Loops(s.Instr.Parent(), s.Instr.Block()) {
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
	var reach reexec.Reach
	reach.Hits = []reexec.Hit{{Ends: op.Retried}}
	via := ""
	if len(op.Flow) > 0 {
		via = op.Flow[0].Func
	}
	e.add(Repetition{How: Inside, Op: op, Site: site, At: site.Instr, Reach: reach, Via: via})
}

type againKey struct {
	fn    *ssa.Function
	param int
}

func withLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, a := range fn.AnonFuncs {
		out = append(out, withLiterals(a)...)
	}
	return out
}

// hasMCPType reports whether fn's signature shows a type of an SDK or is a
// method of a type of this package that holds one: it is a part of the
// client, not a helper for anything.
func (e *Engine) hasMCPType(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if e.mcpType(p.Type(), 0) {
			return true
		}
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		if e.mcpType(res.At(i).Type(), 1) {
			return true
		}
	}
	return false
}

// Position renders a position as facts carry it: import path and base name,
// never a path of this machine.
func (e *Engine) Position(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := e.Pass.Fset.Position(pos)
	return strings.TrimSuffix(e.Pass.Pkg.Path(), "_test") + "/" + filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}
