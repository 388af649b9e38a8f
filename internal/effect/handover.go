// This file finds where an operation is handed over, as a func, to something that
// may run it more than once.

package effect

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A handover is a call that hands a func over to something that may invoke it
// again.
type handover struct {
	call    ssa.CallInstruction
	op      Op // of the func, in terms of the function that hands it over
	reach   reexec.Reach
	vehicle *knowledge.Vehicle
	helper  *ssa.Function // of this package
	param   int
	via     string
	fn      ssa.Value
	mcp     bool
	how     How
	// For a param that is passed on: see Reinvoke.
	limit, gate int
	afterFalse  bool
	marks       []MarkRule
}

// handed adds to s the ops of funcs that a call of something unknown is given.
// They are taken to be invoked by it, and its error to be theirs.
func (e *Engine) handed(s *Site) {
	common := s.Instr.Common()
	callee := ssaval.Callee(common)
	if callee != nil && storesFunc(knowledge.Name(callee)) {
		return
	}
	if callee != nil {
		if s2 := e.Summary(callee); s2 != nil && callee.Pkg() == e.Pass.Pkg {
			return // its body says that it does not invoke it
		}
	}
	if _, isDefer := s.Instr.(*ssa.Defer); isDefer {
		return
	}
	for _, arg := range common.Args {
		if !funcLike(arg.Type()) && !isEmptyInterface(arg.Type()) {
			continue
		}
		for _, t := range e.resolve(arg, 0) {
			for _, op := range e.targetOps(t, s.Instr) {
				if t.param != nil {
					e.addOps(s, op)
					continue
				}
				op = e.handedFrame(op, t, s.Instr)
				inner := op.Alts
				op.Alts = nil
				if v, ok := e.vehicleOf(s.Instr); ok && v.Kind != knowledge.Once {
					op.Alts = nil
				} else if resultsAlike(common.Signature(), t) {
					op.Alts = inner
				}
				e.addOps(s, e.resolved(op, s.Instr))
			}
		}
	}
}

func funcLike(t types.Type) bool {
	return ssaval.Func(t) != nil
}

func isEmptyInterface(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// resultsAlike: the callee returns what the func returns.
func resultsAlike(sig *types.Signature, t target) bool {
	if t.fn == nil {
		return false
	}
	return sig.Results().Len() == t.fn.Signature.Results().Len() && ssaval.CanFail(sig) && ssaval.CanFail(t.fn.Signature)
}

// storesFunc: functions that keep a func for events rather than invoke it.
func storesFunc(name string) bool {
	short := name[strings.LastIndexByte(name, '.')+1:]
	for _, p := range []string{"Handle", "Register", "Add", "On", "Set", "With", "Use", "New", "Subscribe", "Cleanup"} {
		if strings.HasPrefix(short, p) {
			return true
		}
	}
	return false
}

// handoversIn lists the hand-overs in fn.
func (e *Engine) handoversIn(fn *ssa.Function) []handover {
	var out []handover
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		if _, builtin := c.Common().Value.(*ssa.Builtin); builtin {
			continue
		}
		out = append(out, e.handoversAt(c)...)
	}
	return out
}

func (e *Engine) handoversAt(c ssa.CallInstruction) []handover {
	common := c.Common()
	if v, ok := e.vehicleOf(c); ok {
		return e.toVehicle(c, v)
	}
	var out []handover
	for _, t := range e.targets(common) {
		var s *Summary
		switch {
		case t.fn != nil:
			s = e.summaries[t.fn]
		case t.obj != nil:
			s = e.Summary(t.obj)
		}
		if s == nil {
			continue
		}
		args := common.Args
		if common.IsInvoke() {
			args = append([]ssa.Value{common.Value}, args...)
		}
		for _, r := range s.Reinvokes {
			if r.Param >= len(args) {
				continue
			}
			off, limit := limited(r, args)
			for _, o := range r.Offs {
				if k, ok := constArg(args, o.Param); ok && k == o.Value {
					off = true
				}
			}
			if off {
				continue // told to make one attempt
			}
			via := ""
			if t.fn != nil {
				via = t.fn.RelString(e.Pass.Pkg)
			} else {
				via = knowledge.Short(knowledge.Name(t.obj))
			}
			for _, in := range e.resolve(args[r.Param], 0) {
				for _, op := range e.targetOps(in, c) {
					if in.param == nil {
						op = e.handedFrame(op, in, c)
						op = e.resolved(op, c)
					}
					h := handover{call: c, op: op, helper: t.fn, param: r.Param, via: via, fn: args[r.Param], mcp: r.MCP, how: Helper, limit: limit, afterFalse: r.AfterFalse, marks: r.Marks}
					if r.Gate > 0 && r.Gate <= len(args) {
						if p, ok := args[r.Gate-1].(*ssa.Parameter); ok {
							h.gate = paramIndex(p) + 1
						}
					}
					h.reach = e.toHelper(c, t.fn, r, op, args)
					if len(h.reach.Hits) > 0 {
						out = append(out, h)
					}
				}
			}
		}
	}
	return out
}

// handovers reports the funcs that fn hands to something that runs them again.
func (e *Engine) handovers(fn *ssa.Function) {
	for _, h := range e.handoversIn(fn) {
		if h.op.Func != nil || len(h.reach.Hits) == 0 {
			continue
		}
		if h.op.open() {
			gs, named := e.circumstances(fn, h.op)
			if len(gs) == 0 {
				continue
			}
			h.op = named
		}
		if h.reach.Ends(0)|h.reach.With(outcome.Hinted)|h.reach.With(outcome.LookedUp) == 0 {
			continue
		}
		e.restOn(&h.reach, h.call)
		r := Repetition{How: h.how, Op: h.op, Site: &Site{Instr: h.call}, At: h.call, Reach: h.reach, Vehicle: h.vehicle, Via: h.via, Func: h.fn}
		if h.helper != nil && h.mcp {
			if at := e.again[againKey{h.helper, h.param}]; at != nil {
				r.At, r.Pos = at, at.Pos()
				r.First = h.call.Pos()
			}
		}
		e.add(r)
	}
}
