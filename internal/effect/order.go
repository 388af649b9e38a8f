// This file puts functions into the order in which their summaries are computed, and
// tells which of them depend on which.

package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// bottomUp returns the functions that need a summary, callees first. In a
// package without MCP these are the helpers that a client may hand something
// to: functions with a fallible func among their parameters, and, if it speaks
// JSON-RPC, all.
func (e *Engine) bottomUp() []*ssa.Function {
	wanted := make(map[*ssa.Function]bool)
	for _, fn := range e.SSA.Funcs {
		if e.only != nil && !e.only[ssaval.Root(fn)] {
			continue
		}
		if e.Relevant || e.jsonrpc || takesFunc(ssaval.Root(fn)) {
			wanted[fn] = true
		}
	}
	var out []*ssa.Function
	seen := make(map[*ssa.Function]bool)
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] || !wanted[fn] {
			return
		}
		seen[fn] = true
		for _, a := range fn.AnonFuncs {
			visit(a)
		}
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			if f := ssaval.Static(c.Common()); f != nil {
				visit(f)
			}
		}
		out = append(out, fn)
	}
	for _, fn := range e.SSA.Funcs {
		visit(fn)
	}
	return out
}

// reachedFrom returns the declared functions that are in start or that those
// call, directly or not, in this package.
func (e *Engine) reachedFrom(start func(*ssa.Function) bool) map[*ssa.Function]bool {
	out := make(map[*ssa.Function]bool)
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		fn = ssaval.Root(fn)
		if out[fn] {
			return
		}
		out[fn] = true
		for _, g := range withLiterals(fn) {
			for c := range ssaval.All[ssa.CallInstruction](g) {
				if f := ssaval.Static(c.Common()); f != nil && f.Pkg == e.SSA.SSA {
					visit(f)
				}
			}
		}
	}
	for _, fn := range e.SSA.Funcs {
		if start(fn) {
			visit(fn)
		}
	}
	return out
}

// takesFunc reports whether a parameter of fn is a func whose results tell
// how it went.
func takesFunc(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if fallible(p.Type()) {
			return true
		}
	}
	return false
}

// affected returns those of all whose summary may change because those in
// changed did: their callers, and whatever calls or hands over func values.
func (e *Engine) affected(all []*ssa.Function, changed map[*ssa.Function]bool, methods map[string]bool) []*ssa.Function {
	var out []*ssa.Function
	for _, fn := range all {
		if e.dependsOn(fn, changed, methods) {
			out = append(out, fn)
		}
	}
	return out
}

func (e *Engine) dependsOn(fn *ssa.Function, changed map[*ssa.Function]bool, methods map[string]bool) bool {
	for _, a := range fn.AnonFuncs {
		if changed[a] {
			return true
		}
	}
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		common := c.Common()
		if common.IsInvoke() {
			if methods[common.Method.Name()] {
				return true
			}
			for f := range changed {
				if f.Name() == common.Method.Name() {
					return true
				}
			}
		} else if f := ssaval.Static(common); f != nil {
			if changed[f] {
				return true
			}
		} else if _, builtin := common.Value.(*ssa.Builtin); !builtin {
			return true
		}
		for _, a := range common.Args {
			if funcLike(a.Type()) {
				return true
			}
			if mi, ok := a.(*ssa.MakeInterface); ok {
				if funcLike(mi.X.Type()) {
					return true
				}
			}
		}
	}
	return false
}
