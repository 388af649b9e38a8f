// This file computes which funcs that a function is given it runs again, and after
// which outcomes.

package effect

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/reexec"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// reinvokes computes which func parameters fn invokes again.
func (e *Engine) reinvokes(fn *ssa.Function) []Reinvoke {
	if fn.Parent() != nil {
		return nil
	}
	var out []Reinvoke
	add := func(r Reinvoke, at ssa.Instruction) {
		for i := range out {
			if out[i].Param == r.Param {
				out[i].When |= r.When
				out[i].AfterFalse = out[i].AfterFalse || r.AfterFalse
				return
			}
		}
		r.MCP = e.hasMCPType(fn)
		r.At = e.Position(at.Pos())
		out = append(out, r)
		if e.again == nil {
			e.again = make(map[againKey]ssa.Instruction)
		}
		e.again[againKey{fn, r.Param}] = at
	}
	for _, g := range withLiterals(fn) {
		sites := e.sites[g]
		for _, s := range sites {
			for i, op := range s.Ops {
				if !isParam(op) {
					continue
				}
				if s.Shape == outcome.Condition {
					if r, at := e.condition(s, i, op); at != nil {
						add(r, at)
					}
					continue
				}
				if rep, ok := e.cycle(s, i, op); ok {
					add(e.reinvoke(fn, op.Func.Index, rep.Reach, s.Shape), rep.At)
				}
				for _, t := range sites {
					if t != s && sameOp(t, op) {
						if rep, ok := reexec.Sequence(e.Outcome, e.Attempt(s, op), e.Attempt(t, op), nil); ok {
							add(e.reinvoke(fn, op.Func.Index, rep.Reach, s.Shape), t.Instr)
						}
					}
				}
			}
		}
		for _, h := range e.handoversIn(g) {
			if isParam(h.op) && h.reach.Ends(0) != 0 {
				r := Reinvoke{Param: h.op.Func.Index, When: h.reach.Ends(0), Limit: h.limit, Gate: h.gate, AfterFalse: h.afterFalse, Marks: h.marks}
				r.May = h.reach.May(r.When)
				add(r, h.call)
			}
		}
	}
	for _, g := range withLiterals(fn) {
		for _, s := range e.sites[g] {
			for _, op := range s.Ops {
				if isParam(op) && !slices.ContainsFunc(out, func(r Reinvoke) bool { return r.Param == op.Func.Index }) {
					// Perhaps only an error with a mark of its own is repeated.
					r := Reinvoke{Param: op.Func.Index}
					e.marks(fn, &r)
					if slices.ContainsFunc(r.Marks, func(m MarkRule) bool { return m.When != 0 }) {
						add(r, s.Instr)
					}
				}
			}
		}
	}
	return out
}

// condition describes the repetition of a func (bool, error): after
// (false, nil), and after an error.
func (e *Engine) condition(s *Site, i int, op Op) (Reinvoke, ssa.Instruction) {
	r := Reinvoke{Param: op.Func.Index}
	var at ssa.Instruction
	alts := func(err outcome.Abs) []outcome.Alt {
		return []outcome.Alt{
			{When: knowledge.Of(knowledge.Done), Results: []outcome.LocAbs{{Loc: "r0", A: outcome.True}, {Loc: "r1", A: outcome.Abs{K: outcome.Nil}}}},
			{When: knowledge.Failures, Results: []outcome.LocAbs{{Loc: "r0", A: outcome.False}, {Loc: "r1", A: err}}},
		}
	}
	op.Alts = alts(outcome.Abs{K: outcome.Nil})
	if rep, ok := e.cycle(s, i, op); ok && rep.Reach.Ends(0) != 0 {
		r.AfterFalse, at = true, rep.At
	}
	op.Alts = alts(outcome.AttemptError)
	if rep, ok := e.cycle(s, i, op); ok {
		if r.When = rep.Reach.Ends(0); r.When != 0 {
			r.May, at = rep.Reach.May(r.When), rep.At
		}
	}
	return r, at
}

// isParam: an invocation of a parameter of the declared function itself.
func isParam(op Op) bool {
	return op.Func != nil && op.Func.Fn == "" && op.Func.Path == ""
}

// reinvoke describes the repetition of a parameter, and asks what callers can
// set: the number of attempts, a predicate, a mark on the error.
func (e *Engine) reinvoke(fn *ssa.Function, param int, reach reexec.Reach, shape outcome.Shape) Reinvoke {
	ends := reach.Ends(outcome.Hinted | outcome.LookedUp)
	r := Reinvoke{Param: param, When: ends, May: reach.May(ends), AfterFalse: shape == outcome.Condition}
	if ends == 0 {
		return r
	}
	if reach.Ends(outcome.Forced) == 0 {
		r.Gate = gateParam(fn) + 1
	}
	for i, p := range fn.Params {
		if b, ok := p.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
			continue
		}
		e.Outcome.Fresh(given{p: {K: outcome.Int, N: 1}}, func() {
			if got, ok := e.walkHelper(fn, param, Op{}, nil); ok && got.Ends(0) == 0 {
				r.Limit = i + 1
			}
		})
	}
	for i, p := range fn.Params {
		if b, ok := p.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
			continue
		}
		for _, v := range []bool{false, true} {
			a := outcome.False
			if v {
				a = outcome.True
			}
			e.Outcome.Fresh(given{p: a}, func() {
				if got, ok := e.walkHelper(fn, param, Op{}, nil); ok && got.Ends(0) == 0 {
					r.Offs = append(r.Offs, ParamOff{i, v})
				}
			})
		}
	}
	e.marks(fn, &r)
	return r
}

