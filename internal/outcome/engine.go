package outcome

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
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
	liveCache map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool
	memo      map[string][]Alt
	active    map[*ssa.Function]bool
}

func (e *Engine) namesOf(fn *ssa.Function) *names {
	if e.nameCache == nil {
		e.nameCache = make(map[*ssa.Function]*names)
		e.liveCache = make(map[*ssa.Function]map[*ssa.BasicBlock]map[ssa.Value]bool)
		e.memo = make(map[string][]Alt)
		e.active = make(map[*ssa.Function]bool)
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

func (e *Engine) liveOf(fn *ssa.Function) map[*ssa.BasicBlock]map[ssa.Value]bool {
	l := e.liveCache[fn]
	if l == nil {
		l = liveIn(fn)
		e.liveCache[fn] = l
	}
	return l
}

// Forget drops what is remembered of earlier calls.
func (e *Engine) Forget() {
	if e.memo != nil {
		e.memo = make(map[string][]Alt)
	}
}

// Fresh runs f without what is remembered of earlier calls, for questions that
// fix what parameters are.
func (e *Engine) Fresh(given map[*ssa.Parameter]Abs, f func()) {
	memo, old := e.memo, e.Given
	e.memo, e.Given = make(map[string][]Alt), given
	defer func() { e.memo, e.Given = memo, old }()
	f()
}

// Entries returns what can be known when instr is reached for the first time,
// with everything else of the function's inputs open: constants, flags, the
// first value of a loop counter. There are several where ways to it differ in
// what they rest on; none if instr is not reached.
func (e *Engine) Entries(fn *ssa.Function, instr ssa.Instruction) []*Path {
	var out []*Path
	seen := make(map[string]bool)
	w := &Walk{Engine: e, Fn: fn}
	w.Visit = func(in ssa.Instruction, p *Path) Action {
		if in != instr {
			return Continue
		}
		q := p.clone()
		q.Tags &= Hinted | Trusted
		q.May, q.Crossed, q.Back = false, false, nil
		q.Ends = knowledge.All
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
	return out
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

// A Shape is what a call that issues tools/call returns.
type Shape uint8

// The shapes.
const (
	// Result is (…, error): an SDK call, or a function of the client's own.
	Result Shape = iota
	// HTTP is (*http.Response, error).
	HTTP
	// Condition is (bool, error) or (bool), true for "done".
	Condition
	// Handoff is a call that only hands the request over: its error says
	// whether that worked.
	Handoff
)

// Initial returns the paths just after a call of the given shape, one for each
// distinguishable family of endings, on top of what entry knows.
func (e *Engine) Initial(entry *Path, call ssa.CallInstruction, shape Shape) []*Path {
	v := call.Value()
	n := e.namesOf(call.Parent())
	sig := call.Common().Signature()
	at := func(p *Path, i int, a Abs) {
		if v == nil {
			return
		}
		loc := n.loc(v)
		if sig.Results().Len() > 1 {
			loc += "#" + itoa(i)
		}
		p.env.set(loc, a)
	}
	ei := errorResult(sig)
	mk := func(ends knowledge.Endings, result, err Abs) *Path {
		p := entry.clone()
		p.Ends = ends
		for i := range sig.Results().Len() {
			switch {
			case i == ei:
				at(p, i, err)
			case i == 0:
				at(p, i, result)
			default:
				at(p, i, Abs{})
			}
		}
		return p
	}
	res := Abs{K: NonNil, P: resultObject}
	noRes := Abs{}
	if sig.Results().Len() > 0 {
		switch t := sig.Results().At(0).Type(); {
		case !isNillable(t) || ssaval.IsError(t):
			res = Abs{}
			if ssaval.IsBool(t) {
				res = Either
			}
		case isPointer(t):
			noRes = Abs{K: Nil}
		default:
			res = Abs{P: resultObject}
		}
	}
	done, toolErr := knowledge.Of(knowledge.Done), knowledge.Of(knowledge.ToolError)
	if ei < 0 && shape == Result {
		// No error result: nothing tells the endings apart.
		return []*Path{mk(knowledge.All, Abs{}, Abs{})}
	}
	switch shape {
	case HTTP:
		resp := Abs{K: NonNil, P: respObject}
		body := knowledge.Of(knowledge.EOF, knowledge.UnexpectedEOF, knowledge.NetTimeout, knowledge.ConnReset,
			knowledge.NetError, knowledge.Canceled, knowledge.DeadlineExceeded, knowledge.NoResponse)
		lost := mk(body, resp, Abs{K: Nil})
		lost.reading = true
		transport := knowledge.Failures &^ (knowledge.Statuses | knowledge.Codes)
		return []*Path{
			mk(done, resp, Abs{K: Nil}),
			mk(toolErr|knowledge.Codes, resp, Abs{K: Nil}),
			mk(knowledge.Statuses, resp, Abs{K: Nil}),
			lost,
			mk(transport, Abs{K: Nil}, AttemptError),
		}
	case Condition:
		return []*Path{mk(done, True, Abs{K: Nil}), mk(knowledge.Failures, False, AttemptError)}
	}
	return []*Path{
		mk(done, res, Abs{K: Nil}),
		mk(toolErr, res, Abs{K: Nil}),
		mk(knowledge.Failures, noRes, AttemptError),
	}
}

// Pending returns the path on which the answer to an attempt that runs
// concurrently is still out.
func (e *Engine) Pending(entry *Path) *Path {
	p := entry.clone()
	p.Ends = knowledge.Of(knowledge.Unclassified, knowledge.DeadlineExceeded)
	return p
}

// Apply returns the paths just after a call that turns out as one of alts.
func (e *Engine) Apply(entry *Path, call ssa.CallInstruction, alts []Alt) []*Path {
	var out []*Path
	for _, a := range alts {
		ends := entry.Ends & a.When
		if ends == 0 || a.Dead {
			continue
		}
		p := entry.clone()
		p.Ends = ends
		p.May = p.May || a.May
		p.Tags |= a.Tags
		e.install(p, call, a)
		out = append(out, p)
	}
	return unite(out)
}

// unite makes one path of those that know the same and differ in the endings
// only. A call with many results of which few are used would go on in more
// ways than a walk follows.
func unite(paths []*Path) []*Path {
	if len(paths) < 2 {
		return paths
	}
	out := paths[:0]
	at := make(map[string]int)
	for _, p := range paths {
		ends := p.Ends
		p.Ends = 0
		k := p.key()
		p.Ends = ends
		if i, ok := at[k]; ok {
			out[i].Ends |= ends
			continue
		}
		at[k] = len(out)
		out = append(out, p)
	}
	return out
}

// used reports whether result i of a call with several is looked at.
func used(call ssa.Value, i int) bool {
	return slices.ContainsFunc(*call.Referrers(), func(r ssa.Instruction) bool {
		x, ok := r.(*ssa.Extract)
		// An assignment to _ extracts, too.
		return !ok || x.Index == i && len(*x.Referrers()) > 0
	})
}

// install puts the results of one outcome of a call in place.
func (e *Engine) install(p *Path, call ssa.CallInstruction, a Alt) {
	n := e.namesOf(call.Parent())
	c := call.Common()
	args := c.Args
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	}
	v := call.Value()
	multi := c.Signature().Results().Len() > 1
	res := ""
	if v != nil {
		res = n.loc(v)
		p.env.kill(res)
	}
	for _, r := range a.Results {
		root, rest := splitLoc(r.Loc)
		if root == "" {
			continue
		}
		idx := 0
		for _, c := range root[1:] {
			idx = idx*10 + int(c-'0')
		}
		var to string
		switch root[0] {
		case 'r':
			if res == "" || multi && !used(v, idx) {
				continue
			}
			to = res
			if multi {
				to += "#" + itoa(idx)
			}
		case 'p':
			if idx >= len(args) || rest == "" {
				continue
			}
			to = n.loc(args[idx])
			if strings.HasPrefix(rest, "*") {
				to, rest = n.mem(p.env, args[idx]), rest[1:]
			}
		case 'f':
			mc := closureOf(c.Value)
			if mc == nil || idx >= len(mc.Bindings) || rest == "" {
				continue
			}
			to = n.loc(mc.Bindings[idx])
			if strings.HasPrefix(rest, "*") {
				to, rest = n.mem(p.env, mc.Bindings[idx]), rest[1:]
			}
		case 'g':
			continue
		}
		if strings.HasPrefix(rest, "<-") && p.env[to].P != "" {
			to = p.env[to].P
		}
		if to != "" {
			p.env[to+rest] = r.A
		}
	}
}

func splitLoc(l string) (root, rest string) {
	if l == "" {
		return "", ""
	}
	i := strings.IndexAny(l, "*.[<#")
	if i < 0 {
		i = len(l)
	}
	root = l[:i]
	for _, c := range root[1:] {
		if c < '0' || c > '9' {
			return "", ""
		}
	}
	return root, l[i:]
}

func closureOf(v ssa.Value) *ssa.MakeClosure {
	switch x := v.(type) {
	case *ssa.MakeClosure:
		return x
	case *ssa.ChangeType:
		return closureOf(x.X)
	case *ssa.MakeInterface:
		return closureOf(x.X)
	case *ssa.UnOp:
		// A local variable that is assigned once.
		if cell, ok := x.X.(*ssa.Alloc); ok {
			var only ssa.Value
			for _, r := range *cell.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == cell {
					if only != nil {
						return nil
					}
					only = st.Val
				}
			}
			if only != nil {
				return closureOf(only)
			}
		}
	}
	return nil
}

// Outcomes summarises how the function turns out after the attempt at instr,
// for its callers.
func (e *Engine) Outcomes(fn *ssa.Function, instr ssa.Instruction, paths []*Path, visit func(ssa.Instruction, *Path) Action) []Alt {
	c := newCollector(e, fn)
	w := &Walk{Engine: e, Fn: fn, Visit: visit, Return: c.ret}
	w.After(instr, paths)
	if w.Overflow {
		e.Overflows[fn]++
	}
	return c.alts()
}

// A collector gathers what is known at the returns of a function.
type collector struct {
	names *names
	fn    *ssa.Function
	walk  *Walk
	found []Alt
}

func newCollector(e *Engine, fn *ssa.Function) *collector {
	return &collector{names: e.namesOf(fn), fn: fn, walk: &Walk{Engine: e, Fn: fn, names: e.namesOf(fn)}}
}

func (c *collector) ret(ret *ssa.Return, p *Path) {
	alt := Alt{When: p.Ends, May: p.May, Tags: p.Tags}
	for i, v := range ret.Results {
		r := "r" + itoa(i)
		a := c.walk.test(v, c.walk.eval(p, v))
		obj := a.P
		if obj != "" && obj[0] != '@' {
			a.P = ""
		}
		alt.Results = append(alt.Results, LocAbs{r, a})
		for _, t := range c.walk.tree(p, v) {
			alt.Results = append(alt.Results, LocAbs{r + t.Loc, portable(t.A)})
		}
		// What a returned pointer leads to.
		m := obj
		if m == "" {
			m = c.names.loc(v)
		}
		if m != "" && m[0] != '@' {
			for l, x := range p.env {
				if rest, ok := below(l, m+"*"); ok && len(rest) < 24 {
					alt.Results = append(alt.Results, LocAbs{r + "*" + rest, portable(x)})
				}
			}
		}
	}
	for l, a := range p.env {
		if (l[0] == 'p' || l[0] == 'f') && strings.Contains(l, "*") && len(l) < 32 {
			if root, _ := splitLoc(l); root != "" {
				alt.Results = append(alt.Results, LocAbs{l, portable(a)})
			}
		}
	}
	slices.SortFunc(alt.Results, func(a, b LocAbs) int { return strings.Compare(a.Loc, b.Loc) })
	alt.Results = slices.CompactFunc(alt.Results, func(a, b LocAbs) bool { return a.Loc == b.Loc })
	c.found = append(c.found, alt)
}

func portable(a Abs) Abs {
	if a.P != "" && a.P[0] != '@' {
		a.P = ""
	}
	return a
}

const maxAlts = 10

// alts merges outcomes with equal results.
func (c *collector) alts() []Alt {
	var out []Alt
next:
	for _, a := range c.found {
		for i := range out {
			if out[i].May == a.May && out[i].Tags == a.Tags && slices.Equal(out[i].Results, a.Results) {
				out[i].When |= a.When
				continue next
			}
		}
		out = append(out, a)
	}
	if len(out) > maxAlts {
		// Keep what the results themselves say.
		for i := range out {
			out[i].Results = slices.DeleteFunc(slices.Clone(out[i].Results), func(l LocAbs) bool {
				return l.Loc[0] != 'r' || len(l.Loc) > 2
			})
		}
		c.found, out = out, nil
	again:
		for _, a := range c.found {
			for i := range out {
				if out[i].May == a.May && slices.Equal(out[i].Results, a.Results) {
					out[i].When |= a.When
					out[i].Tags &= a.Tags
					continue again
				}
			}
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Alt) int {
		if a.When < b.When {
			return -1
		} else if a.When > b.When {
			return 1
		}
		return 0
	})
	return out
}
