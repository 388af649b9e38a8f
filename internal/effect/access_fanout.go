package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
)

// A FanOut is a tools/call that one stretch of code makes several times, each
// time with other arguments, and not because the one before went wrong.
type FanOut struct {
	Op     Op // relative to Region
	Region *identity.Region
}

// FanOuts returns the fan-outs that the call of a site is part of: loops that
// go on after success, loops that start goroutines or hand over the function
// literal that makes the call, and helpers that are given the elements and a
// literal for each.
func (e *Engine) FanOuts(site *Site) []FanOut {
	var out []FanOut
	for i, op := range site.Ops {
		if op.Func != nil || op.open() {
			continue
		}
		for _, r := range e.roundsOf(site, op) {
			rel := e.inRegion(site, i, r.region)
			v := keyless(rel.Args).Varies()
			each := v.Data || r.literal != "" && hasParamOf(keyless(rel.Args), r.literal)
			if !each && !(v.Counter && !r.strays) {
				continue
			}
			if s := rel.Server.Varies(); s.Data || s.Carried || s.Unknown || s.Fresh {
				continue // each is sent to another server
			}
			out = append(out, FanOut{rel, r.region})
		}
	}
	return out
}

// A round is a region whose rounds may be different operations.
type round struct {
	region  *identity.Region
	strays  bool   // success may also leave it early
	literal string // the literal whose parameters are the elements
}

func (e *Engine) roundsOf(site *Site, op Op) []round {
	fn := site.Instr.Parent()
	var out []round
	for _, r := range identity.Loops(fn, site.Instr.Block()) {
		if again, strays := e.goesRound(site, op, r); again {
			out = append(out, round{region: r, strays: strays})
		}
	}
	if strings.HasPrefix(fn.Synthetic, "range-over-func") {
		out = append(out, round{region: identity.Invocation(fn), strays: true})
	}
	for lit := fn; lit.Parent() != nil; lit = lit.Parent() {
		mc := e.madeAt(lit)
		if mc == nil {
			continue
		}
		run := e.runBy(mc)
		for _, r := range identity.Loops(lit.Parent(), mc.Block()) {
			strays := true
			if run != nil {
				again, out := e.goesRound(run, run.Ops[0], r)
				if !again {
					continue
				}
				strays = out
			}
			out = append(out, round{region: r, strays: strays})
		}
		if forEach(mc, lit) {
			out = append(out, round{region: identity.Invocation(lit), strays: true, literal: lit.Name()})
		}
	}
	return out
}

// goesRound reports whether a loop makes the call again after it succeeded,
// and whether success may also leave the loop before its end.
func (e *Engine) goesRound(site *Site, op Op, r *identity.Region) (again, strays bool) {
	fn := site.Instr.Parent()
	attempt := e.Attempt(site, op)
	var paths []*outcome.Path
	for _, entry := range e.Outcome.Entries(fn, site.Instr) {
		paths = append(paths, attempt.After(entry)...)
	}
	// Of what is not waited for, no outcome matters.
	blind := op.Async || site.Instr.Common().Signature().Results().Len() == 0
	counts := func(p *outcome.Path) bool { return blind || p.Ends.Has(knowledge.Done) }
	w := &outcome.Walk{Engine: e.Outcome, Fn: fn, Region: r.Blocks, Headers: r.Headers}
	w.Visit = func(instr ssa.Instruction, p *outcome.Path) outcome.Action {
		if instr == site.Instr && p.Crossed {
			again = again || counts(p) && !p.May
			return outcome.Stop
		}
		return outcome.Continue
	}
	w.Leave = func(p *outcome.Path) { strays = strays || counts(p) && !p.Crossed && !countsOut(p.Block()) }
	w.Return = func(_ *ssa.Return, p *outcome.Path) { strays = strays || counts(p) && !p.Crossed }
	w.After(site.Instr, paths)
	return again, strays
}

