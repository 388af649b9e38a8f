// Package reexec answers where an attempt can be made again, and with which
// endings of the attempt before: around a loop, by a second call further on,
// by a helper that invokes a func it was given more than once.
//
// It knows attempts only as instructions together with the paths that follow
// them; what an attempt does, and whether two of them are the same operation,
// is told by its callers.
package reexec

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
)

// An Attempt is an instruction that carries an operation out.
type Attempt struct {
	Instr ssa.CallInstruction
	// After returns the paths just after it, on top of what is known when it
	// is first reached.
	After func(entry *outcome.Path) []*outcome.Path
	// Makes names the calls below Instr that carry it out, nil if that is Instr
	// itself: what these are told of an earlier attempt decides, too.
	Makes func(ssa.CallInstruction) bool
}

// on returns what is left of p where the attempt is made, if Instr is reached
// on p.
func (a *Attempt) on(w *outcome.Walk, p *outcome.Path) []*outcome.Path {
	call, ok := a.Instr.(*ssa.Call)
	if a.Makes == nil || !ok {
		return []*outcome.Path{p}
	}
	return w.Inside(p, call, a.Makes)
}

// Fn returns the function that makes the attempt.
func (a *Attempt) Fn() *ssa.Function { return a.Instr.Parent() }

// Paths returns the paths just after the attempt, whichever way it is reached.
func (a *Attempt) Paths(e *outcome.Engine) []*outcome.Path {
	var out []*outcome.Path
	for _, entry := range e.Entries(a.Fn(), a.Instr) {
		out = append(out, a.After(entry)...)
	}
	return out
}

// A Hit is what one way of making the attempt again needs.
type Hit struct {
	Ends knowledge.Endings
	May  bool
	Tags outcome.Tag
	Back *ssa.BasicBlock // the end of the loop's body on this way round
}

// Reach is the set of ways in which an instruction is reached again.
type Reach struct {
	Hits []Hit
	// Returns holds the endings after which the function can return.
	Returns knowledge.Endings
}

func (r *Reach) add(p *outcome.Path) {
	h := Hit{p.Ends, p.May, p.Tags, p.Back}
	for i, g := range r.Hits {
		if g.May == h.May && g.Tags == h.Tags && g.Back == h.Back {
			r.Hits[i].Ends |= h.Ends
			return
		}
	}
	r.Hits = append(r.Hits, h)
}

// licences are the tags that silence a repetition whatever it rests on.
const licences = outcome.Reconciled | outcome.Confirmed

// Ends returns the endings after which the repetition happens without any of
// the given tags.
func (r *Reach) Ends(without outcome.Tag) knowledge.Endings {
	var s knowledge.Endings
	for _, h := range r.Hits {
		if h.Tags&(without|licences) == 0 {
			s |= h.Ends
		}
	}
	return s
}

// With returns the endings after which it happens only thanks to tag.
func (r *Reach) With(tag outcome.Tag) knowledge.Endings {
	var s knowledge.Endings
	for _, h := range r.Hits {
		if h.Tags&tag != 0 && h.Tags&licences == 0 {
			s |= h.Ends
		}
	}
	return s &^ r.Ends(tag)
}

// afterSuccess reports whether the instruction is reached again after success,
// and not merely because a test could not be decided.
func (r *Reach) afterSuccess() bool {
	for _, h := range r.Hits {
		if h.Ends.Has(knowledge.Done) && !h.May {
			return true
		}
	}
	return false
}

// Backs returns the ends of the loop's body on the ways round after the given
// endings.
func (r *Reach) Backs(ends knowledge.Endings) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for _, h := range r.Hits {
		if h.Back != nil && h.Ends&ends != 0 {
			out[h.Back] = true
		}
	}
	return out
}

// failing returns the ways round after a failure, or after an error result if
// there are no others.
func (r *Reach) failing() map[*ssa.BasicBlock]bool {
	if out := r.Backs(knowledge.Failures); len(out) > 0 {
		return out
	}
	return r.Backs(notDone)
}

// Without leaves endings out.
func (r *Reach) Without(ends knowledge.Endings) Reach {
	var out Reach
	for _, h := range r.Hits {
		if h.Ends &^= ends; h.Ends != 0 {
			out.Hits = append(out.Hits, h)
		}
	}
	return out
}

// May reports whether ends are let through only by unclassifiable tests.
func (r *Reach) May(ends knowledge.Endings) bool {
	for _, h := range r.Hits {
		if h.Ends&ends != 0 && !h.May {
			return false
		}
	}
	return true
}

// notDone are the endings in which the attempt did not succeed.
const notDone = knowledge.All &^ (1 << knowledge.Done)

