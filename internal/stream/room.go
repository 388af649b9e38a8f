// This file holds the room: what one package shows, and what was asked of it.

package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Hooks is what a Room asks of the engine around it.
type Hooks struct {
	// Callees returns the functions with bodies in the package that a call
	// may run, or nil if some of them are out of sight.
	Callees func(ssa.CallInstruction) []*ssa.Function
	// Fact returns what is known of a function of another package.
	Fact func(*types.Func) *Fact
	// Field returns what a struct field of another package holds.
	Field func(*types.Var) (Holds, bool)
	// Tells returns what an error, an error type or a predicate of another
	// package tells of answers.
	Tells func(types.Object) (Tells, bool)
	// Rederives and EventOrder report what contracts say of a function.
	Rederives, EventOrder func(*types.Func) bool
}

// A Room holds what one package shows. It remembers what it was asked, and so
// is for one analyzer at a time.
type Room struct {
	Pkg   *types.Package
	Funcs []*ssa.Function
	Flow  *Flow

	Headers   []*Header
	Exchanges []*Exchange
	Parsers   []*Parser
	Sends     []*Send

	hooks   Hooks
	calls   []ssa.CallInstruction // of the package, in the order of each
	callers map[*ssa.Function][]ssa.CallInstruction
	direct  map[belowKey][]*ssa.Function
	under   map[*ssa.Function]map[*ssa.Function]bool
	sync    map[*ssa.Function]map[*ssa.Function]bool
	words   words
	sent    Set // what becomes the method of a message
	spread  []spread
	carries map[carriesKey]bool
	tests   map[string][]*StatusTest
	era     *Era               // nil until it is asked for
	parts   map[string][]Place // of events of libraries, by field
	puts    []ssa.Instruction  // what puts numbers into lists and maps
	streams []*Exchange

	storing  map[*ssa.Function]bool // which do something to the session id
	worlds   map[Answer]*world
	statuses Set
	kept     map[*types.Var][]*ssa.Function
	sessions Set     // session ids in variables
	named    []int64 // the codes of errors that are named
	places   Set     // where the session id is kept
	// What makes errors: sentinels, and types.
	makers     map[*ssa.Global][]*ssa.BasicBlock
	typeMakers map[*types.Named][]*ssa.BasicBlock
}

type belowKey struct {
	fn    *ssa.Function
	async bool
}

// New looks at the functions of a package.
func New(pkg *types.Package, funcs []*ssa.Function, hooks Hooks) *Room {
	r := &Room{
		Pkg: pkg, Funcs: funcs, hooks: hooks,
		callers: make(map[*ssa.Function][]ssa.CallInstruction),
		carries: make(map[carriesKey]bool),
		tests:   make(map[string][]*StatusTest),
	}
	r.Flow = NewFlow(funcs, hooks.Callees)
	r.each(func(instr ssa.Instruction) {
		if c, ok := instr.(ssa.CallInstruction); ok {
			r.calls = append(r.calls, c)
		}
	})
	r.eachCall(func(c ssa.CallInstruction) {
		for _, fn := range hooks.Callees(c) {
			r.callers[fn] = append(r.callers[fn], c)
		}
	})
	r.findWords()
	r.findHeaders()
	r.findExchanges()
	r.findParsers()
	r.findSends()
	r.findStreams()
	return r
}

// each calls f for every instruction of the package, in source order of the
// functions.
func (r *Room) each(f func(ssa.Instruction)) {
	for _, fn := range r.Funcs {
		for instr := range ssaval.Instructions(fn) {
			f(instr)
		}
	}
}

// eachCall is like each, for the calls only.
func (r *Room) eachCall(f func(ssa.CallInstruction)) {
	for _, c := range r.calls {
		f(c)
	}
}

// Callees returns the functions with bodies that a call may run.
func (r *Room) Callees(c ssa.CallInstruction) []*ssa.Function { return r.hooks.Callees(c) }

// runs returns the functions that a call may run: its callees, those that are
// kept in the field or variable that it calls, and the function literals that
// it is given.
func (r *Room) runs(c ssa.CallInstruction) []*ssa.Function {
	out := slices.Clip(r.hooks.Callees(c))
	if len(out) == 0 {
		out = r.keptFuncs(c)
	}
	for _, a := range ssaval.Operands(c.Common()) {
		if ct, ok := a.(*ssa.ChangeType); ok {
			a = ct.X // of a named func type
		}
		if mc, ok := a.(*ssa.MakeClosure); ok {
			out = append(out, mc.Fn.(*ssa.Function))
		}
	}
	return out
}