// countsOut reports whether a block leaves a loop because it has counted up or
// down to a bound.
func countsOut(b *ssa.BasicBlock) bool {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	test, ok := cond.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, v := range []ssa.Value{test.X, test.Y} {
		if add, ok := v.(*ssa.BinOp); ok {
			v = add.X
		}
		phi, ok := v.(*ssa.Phi)
		if !ok {
			continue
		}
		for _, edge := range phi.Edges {
			if add, ok := edge.(*ssa.BinOp); ok && add.X == phi {
				return true
			}
		}
	}
	return false
}

// madeAt returns the instruction that makes a function literal.
func (e *Engine) madeAt(lit *ssa.Function) *ssa.MakeClosure {
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == lit {
				return mc
			}
		}
	}
	return nil
}

// runBy returns the site that calls a literal, or hands it to something that
// runs it.
func (e *Engine) runBy(mc *ssa.MakeClosure) *Site {
	for _, s := range e.sites[mc.Parent()] {
		common := s.Instr.Common()
		if common.Value == mc || slices.Contains(common.Args, ssa.Value(mc)) {
			return s
		}
	}
	return nil
}

// forEach reports whether a literal is handed to a function together with
// elements of the type of its parameter.
func forEach(mc *ssa.MakeClosure, lit *ssa.Function) bool {
	if mc.Referrers() == nil || len(lit.Params) == 0 {
		return false
	}
	for _, r := range *mc.Referrers() {
		c, ok := r.(*ssa.Call)
		if !ok || c.Call.Value == mc {
			continue
		}
		for _, a := range c.Call.Args {
			for _, t := range elements(a.Type()) {
				for _, p := range lit.Params {
					if types.Identical(p.Type(), t) {
						return true
					}
				}
			}
		}
	}
	return false
}

func elements(t types.Type) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return []types.Type{u.Elem()}
	case *types.Array:
		return []types.Type{u.Elem()}
	case *types.Map:
		return []types.Type{u.Key(), u.Elem()}
	case *types.Chan:
		return []types.Type{u.Elem()}
	}
	return nil
}

func hasParamOf(t identity.Term, fn string) bool {
	found := false
	t.Walk(func(s identity.Term) bool {
		found = found || s.Kind == identity.Param && s.Fn == fn
		return !found
	})
	return found
}

// Invariant reports whether a value is surely the same in all rounds of a
// region of the code around fn.
func (e *Engine) Invariant(t identity.Term, r *identity.Region, fn *ssa.Function) bool {
	if v := t.Varies(); v.Data || v.Carried || v.Counter || v.Fresh || v.Unknown {
		return false
	}
	same := true
	t.Walk(func(s identity.Term) bool {
		switch s.Kind {
		case identity.Opaque:
			same = false
		case identity.Compose:
			same = same && s.Name != "element"
		case identity.Param:
			same = same && paramOutside(s, r)
			if field := lastField(s.Path); field != "" && e.changes(field, r) {
				same = false
			}
		case identity.Global:
			if i := strings.LastIndexByte(s.Name, '.'); i >= 0 && e.changes(s.Name[i+1:], r) {
				same = false
			}
		case identity.Call:
			same = same && (onlyWraps(s.Name) || !e.runs(s.Name, r))
		}
		return same
	})
	return same
}

// onlyWraps: what a function makes of the same arguments is the same.
func onlyWraps(name string) bool {
	return name == "net/http.NewRequest" || name == "net/http.NewRequestWithContext"
}

// paramOutside: a parameter of the function that contains the region, or of
// one around it.
func paramOutside(t identity.Term, r *identity.Region) bool {
	if t.Fn == "" {
		return true
	}
	for fn := r.Fn; fn != nil; fn = fn.Parent() {
		if fn.Name() == t.Fn {
			return r.Blocks != nil || fn != r.Fn
		}
	}
	return false
}

