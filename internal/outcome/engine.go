// This file holds the engine: what it is told of the program, what it remembers of
// functions, and with what a function is entered.

package outcome

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Contracts answers what the directives say that bear on a path.
type Contracts interface {
	// NoEffectVar reports whether a match of the sentinel error variable
	// ("import/path.Name") proves that the attempt had no effect.
	NoEffectVar(name string) bool
	// NoEffectFunc, Reconciles and Confirms report on functions.
	NoEffectFunc(fn *types.Func) bool
	Reconciles(fn *types.Func) bool
	Confirms(fn *types.Func) bool
}

// A Behaviour is what another package needs to know of a function in order to
// follow the attempt's error through a call of it. It travels as part of a
// fact.
type Behaviour struct {
	Handles []Handle
	// Tags and Off mark what a boolean result rests on if it is true and false.
	Tags, Off Tag
}

// A Handle tells how a call turns out when parameters tell of the attempt.
type Handle struct {
	// In has the kind of each parameter: Err, Status, Code, Text, NonNil for
	// the HTTP response, Nil for a nil one, Top for others.
	In   []Kind
	Alts []Alt
}

// An Engine holds what walks over one package share.
type Engine struct {
	Mode      knowledge.Mode
	Contracts Contracts
	// Behaviour returns what is known of a function of another package.
	Behaviour func(fn *types.Func) *Behaviour
	// Callees returns the bodies that a call may run, if they are in this
	// package.
	Callees func(call ssa.CallInstruction) []*ssa.Function
	// Issues reports whether a call may issue tools/call or is a lookup.
	Issues func(call ssa.CallInstruction) bool
	// Strings returns the elements of a package-level list or set of strings
	// that is never changed.
	Strings func(g *ssa.Global) ([]string, bool)
	// Produced reports whether this package is seen to return a sentinel of its
	// own, so that its ways are known.
	Produced func(sentinel string) bool
	// Given fixes parameters, for a question about one way of calling.
	Given map[*ssa.Parameter]Abs
	// Tests, if set, may change how a test reads: it is given the condition
	// of a branch and what is known of it.
	Tests func(cond ssa.Value, read Abs) Abs
	// Overflows counts the walks that reached a bound, by function.
	Overflows map[*ssa.Function]int

	nameCache map[*ssa.Function]*names
	liveCache map[*ssa.Function]map[*ssa.BasicBlock]map[string]bool
	memo      map[bodyKey][]Alt
	sayings   map[*ssa.Global]string
	sentinels map[*ssa.Function]bool // see ownErrors
	entries   map[ssa.Instruction][]*Path
	active    map[*ssa.Function]bool
	spent     map[*ssa.Function]int
	settled   bool
	judging   bool
}

// Settle says that the questions to come may come in any order. A function
// that was too large until now stays so, and no other becomes so.
func (e *Engine) Settle() { e.settled = true }

// Judge says that the questions to come are those about repetitions. A part of what
// a function may ask is kept for them: it is they that findings come from.
func (e *Engine) Judge() { e.judging, e.entries = true, nil }

// pay counts a block that is entered for a question about fn. It reports whether
// fn may ask more: a function with a thousand calls is as many questions, each
// about a thousand branches. The cost grows with what there is to remember.
func (e *Engine) pay(fn *ssa.Function, cost int) bool {
	if !e.settled {
		e.spent[fn] += cost
	}
	if !e.judging {
		return e.spent[fn] <= maxSolving
	}
	return e.spent[fn] <= maxSpent
}

func (e *Engine) namesOf(fn *ssa.Function) *names {
	if e.nameCache == nil {
		e.nameCache = make(map[*ssa.Function]*names)
		e.liveCache = make(map[*ssa.Function]map[*ssa.BasicBlock]map[string]bool)
		e.memo = make(map[bodyKey][]Alt)
		e.active = make(map[*ssa.Function]bool)
		e.spent = make(map[*ssa.Function]int)
		if e.Overflows == nil {
			e.Overflows = make(map[*ssa.Function]int)
		}
	}
	n := e.nameCache[fn]
	if n == nil {
		n = newNames(fn)
		e.nameCache[fn] = n
	}
	return n
}

