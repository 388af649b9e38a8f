// This file tells in which ways a function of the package is called, as far as its
// parameters decide what it does.

package effect

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A given fixes parameters to what callers pass for them.
type given = map[*ssa.Parameter]outcome.Abs

// indexCalls records the static calls of the functions of this package, and
// which of them are used in other ways.
func (e *Engine) indexCalls() {
	e.callers = make(map[*ssa.Function][]ssa.CallInstruction)
	e.escapes = make(map[*ssa.Function]bool)
	var ops [12]*ssa.Value
	for _, fn := range e.SSA.Funcs {
		for instr := range ssaval.Instructions(fn) {
			var callee *ssa.Function
			if c, ok := instr.(ssa.CallInstruction); ok {
				if callee = ssaval.Static(c.Common()); callee != nil {
					if _, closure := c.Common().Value.(*ssa.MakeClosure); closure {
						callee = nil
					} else {
						e.callers[callee] = append(e.callers[callee], c)
					}
				}
			}
			for i, op := range instr.Operands(ops[:0]) {
				f, ok := (*op).(*ssa.Function)
				if !ok || callee != nil && i == 0 {
					continue
				}
				if obj := ssaval.Object(f); obj != nil && obj.Pkg() == e.Pass.Pkg {
					if g := e.SSA.SSA.Prog.FuncValue(obj); g != nil {
						e.escapes[g] = true
					}
				}
			}
		}
	}
}

// contexts returns the ways in which fn is called, as far as they differ in
// constants that its callers pass; {nil} if it can be called from out of
// sight.
func (e *Engine) contexts(fn *ssa.Function) []given {
	obj := ssaval.Object(fn)
	calls := e.callers[fn]
	if obj == nil || fn.Parent() != nil || obj.Exported() || e.escapes[fn] || len(calls) == 0 || len(calls) > 20 {
		return []given{nil}
	}
	return contextsOf(fn, calls)
}

func contextsOf(fn *ssa.Function, calls []ssa.CallInstruction) []given {
	var out []given
	var keys []string
	for _, c := range calls {
		g, key := constants(fn, c)
		if len(g) == 0 {
			return []given{nil}
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
			out = append(out, g)
		}
	}
	return out
}

// constants are the flags and numbers that a call passes.
func constants(fn *ssa.Function, c ssa.CallInstruction) (given, string) {
	g := make(given)
	var key strings.Builder
	for i, a := range c.Common().Args {
		k, ok := a.(*ssa.Const)
		if !ok || k.Value == nil || i >= len(fn.Params) {
			continue
		}
		switch k.Value.Kind() {
		case constant.Bool:
			v := outcome.False
			if constant.BoolVal(k.Value) {
				v = outcome.True
			}
			g[fn.Params[i]] = v
		case constant.Int:
			n, exact := constant.Int64Val(k.Value)
			if !exact {
				continue
			}
			g[fn.Params[i]] = outcome.Abs{K: outcome.Int, N: n}
		case constant.String:
			if len(constant.StringVal(k.Value)) > 64 {
				continue
			}
			g[fn.Params[i]] = outcome.Abs{K: outcome.Str, S: constant.StringVal(k.Value)}
		default:
			continue
		}
		key.WriteString(fn.Params[i].Name() + "=" + k.Value.ExactString() + ";")
	}
	return g, key.String()
}

// circumstances returns in which ways of calling fn an op of it counts: as it
// is, or with "tools/call" for an open method. None if nothing in sight gives
// it that method.
func (e *Engine) circumstances(fn *ssa.Function, op Op) ([]given, Op) {
	if !op.open() {
		return e.contexts(fn), op
	}
	var p *ssa.Parameter
	if op.Method != nil {
		p = methodParam(fn, *op.Method)
	}
	call := outcome.Abs{K: outcome.Str, S: "tools/call"}
	if op.Sink == middlewareSink {
		if p == nil {
			return nil, op
		}
		return []given{{p: call}}, op
	}
	c, ok := e.confirmed[fn]
	if !ok {
		return nil, op
	}
	named := op
	named.Name, named.Effect, named.Dedupes = c.op.Name, c.op.Effect, c.op.Dedupes
	if p == nil {
		return []given{nil}, named
	}
	var out []given
	for _, g := range contextsOf(fn, c.calls) {
		with := given{p: call}
		for q, v := range g {
			with[q] = v
		}
		with[p] = call
		out = append(out, with)
	}
	if len(out) == 0 {
		out = []given{{p: call}}
	}
	return out, named
}

// methodParam finds the parameter that a method term stands for.
func methodParam(fn *ssa.Function, m identity.Term) *ssa.Parameter {
	if m.Kind != identity.Param || m.Path != "" {
		return nil
	}
	for f := fn; f != nil; f = f.Parent() {
		if f.Parent() == nil && m.Fn == "" || f.Parent() != nil && m.Fn == f.Name() {
			if m.Index < len(f.Params) {
				return f.Params[m.Index]
			}
		}
	}
	return nil
}

// under asks f once for each circumstance.
func (e *Engine) under(gs []given, f func()) {
	for _, g := range gs {
		if g == nil {
			f()
			continue
		}
		e.Outcome.Fresh(g, f)
	}
}

// stringsOf returns the elements of a package-level list or set of strings
// that only its declaration writes.
func (e *Engine) stringsOf(g *ssa.Global) ([]string, bool) {
	vals := e.globalStores(g)
	if len(vals) != 1 {
		return nil, false
	}
	out, ok := ssaval.Strings(vals[0])
	if !ok {
		return nil, false
	}
	if _, ok := g.Object().Type().Underlying().(*types.Map); ok && e.mapWritten(g) {
		return nil, false
	}
	return out, true
}

// mapWritten reports whether a package-level map is written after its
// declaration.
func (e *Engine) mapWritten(g *ssa.Global) bool {
	for _, fn := range e.SSA.Funcs {
		for up := range ssaval.All[*ssa.MapUpdate](fn) {
			if ld, ok := up.Map.(*ssa.UnOp); ok && ld.X == g {
				return true
			}
		}
	}
	return false
}