// keptFuncs returns the functions and methods that the package puts into the
// field or package-level variable whose value is called.
func (r *Room) keptFuncs(c ssa.CallInstruction) []*ssa.Function {
	if c.Common().IsInvoke() {
		return nil
	}
	load, ok := c.Common().Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	home, ok := Home(load.X).(*types.Var)
	if !ok || home.Pkg() != r.Pkg {
		return nil
	}
	if r.kept == nil {
		r.kept = make(map[*types.Var][]*ssa.Function)
		r.each(func(instr ssa.Instruction) {
			st, ok := instr.(*ssa.Store)
			if !ok {
				return
			}
			v, ok := Home(st.Addr).(*types.Var)
			fn := ssaval.Literal(st.Val)
			if !ok || fn == nil {
				return
			}
			if fn.Synthetic != "" && fn.Parent() == nil {
				fn = r.method(fn) // a method value
			}
			if fn != nil {
				r.kept[v] = append(r.kept[v], fn)
			}
		})
	}
	return slices.Clip(r.kept[home])
}

// Callers returns the calls that may run fn.
func (r *Room) Callers(fn *ssa.Function) []ssa.CallInstruction { return r.callers[fn] }

// Under returns fn and every function of the package that running it may
// run: callees, function literals made in it, goroutines included.
func (r *Room) Under(fn *ssa.Function) map[*ssa.Function]bool {
	return r.closure(&r.under, fn, true)
}

// Sync is like [Room.Under] without the goroutines that fn does not wait for.
func (r *Room) Sync(fn *ssa.Function) map[*ssa.Function]bool {
	return r.closure(&r.sync, fn, false)
}

func (r *Room) closure(memo *map[*ssa.Function]map[*ssa.Function]bool, fn *ssa.Function, async bool) map[*ssa.Function]bool {
	if set, ok := (*memo)[fn]; ok {
		return set
	}
	set := map[*ssa.Function]bool{fn: true}
	stack := []*ssa.Function{fn}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, g := range r.below(f, async) {
			if !set[g] {
				set[g] = true
				stack = append(stack, g)
			}
		}
	}
	if *memo == nil {
		*memo = make(map[*ssa.Function]map[*ssa.Function]bool)
	}
	(*memo)[fn] = set
	return set
}

// Below returns the functions that the instructions of fn may run or make.
func (r *Room) Below(fn *ssa.Function) []*ssa.Function { return r.below(fn, true) }

func (r *Room) below(fn *ssa.Function, async bool) []*ssa.Function {
	k := belowKey{fn, async}
	out, ok := r.direct[k]
	if !ok {
		out = r.findBelow(fn, async)
		if r.direct == nil {
			r.direct = make(map[belowKey][]*ssa.Function)
		}
		r.direct[k] = out
	}
	return out
}

func (r *Room) findBelow(fn *ssa.Function, async bool) []*ssa.Function {
	var out []*ssa.Function
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.MakeClosure:
			if !async && onlyGo(x) && !joined(x) {
				continue
			}
			if g := x.Fn.(*ssa.Function); g.Synthetic == "" || g.Parent() != nil {
				out = append(out, g)
			} else if m := r.method(g); m != nil {
				out = append(out, m)
			}
		case ssa.CallInstruction:
			if g, ok := x.(*ssa.Go); ok && !async && !r.awaited(g) {
				continue
			}
			for _, g := range r.hooks.Callees(x) {
				if !handsOn(x, g) {
					out = append(out, g)
				}
			}
			out = append(out, r.keptFuncs(x)...)
		}
	}
	return out
}

// handsOn reports whether a call hands something on to what a decorator keeps
// in a field of an interface: if that may be of the decorator's own type, it
// is another one, and the way does not lead round.
func handsOn(c ssa.CallInstruction, g *ssa.Function) bool {
	fn := c.Parent()
	if !c.Common().IsInvoke() || fn.Signature.Recv() == nil || g.Signature.Recv() == nil {
		return false
	}
	if !types.Identical(fn.Signature.Recv().Type(), g.Signature.Recv().Type()) {
		return false
	}
	load, ok := c.Common().Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	return ok && len(fn.Params) > 0 && fa.X == ssa.Value(fn.Params[0])
}

// method returns the method that a synthetic wrapper of one leads to.
func (r *Room) method(fn *ssa.Function) *ssa.Function {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	if f := fn.Prog.FuncValue(obj.Origin()); f != nil && len(f.Blocks) > 0 {
		return f
	}
	return nil
}

// PosOf returns the position of an instruction, or of the nearest one that
// has any: some have none.
func PosOf(instr ssa.Instruction) token.Pos {
	if p := instr.Pos(); p.IsValid() {
		return p
	}
	if v, ok := instr.(ssa.Value); ok && v.Referrers() != nil {
		for _, ref := range *v.Referrers() {
			if p := ref.Pos(); p.IsValid() {
				return p
			}
		}
	}
	for _, other := range instr.Block().Instrs {
		if p := other.Pos(); p.IsValid() {
			return p
		}
	}
	return instr.Parent().Pos()
}
