// This file reads the options under which an engine of jobs runs them again.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// once reports whether the options in sight say that the jobs which fn works
// are tried once: the options that go with the type of the job's arguments, or
// those of all tasks of the type that fn is registered for.
func (e *Engine) once(fn *ssa.Function, h knowledge.Handler) bool {
	if h.Options != "" {
		for _, p := range fn.Params {
			if e.onceByArguments(p.Type(), h) {
				return true
			}
		}
	}
	if h.Tasks == "" {
		return false
	}
	if e.tried == nil {
		e.tried = make(map[*ssa.Function]bool)
		e.eachRegistration(func(c ssa.CallInstruction, h knowledge.Handler) {
			if h.Tasks == "" || h.Op < 1 {
				return
			}
			single := e.tasksAreTriedOnce(ssaval.Argument(c.Common(), h.Op-1), h)
			for _, t := range e.handlersIn(ssaval.Argument(c.Common(), h.Op)) {
				before, seen := e.tried[t]
				e.tried[t] = single && (before || !seen)
			}
		})
	}
	return e.tried[fn]
}

// onceByArguments looks for the options in a method of the type argument of a
// job's type.
func (e *Engine) onceByArguments(job types.Type, h knowledge.Handler) bool {
	if p, ok := types.Unalias(job).(*types.Pointer); ok {
		job = p.Elem()
	}
	named, ok := types.Unalias(job).(*types.Named)
	if !ok {
		return false
	}
	for arg := range named.TypeArgs().Types() {
		obj, _, _ := types.LookupFieldOrMethod(arg, true, e.Pass.Pkg, h.Options)
		m, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		fn := e.SSA.SSA.Prog.FuncValue(m.Origin())
		if fn == nil {
			continue
		}
		for ret := range ssaval.Returns(fn) {
			if e.configOf(ret.Results...).off(h.Off) {
				return true
			}
		}
	}
	return false
}

// tasksAreTriedOnce reports whether the package makes tasks of the type, and
// all of them with options that switch the repetition off.
func (e *Engine) tasksAreTriedOnce(kind ssa.Value, h knowledge.Handler) bool {
	if kind == nil {
		return false
	}
	want, ok := e.Slicer.Value(kind, nil, nil).Constant()
	if !ok {
		return false
	}
	made, single := false, true
	e.eachCall(func(c ssa.CallInstruction) {
		if fn := ssaval.Callee(c.Common()); fn == nil || knowledge.Name(fn) != h.Tasks {
			return
		}
		got, ok := e.Slicer.Value(ssaval.Argument(c.Common(), 0), nil, nil).Constant()
		if ok && got != want {
			return
		}
		made = true
		single = single && ok && e.config(c, nil).off(h.Off)
	})
	return made && single
}

// eachRegistration calls f for the calls that register handlers.
func (e *Engine) eachRegistration(f func(ssa.CallInstruction, knowledge.Handler)) {
	e.eachCall(func(c ssa.CallInstruction) {
		if fn := ssaval.Callee(c.Common()); fn != nil {
			if h, ok := knowledge.HandlerOf(knowledge.Name(fn)); ok && h.Op >= 0 && ssaval.Argument(c.Common(), h.Op) != nil {
				f(c, h)
			}
		}
	})
}

// eachCall calls f for the calls of the package.
func (e *Engine) eachCall(f func(ssa.CallInstruction)) {
	for _, fn := range e.SSA.Funcs {
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			f(c)
		}
	}
}
