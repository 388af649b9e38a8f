// This file collects the repetitions of the package, however they are found.

package effect

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
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
	return &reexec.Attempt{Instr: site.Instr, Makes: e.makes, After: func(entry *outcome.Path) []*outcome.Path {
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

// makes reports whether a call issues, or hands over, an operation.
func (e *Engine) makes(c ssa.CallInstruction) bool {
	return slices.ContainsFunc(e.sites[c.Parent()], func(s *Site) bool { return s.Instr == c })
}

// findRepetitions judges all attempts of the package.
func (e *Engine) findRepetitions() {
	e.Outcome.Judge()
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
					e.markRetried(fn, ends, site.Instr)
				}
			}
		}
	}
}

// markRetried marks the open ops that pass through fn, which makes the attempt
// again.
func (e *Engine) markRetried(fn *ssa.Function, ends knowledge.Endings, at ssa.Instruction) {
	told := slices.ContainsFunc(e.Repetitions, func(r Repetition) bool {
		return r.At == at && !r.Op.reads && r.Op.Effect != contract.Read
	})
	for _, g := range e.SSA.Funcs {
		s := e.summaries[g]
		if s == nil {
			continue
		}
		for i, op := range s.Ops {
			if op.open() && slices.Contains(op.chain, fn) {
				s.Ops[i].Told = told && (op.Told || op.Retried == 0)
				s.Ops[i].Retried |= ends
				s.Ops[i].RetriedAt = e.Position(at.Pos())
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
	var in *ssa.Function
	if r.Site != nil && !r.Op.open() {
		in = r.Site.Instr.Parent() // the name of an open op is that of a caller
	}
	r.Op.reads = e.readsByName(r.Op.Name, in)
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
			// The less harmless of two tools at one place counts.
			switch was := out[n-1].Op; {
			case was.Effect != r.Op.Effect:
				if r.Op.Effect > was.Effect || r.Op.Effect == 0 {
					out[n-1].Op = r.Op
				}
			case was.reads && !r.Op.reads:
				out[n-1].Op = r.Op
			}
			continue
		}
		out = append(out, r)
	}
	e.Repetitions = out
}
