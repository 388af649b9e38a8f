// This file tells what is the same in all rounds of a region.

package effect

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

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
			v := ssaval.Field(addr.X.Type(), addr.Field)
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
		fn := ssaval.Callee(c.Common())
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
		for instr := range ssaval.Instructions(fn) {
			if (called[fn] || r.In(instr)) && f(instr) {
				return true
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
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			if !r.In(c) {
				continue
			}
			for _, callee := range e.bodies(c) {
				e.reach(callee, out)
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
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		for _, callee := range e.bodies(c) {
			e.reach(callee, set)
		}
	}
}

// Tested reports whether an instruction stands in a test file.
func (e *Engine) Tested(instr ssa.Instruction) bool {
	return e.inTest(ssaval.Root(instr.Parent()).Pos())
}

func (e *Engine) inTest(pos token.Pos) bool {
	return strings.HasSuffix(e.Pass.Fset.Position(pos).Filename, "_test.go")
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
func (e *Engine) CalledOften(fn *ssa.Function) bool { return e.calledOften(ssaval.Root(fn), 0) }

func (e *Engine) calledOften(fn *ssa.Function, depth int) bool {
	if depth > 4 {
		return false
	}
	obj := ssaval.Object(fn)
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
	return e.calledOften(ssaval.Root(c.Parent()), depth+1)
}

func withLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, a := range fn.AnonFuncs {
		out = append(out, withLiterals(a)...)
	}
	return out
}
