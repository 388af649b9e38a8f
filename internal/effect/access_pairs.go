// This file finds second calls of a tool with other arguments, after the first has
// succeeded.

package effect

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A FollowUp is a second call of a tool that a function makes after a first
// one has succeeded, with other arguments.
type FollowUp struct {
	First, Second Op
	At            ssa.CallInstruction // the second call
	Between       *identity.Region
}

// FollowUps returns the follow-ups of the call of a site.
func (e *Engine) FollowUps(first *Site) []FollowUp {
	if len(first.Ops) != 1 || first.Ops[0].Func != nil || first.Ops[0].open() {
		return nil // several tools may be meant
	}
	one := first.Ops[0]
	tool, named := one.Name.Constant()
	if !named {
		return nil
	}
	var out []FollowUp
	for _, second := range e.sites[first.Instr.Parent()] {
		if second == first || len(second.Ops) != 1 || second.Ops[0].Func != nil || second.Ops[0].open() {
			continue
		}
		other := second.Ops[0]
		if name, ok := other.Name.Constant(); !ok || name != tool || one.Server.Key() != other.Server.Key() {
			continue // a tool or a server that has keys of its own
		}
		if differ(keyless(one.Args), keyless(other.Args), 0) && e.comesAfter(first, one, second) {
			out = append(out, FollowUp{one, other, second.Instr, betweenCalls(first.Instr, second.Instr)})
		}
	}
	return out
}

// comesAfter reports whether the second call is made after success of the
// first one, and in the same round of what is around both.
func (e *Engine) comesAfter(first *Site, op Op, second *Site) bool {
	fn := first.Instr.Parent()
	back := make(map[*ssa.BasicBlock]bool)
	for _, l := range identity.Loops(fn, first.Instr.Block()) {
		for h := range l.Headers {
			back[h] = true
		}
	}
	if first.Instr.Block() == second.Instr.Block() {
		back = nil
	}
	if !ssaval.Reaches(first.Instr, second.Instr, back) {
		return false
	}
	found := false
	w := &outcome.Walk{Engine: e.Outcome, Fn: fn}
	w.Visit = func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
		if instr == second.Instr {
			found = found || p.Ends.Has(knowledge.Done)
			return outcome.Stop
		}
		if instr == first.Instr {
			return outcome.Stop
		}
		return outcome.Continue
	}
	w.After(first.Instr, e.Attempt(first, op).Paths(e.Outcome))
	return found
}

// differ reports whether two terms surely stand for different payloads: an
// entry that both have is another constant, or comes from another parameter.
// A flag that differs may ask for the same in two steps.
func differ(a, b identity.Term, depth int) bool {
	if depth > 6 || a.Key() == b.Key() {
		return false
	}
	if plain(a) && plain(b) {
		return true
	}
	if a.Kind != identity.Compose || b.Kind != identity.Compose || a.Name != b.Name || a.Name == "either" {
		return false
	}
	entries := false
	for _, s := range a.Sub {
		if s.Kind != identity.Entry || len(s.Sub) == 0 {
			continue
		}
		entries = true
		if o, ok := ownField(b, s.Name); ok && differ(s.Sub[0], o, depth+1) {
			return true
		}
	}
	if entries || len(a.Sub) != len(b.Sub) {
		return false
	}
	for i := range a.Sub {
		if differ(a.Sub[i], b.Sub[i], depth+1) {
			return true
		}
	}
	return false
}

// plain: a constant that is no flag, or what a function was given.
func plain(t identity.Term) bool {
	switch t.Kind {
	case identity.Const:
		return t.Name != "zero" && t.Name != "cycle" && t.Name != "true" && t.Name != "false" && t.Name != "end"
	case identity.Param:
		return true
	}
	return false
}

// SameID reports whether a key that two calls of fn are given is one id: both
// come from one parameter, or from one call that minted it in fn.
func SameID(a, b identity.Term, fn *ssa.Function) bool {
	if a.Key() != b.Key() {
		return false
	}
	var at [2][]string
	whole := true
	for i, t := range []identity.Term{a, b} {
		t.Walk(func(s identity.Term) bool {
			switch s.Kind {
			case identity.Mint, identity.Time:
				whole = whole && mintedIn(s.At, fn)
				at[i] = append(at[i], s.At)
				return false
			case identity.Param, identity.Const:
			case identity.Compose:
				whole = whole && s.Name != "either" && s.Name != "element"
			default:
				whole = false // who knows whether it is the same both times
			}
			return true
		})
	}
	if !whole || len(at[0]) != len(at[1]) {
		return false
	}
	for i := range at[0] {
		if at[0][i] != at[1][i] {
			return false
		}
	}
	return true
}

// mintedIn: the call that minted an id stands in fn, or in a function that fn
// is a literal in.
func mintedIn(at string, fn *ssa.Function) bool {
	for f := fn; f != nil; f = f.Parent() {
		if strings.HasPrefix(at, f.RelString(nil)+"#") {
			return true
		}
	}
	return false
}