func (e *Engine) liveOf(fn *ssa.Function) map[*ssa.BasicBlock]map[string]bool {
	l := e.liveCache[fn]
	if l == nil {
		l = liveIn(fn, e.namesOf(fn))
		e.liveCache[fn] = l
	}
	return l
}

// Forget drops what is remembered of earlier calls.
func (e *Engine) Forget() {
	if e.memo != nil {
		e.memo = make(map[bodyKey][]Alt)
	}
	e.entries = nil
}

// Fresh runs f without what is remembered of earlier calls, for questions that
// fix what parameters are.
func (e *Engine) Fresh(given map[*ssa.Parameter]Abs, f func()) {
	memo, entries, old := e.memo, e.entries, e.Given
	e.memo, e.entries, e.Given = make(map[bodyKey][]Alt), nil, given
	defer func() { e.memo, e.entries, e.Given = memo, entries, old }()
	f()
}

// Entries returns what can be known when instr is reached for the first time,
// with everything else of the function's inputs open: constants, flags, the
// first value of a loop counter. There are several where ways to it differ in
// what they rest on; none if instr is not reached.
func (e *Engine) Entries(fn *ssa.Function, instr ssa.Instruction) []*Path {
	if known, ok := e.entries[instr]; ok {
		return known
	}
	var out []*Path
	seen := make(map[digest]bool)
	w := &Walk{Engine: e, Fn: fn, Region: Leading(instr.Block())}
	w.Visit = func(in ssa.Instruction, p *Path) Action {
		if in != instr {
			return Continue
		}
		q := p.anew()
		if k := q.key(); !seen[k] {
			seen[k] = true
			if len(out) < maxEntries {
				out = append(out, q)
			} else {
				last := out[len(out)-1]
				last.env = meet(last.env, q.env)
				last.Tags &= q.Tags
			}
		}
		return Stop
	}
	w.FromEntry(knowledge.All, nil)
	if len(out) == 0 && w.Overflow {
		// It is too far in to be reached: nothing is known there.
		out = append(out, &Path{Ends: knowledge.All})
	}
	if e.entries == nil {
		e.entries = make(map[ssa.Instruction][]*Path)
	}
	e.entries[instr] = out
	return out
}

// Leading returns the blocks from which control can come to one of those given,
// which are among them: a question about what is known there needs no others.
func Leading(to ...*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := make(map[*ssa.BasicBlock]bool)
	for _, b := range to {
		seen[b] = true
	}
	for stack := slices.Clone(to); len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, pred := range x.Preds {
			if !seen[pred] {
				seen[pred] = true
				stack = append(stack, pred)
			}
		}
	}
	return seen
}

const maxEntries = 4

// Entry is the join of Entries. Nil if instr is not reached.
func (e *Engine) Entry(fn *ssa.Function, instr ssa.Instruction) *Path {
	var joined *Path
	for _, p := range e.Entries(fn, instr) {
		if joined == nil {
			joined = p.clone()
		} else {
			joined.env = meet(joined.env, p.env)
			joined.Tags &= p.Tags
		}
	}
	return joined
}

// Outcomes summarises how the function turns out after the attempt at instr,
// for its callers: after the last one, where a loop makes it again. After
// returns the paths behind the attempt, on top of what is known before.
func (e *Engine) Outcomes(fn *ssa.Function, instr ssa.Instruction, entry *Path, after func(*Path) []*Path, visit func(ssa.Instruction, *Path) Action) []Alt {
	c := newCollector(e, fn)
	w := &Walk{Engine: e, Fn: fn, Return: c.ret}
	known := entry
	w.Visit = func(in ssa.Instruction, p *Path) Action {
		if in == instr {
			// What all rounds agree on: not the number of the attempt.
			if q := Join(known, p.anew()); q.key() != known.key() || known == entry {
				known = q
				w.attempt(instr, after(q))
			}
			return Replaced
		}
		if visit != nil {
			return visit(in, p)
		}
		return Continue
	}
	w.After(instr, after(entry))
	return c.alts()
}

// anew returns what p knows apart from the attempt: that of a path which makes
// another one.
func (p *Path) anew() *Path {
	q := p.clone()
	q.Ends, q.Tags = knowledge.All, q.Tags&(Hinted|Trusted)
	q.May, q.Crossed, q.Back, q.reading, q.handed = false, false, nil, false, false
	return q
}