// marks asks after which endings a parameter is invoked again if its error
// carries a mark that fn tests for.
func (e *Engine) marks(fn *ssa.Function, r *Reinvoke) {
	param := r.Param
	for _, m := range e.ownMarks(fn) {
		alts := []outcome.Alt{
			{When: knowledge.Of(knowledge.Done), Results: resultsWith(fn, param, outcome.Abs{K: outcome.Nil})},
			{When: knowledge.Failures, Results: resultsWith(fn, param, outcome.Abs{K: outcome.Err, Chain: true, Text: true, S: m})},
		}
		e.Outcome.Fresh(nil, func() {
			if got, ok := e.walkHelper(fn, param, Op{Alts: alts}, nil); ok {
				r.Marks = append(r.Marks, MarkRule{m, got.Ends(0)})
			}
		})
	}
}

// resultsWith are the results of func parameter param with the given error.
func resultsWith(fn *ssa.Function, param int, err outcome.Abs) []outcome.LocAbs {
	if param >= len(fn.Params) {
		return nil // of an instance that drops parameters
	}
	sig := ssaval.Func(fn.Params[param].Type())
	if sig == nil || sig.Results().Len() == 0 {
		return nil
	}
	return []outcome.LocAbs{{Loc: "r" + strconv.Itoa(sig.Results().Len()-1), A: err}}
}

// gateParam is the parameter of type func(error) bool.
func gateParam(fn *ssa.Function) int {
	for i, p := range fn.Params {
		sig := ssaval.Func(p.Type())
		if sig != nil && sig.Params().Len() == 1 && ssaval.IsError(sig.Params().At(0).Type()) && sig.Results().Len() == 1 {
			if b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
				return i
			}
		}
	}
	return -1
}

// ownMarks lists the error types and sentinels of this package that fn tests
// for.
func (e *Engine) ownMarks(fn *ssa.Function) []string {
	var out []string
	add := func(name string, pkg *types.Package) {
		if name != "" && pkg == e.Pass.Pkg && !slices.Contains(out, name) && len(out) < 4 {
			out = append(out, name)
		}
	}
	named := func(t types.Type) {
		n := t
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			n = p.Elem()
		}
		if nt, ok := types.Unalias(n).(*types.Named); ok && !types.IsInterface(nt) {
			add(knowledge.TypeName(t), nt.Obj().Pkg())
		}
	}
	for _, g := range withLiterals(fn) {
		for instr := range ssaval.Instructions(g) {
			switch x := instr.(type) {
			case *ssa.TypeAssert:
				if ssaval.IsError(x.X.Type()) {
					named(x.AssertedType)
				}
			case *ssa.Call:
				obj := ssaval.Callee(&x.Call)
				if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "errors" {
					continue
				}
				switch obj.Name() {
				case "As":
					if mi, ok := x.Call.Args[1].(*ssa.MakeInterface); ok {
						if p, ok := mi.X.Type().Underlying().(*types.Pointer); ok {
							named(p.Elem())
						}
					}
				case "AsType":
					if f := x.Call.StaticCallee(); f != nil && len(f.TypeArgs()) > 0 {
						named(f.TypeArgs()[0])
					}
				case "Is":
					if ld, ok := x.Call.Args[1].(*ssa.UnOp); ok {
						if gl, ok := ld.X.(*ssa.Global); ok && gl.Pkg != nil {
							add(gl.Pkg.Pkg.Path()+"."+gl.Name(), gl.Pkg.Pkg)
						}
					}
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// limited reports whether a call gives a helper one attempt, and the caller's
// own parameter, plus one, that it passes on as the number.
func limited(r Reinvoke, args []ssa.Value) (off bool, limit int) {
	if r.Limit == 0 || r.Limit > len(args) {
		return false, 0
	}
	switch a := args[r.Limit-1].(type) {
	case *ssa.Const:
		return a.Value != nil && a.Int64() <= 1, 0
	case *ssa.Parameter:
		return false, paramIndex(a) + 1
	}
	return false, 0
}

func constArg(args []ssa.Value, i int) (value, ok bool) {
	if i >= len(args) {
		return false, false
	}
	c, isConst := args[i].(*ssa.Const)
	if !isConst || c.Value == nil || c.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Value), true
}

func paramIndex(p *ssa.Parameter) int { return slices.Index(p.Parent().Params, p) }

type againKey struct {
	fn    *ssa.Function
	param int
}