func lastField(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// changes reports whether what is executed in a region stores into a field or
// variable of that name.
func (e *Engine) changes(name string, r *identity.Region) bool {
	return e.inside(r, func(instr ssa.Instruction) bool {
		st, ok := instr.(*ssa.Store)
		if !ok {
			return false
		}
		switch addr := st.Addr.(type) {
		case *ssa.FieldAddr:
			v := fieldVar(addr.X.Type(), addr.Field)
			return v != nil && v.Name() == name
		case *ssa.Global:
			return addr.Name() == name
		}
		return false
	})
}

// runs reports whether a region calls the function that a term names.
func (e *Engine) runs(name string, r *identity.Region) bool {
	name, _, _ = strings.Cut(name, "#")
	return e.inside(r, func(instr ssa.Instruction) bool {
		c, ok := instr.(ssa.CallInstruction)
		if !ok {
			return false
		}
		fn := calleeOf(c.Common())
		return fn != nil && knowledge.Name(fn) == name
	})
}

// inside reports whether f holds for an instruction that is executed in each
// round of a region.
func (e *Engine) inside(r *identity.Region, f func(ssa.Instruction) bool) bool {
	if r == nil {
		return false
	}
	called := e.calledIn(r)
	for _, fn := range e.Around(r) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if (called[fn] || r.In(instr)) && f(instr) {
					return true
				}
			}
		}
	}
	return false
}

// Around returns the functions whose code a region executes: its own with the
// literals in it, and those of the package that are called there.
func (e *Engine) Around(r *identity.Region) []*ssa.Function {
	out := withLiterals(r.Fn)
	called := e.calledIn(r)
	for _, fn := range e.SSA.Funcs {
		if called[fn] && !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	}
	return out
}

// calledIn returns the functions of the package that a region calls, directly
// or not.
func (e *Engine) calledIn(r *identity.Region) map[*ssa.Function]bool {
	out := make(map[*ssa.Function]bool)
	for _, fn := range withLiterals(r.Fn) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok || !r.In(instr) {
					continue
				}
				for _, callee := range e.bodies(c) {
					e.reach(callee, out)
				}
			}
		}
	}
	return out
}

// reach adds fn, and what it calls, to the set.
func (e *Engine) reach(fn *ssa.Function, set map[*ssa.Function]bool) {
	if set[fn] {
		return
	}
	set[fn] = true
	for _, g := range httpclient.Reach(e.SSA.SSA, fn) {
		set[g] = true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				for _, callee := range e.bodies(c) {
					e.reach(callee, set)
				}
			}
		}
	}
}

// Tested reports whether an instruction stands in a test file.
func (e *Engine) Tested(instr ssa.Instruction) bool {
	fn := root(instr.Parent())
	return strings.HasSuffix(e.Pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// Keyless is a term without the entries that are keys of operations.
func Keyless(t identity.Term) identity.Term { return keyless(t) }

// IsEmpty reports whether a term is the empty text, or nothing.
func IsEmpty(t identity.Term) bool {
	if s, ok := t.Constant(); ok {
		return s == ""
	}
	return t.Kind == identity.Const && (t.Name == "zero" || t.Name == "cycle")
}

// CalledOften reports whether one process may call fn more than once, as far
// as the package shows: it is exported, a func value, called from several
// places, from a loop, or by a function that is.
func (e *Engine) CalledOften(fn *ssa.Function) bool { return e.calledOften(root(fn), 0) }

func (e *Engine) calledOften(fn *ssa.Function, depth int) bool {
	if depth > 4 {
		return false
	}
	obj := funcObject(fn)
	if obj == nil || obj.Name() == "main" || obj.Name() == "init" {
		return false
	}
	if e.escapes[fn] || obj.Exported() && e.Pass.Pkg.Name() != "main" {
		return true
	}
	calls := e.callers[fn]
	if len(calls) != 1 {
		return len(calls) > 1
	}
	c := calls[0]
	if len(identity.Loops(c.Parent(), c.Block())) > 0 || c.Parent().Parent() != nil {
		return true
	}
	return e.calledOften(root(c.Parent()), depth+1)
}