// A Repeat is one place where an attempt is made again.
type Repeat struct {
	First  *Attempt
	Again  ssa.Instruction
	Region *identity.Region // nil for a second call
	Reach  Reach
	// Polls says that it is made again after success, too: a loop over
	// something, not a repetition.
	Polls bool
}

// Cycles returns the loops in which a is made again, innermost first, with
// those that go on after success marked. It stops at the innermost loop that
// repeats a failed attempt.
func Cycles(e *outcome.Engine, a *Attempt) []Repeat {
	fn := a.Fn()
	regions := identity.Loops(fn, a.Instr.Block())
	yield := strings.HasPrefix(fn.Synthetic, "range-over-func")
	if len(regions) == 0 && !yield {
		return nil
	}
	paths := a.Paths(e)
	if len(paths) == 0 {
		return nil
	}
	var out []Repeat
	for _, r := range regions {
		rep := Repeat{First: a, Again: a.Instr, Region: r}
		goesOn := false
		w := &outcome.Walk{Engine: e, Fn: fn, Region: r.Blocks, Headers: r.Headers}
		w.Visit = func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
			if instr == a.Instr && p.Crossed {
				goesOn = goesOn || p.Ends.Has(knowledge.Done)
				for _, q := range a.on(w, p) {
					rep.Reach.add(q)
				}
				return outcome.Stop
			}
			return outcome.Continue
		}
		w.Leave = func(p *outcome.Path) { goesOn = goesOn || p.Ends.Has(knowledge.Done) }
		w.Return = func(_ *ssa.Return, p *outcome.Path) { goesOn = goesOn || p.Ends.Has(knowledge.Done) }
		w.After(a.Instr, paths)
		if !goesOn {
			// Nothing goes on after a success: the failure is what is wanted,
			// as in a test of an expected error.
			continue
		}
		rep.Polls = rep.Reach.afterSuccess()
		rep.Region = &identity.Region{Fn: r.Fn, Blocks: r.Blocks, Headers: r.Headers, Back: rep.Reach.failing()}
		out = append(out, rep)
	}
	if yield {
		// The body of a range-over-func loop goes on if it returns true.
		rep := Repeat{First: a, Again: a.Instr, Region: identity.Invocation(fn)}
		w := &outcome.Walk{Engine: e, Fn: fn}
		w.Return = func(ret *ssa.Return, p *outcome.Path) {
			if len(ret.Results) == 1 && w.CanBeTrue(p, ret.Results[0]) {
				rep.Reach.add(p)
			}
		}
		w.After(a.Instr, paths)
		rep.Polls = rep.Reach.afterSuccess()
		out = append(out, rep)
	}
	return out
}

// Sequence returns the repetition of a by b, another attempt of the same
// function, if there is one. What comes after the blocks of other is about
// something else: they begin another round of a loop. What comes after one of
// between, other attempts of the same, follows those.
func Sequence(e *outcome.Engine, a, b *Attempt, other map[*ssa.BasicBlock]bool, between ...ssa.Instruction) (Repeat, bool) {
	fn := a.Fn()
	rep := Repeat{First: a, Again: b.Instr}
	paths := a.Paths(e)
	if len(paths) == 0 {
		return rep, false
	}
	w := &outcome.Walk{Engine: e, Fn: fn}
	open := fn.Signature.Results().Len() == 0 && !goesOn(fn)
	if !open && b.Fn() == fn { // else it is deferred
		w.Region = outcome.Leading(b.Instr.Block()) // how it returns does not matter
	}
	w.Visit = func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
		switch instr {
		case b.Instr:
			for _, q := range b.on(w, p) {
				rep.Reach.add(q)
			}
			return outcome.Stop
		case a.Instr:
			return outcome.Stop
		}
		if other[instr.Block()] || slices.Contains(between, instr) {
			return outcome.Stop
		}
		return outcome.Continue
	}
	w.Return = func(_ *ssa.Return, p *outcome.Path) { rep.Reach.Returns |= p.Ends }
	w.After(a.Instr, paths)
	rep.Polls = rep.Reach.afterSuccess()
	if rep.Polls || rep.Reach.Ends(0)&notDone == 0 && len(rep.Reach.Hits) == 0 {
		return rep, false
	}
	// A function that does not go on after success wants the failure: a test
	// of an expected error.
	if open && !rep.Reach.Returns.Has(knowledge.Done) {
		return rep, false
	}
	return rep, true
}

// goesOn reports whether the function has a loop that success may stay in.
func goesOn(fn *ssa.Function) bool { return len(identity.AllLoops(fn)) > 0 }
