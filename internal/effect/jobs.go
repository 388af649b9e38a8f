// This file judges functions that an engine of jobs or workflows runs, and may run
// again.

package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// jobs finds operations in functions that a job or workflow engine runs again:
// methods that the engine calls by their name and type, and functions that
// are registered with it here.
func (e *Engine) jobs(fn *ssa.Function) {
	if h, ok := e.handlerMethod(fn); ok && h.Reruns {
		e.job(fn, h, nil)
	}
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		obj := ssaval.Callee(c.Common())
		if obj == nil {
			continue
		}
		h, ok := knowledge.HandlerOf(knowledge.Name(obj))
		if !ok || h.Op < 0 {
			continue
		}
		arg := ssaval.Argument(c.Common(), h.Op)
		if arg == nil {
			continue
		}
		cfg := e.config(c, arg)
		if cfg.off(h.Off) || !h.Reruns && !cfg.has(h.Markers) {
			continue
		}
		for _, t := range e.handlersIn(arg) {
			e.job(t, h, c)
		}
		e.importedJobs(arg, h, c)
	}
}

// importedJobs reports the registration of functions of other packages.
func (e *Engine) importedJobs(arg ssa.Value, h knowledge.Handler, registration ssa.CallInstruction) {
	for _, t := range e.resolve(arg, 0) {
		if t.fn != nil || t.obj == nil {
			continue
		}
		s := e.Summary(t.obj)
		if s == nil {
			continue
		}
		for _, op := range s.Ops {
			if op.Func != nil || op.open() {
				continue
			}
			reach := jobReach(op.Alts, h)
			if len(reach.Hits) == 0 {
				continue
			}
			how := Job
			if h.AtExecution {
				how = Registry
			}
			e.add(Repetition{How: how, Op: op, Site: &Site{Instr: registration}, At: registration, Reach: reach, Via: h.Engine})
		}
	}
}

// jobReach tells after which outcomes of a handler it is run again.
func jobReach(alts []outcome.Alt, h knowledge.Handler) reexec.Reach {
	var reach reexec.Reach
	stops := func(a outcome.Abs) bool {
		return slices.Contains(h.Permanent, strings.TrimSuffix(a.Perm, outcome.WrappedMark)) || slices.ContainsFunc(h.Permanent, a.HasMark)
	}
	for _, alt := range alts {
		if ends, may := again(alt, knowledge.All&^knowledge.Of(knowledge.Done), false, stops); ends != 0 {
			reach.Hits = append(reach.Hits, reexec.Hit{Ends: ends, May: may, Tags: alt.Tags})
		}
	}
	return reach
}

// handlersIn returns the functions that registering v registers: a func, or
// the exported methods of a value.
func (e *Engine) handlersIn(v ssa.Value) []*ssa.Function {
	out := e.Funcs(v)
	if len(out) > 0 {
		return out
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		ms := types.NewMethodSet(mi.X.Type())
		for m := range ms.Methods() {
			obj, ok := m.Obj().(*types.Func)
			if !ok || !obj.Exported() {
				continue
			}
			if f := e.SSA.SSA.Prog.FuncValue(obj.Origin()); f != nil && len(f.Blocks) > 0 {
				out = append(out, f)
			}
		}
	}
	return out
}

// handlerMethod reports whether fn is a method that an engine calls: of the
// name and with the parameter types of its interface.
func (e *Engine) handlerMethod(fn *ssa.Function) (knowledge.Handler, bool) {
	obj := ssaval.Object(fn)
	if obj == nil || obj.Signature().Recv() == nil {
		return knowledge.Handler{}, false
	}
	for _, h := range knowledge.HandlerMethods() {
		name := h.Func[strings.LastIndexByte(h.Func, '.')+1:]
		if name != obj.Name() {
			continue
		}
		pkg := strings.TrimPrefix(strings.TrimPrefix(h.Func, "("), "*")
		if i := strings.IndexByte(pkg, ')'); i > 0 {
			pkg = pkg[:i]
		}
		pkg = pkg[:strings.LastIndexByte(pkg, '.')]
		sig := obj.Signature()
		for i := range sig.Params().Len() {
			tn := strings.TrimPrefix(knowledge.TypeName(sig.Params().At(i).Type()), "*")
			if strings.HasPrefix(tn, pkg+".") || strings.HasPrefix(tn, strings.TrimSuffix(pkg, "/pkg/reconcile")+".") ||
				pkg == "sigs.k8s.io/controller-runtime/pkg/reconcile" && strings.HasPrefix(tn, "sigs.k8s.io/controller-runtime/") {
				return h, true
			}
		}
	}
	return knowledge.Handler{}, false
}

// job reports the operations of a function that is run again when it returns
// an error.
func (e *Engine) job(fn *ssa.Function, h knowledge.Handler, registration ssa.CallInstruction) {
	s := e.summaries[fn]
	if s == nil || len(e.sites[fn]) == 0 || e.once(fn, h) {
		return
	}
	for _, site := range e.sites[fn] {
		for _, op := range site.Ops {
			if op.Func != nil || op.open() {
				continue
			}
			entry := e.entry(site.Instr)
			if entry == nil {
				continue
			}
			reach := jobReach(e.Outcome.Outcomes(fn, site.Instr, entry, e.Attempt(site, op).After, nil), h)
			if len(reach.Hits) == 0 {
				continue
			}
			r := Repetition{How: Job, Op: op, Site: site, At: site.Instr, Reach: reach, Via: h.Engine}
			if h.AtExecution {
				r.How, r.At = Registry, registration
				if registration == nil {
					continue
				}
				r.Pos = registration.Pos()
			}
			e.add(r)
		}
	}
}
