// This file puts what a callee does into its caller's terms: arguments for
// parameters, what a func that is handed over does for the func, and what is
// returned for what happened.

package effect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// inFrame puts an op of a callee into the terms of the function that contains
// the call.
func (e *Engine) inFrame(op Op, t target, c ssa.CallInstruction) []Op {
	if t.param != nil {
		return []Op{op}
	}
	common := c.Common()
	args := common.Args
	if common.IsInvoke() {
		args = append([]ssa.Value{common.Value}, args...)
	}
	if t.closure != nil && t.fn != nil && t.fn.Parent() == nil && len(t.closure.Bindings) == 1 {
		// A bound method: its receiver is the binding.
		args = append([]ssa.Value{t.closure.Bindings[0]}, args...)
	}
	fnName := ""
	if t.fn != nil && t.fn.Parent() != nil {
		fnName = t.fn.Name()
	}
	owner := ""
	if c.Parent().Parent() != nil {
		owner = c.Parent().Name()
	}
	subst := func(term identity.Term) identity.Term {
		if fnName != "" {
			term = term.MadeIn(fnName, e.region.In(c), owner)
		} else {
			term = term.MadeBy(e.region.In(c), owner)
		}
		return uncaptured(term, t.fn, c).Subst(fnName, func(i int, p string) identity.Term {
			if i < len(args) {
				return e.Slicer.Value(args[i], split(p), e.region)
			}
			return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("arg%d.%s", i, p)}
		})
	}
	out := op
	out = out.inTerms(subst)
	if chosen(op) {
		// Each time it is called, the callee finds out anew what to call.
		out.Name = identity.Term{Kind: identity.Data, Name: e.Position(c.Pos())}
	}
	out.Alts = op.Alts
	if op.Body != nil {
		// What makes the bytes may be a literal in a variable that others
		// capture.
		held := e.Slicer.Held
		e.Slicer.Held = true
		body := subst(*op.Body)
		e.Slicer.Held = held
		rpc, ok := rpcOp(body)
		switch {
		case ok:
			out.Body, out.Method, out.Name, out.Args = nil, rpc.Method, rpc.Name, rpc.Args
			out.State, out.Inputs = rpc.State, rpc.Inputs
			return []Op{e.resolved(out, c)}
		case body.Has(identity.Param) && len(op.Flow) < maxMethodFlow:
			out.Body = &body
			return []Op{out}
		}
		return nil
	}
	if op.Method != nil {
		m := subst(*op.Method)
		if k, ok := m.Constant(); ok {
			if k != "tools/call" {
				return nil
			}
			out.Method = nil
		} else if openMethod(m) && len(op.Flow) < maxMethodFlow {
			out.Method = &m
		} else {
			return nil
		}
	}
	if op.Func != nil {
		return e.composed(op, subst, args, fnName, c)
	}
	return []Op{e.resolved(out, c)}
}

// chosen reports whether what is called is one of several things that a call
// returned, such as the wishes of a model, or was read out of its answer, or what
// runs a func that was handed over says, such as an interpreter, or was chosen
// further down. Where the tool itself is out of sight, its arguments say so.
func chosen(op Op) bool {
	return op.Chosen() || wished(op.Name) || op.Name.Kind == identity.Opaque && strings.HasPrefix(op.Name.Name, handedOver) || op.Name.Kind == identity.Opaque && wished(op.Args)
}

func wished(t identity.Term) bool {
	found := false
	t.Walk(func(s identity.Term) bool {
		of := s.Kind == identity.Data || s.Kind == identity.Compose && strings.HasPrefix(s.Name, "element") || s.Decodes()
		found = found || of && slices.ContainsFunc(s.Sub, identity.Term.Answered)
		return !found
	})
	return found
}

// composed replaces the invocation of a func parameter by what the func that
// is handed over does.
func (e *Engine) composed(op Op, subst func(identity.Term) identity.Term, args []ssa.Value, fnName string, c ssa.CallInstruction) []Op {
	if op.Func.Fn != fnName || op.Func.Path != "" || op.Func.Index >= len(args) {
		f := subst(*op.Func)
		if f.Kind != identity.Param {
			return nil
		}
		out := op
		out.Func, out.Given = &f, inEach(op.Given, subst)
		return []Op{out}
	}
	given := inEach(op.Given, subst)
	var result []Op
	for _, t := range e.resolve(args[op.Func.Index], 0) {
		for _, inner := range e.targetOps(t, c) {
			if t.param != nil {
				inner.Alts = op.Alts
				result = append(result, inner)
				continue
			}
			inner = e.handedFrame(inner, t, c, given...)
			inner.Alts = composeAlts(op.Alts, inner.Alts)
			if inner.Func == nil {
				inner = e.resolved(inner, c)
			}
			result = append(result, inner)
		}
	}
	return result
}

// uncaptured takes out of a term what a literal captured that is made elsewhere
// than where it is called: that is out of sight.
func uncaptured(term identity.Term, lit *ssa.Function, c ssa.CallInstruction) identity.Term {
	if lit == nil || lit.Parent() == nil || ssaval.Root(lit) == ssaval.Root(c.Parent()) {
		return term
	}
	return term.Subst("", func(i int, p string) identity.Term {
		return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("%s.captured%d.%s", lit.Name(), i, p)}
	})
}

// handedFrame puts an op of a func that is handed over, and not called here,
// into the terms of the function that hands it over. It is invoked with given,
// as far as that is known.
func (e *Engine) handedFrame(op Op, t target, c ssa.CallInstruction, given ...identity.Term) Op {
	fnName := ""
	bound := ssa.Value(nil)
	if t.fn != nil && t.fn.Parent() != nil {
		fnName = t.fn.Name()
	} else if t.closure != nil && len(t.closure.Bindings) == 1 {
		bound = t.closure.Bindings[0]
	}
	subst := func(term identity.Term) identity.Term {
		return uncaptured(term, t.fn, c).Subst(fnName, func(i int, p string) identity.Term {
			if i == 0 && bound != nil {
				return e.Slicer.Value(bound, split(p), e.region)
			}
			if bound != nil {
				i--
			}
			if i < len(given) {
				return part(given[i], p)
			}
			return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("%s%d.%s", handedOver, i, p)}
		})
	}
	op = op.inTerms(subst)
	if op.Func != nil {
		f := subst(*op.Func)
		op.Func, op.Given = &f, inEach(op.Given, subst)
	}
	if op.Body != nil {
		body := subst(*op.Body)
		op.Body = &body
		if rpc, ok := rpcOp(body); ok {
			op.Body, op.Method, op.Name, op.Args = nil, rpc.Method, rpc.Name, rpc.Args
			op.State, op.Inputs = rpc.State, rpc.Inputs
		}
	}
	if op.Method != nil {
		m := subst(*op.Method)
		op.Method = &m
		if k, ok := m.Constant(); ok && k == "tools/call" {
			op.Method = nil
		}
	}
	return op
}

// composeAlts tells how a helper turns out that is given a func that turns
// out as inner.
func composeAlts(helper, inner []outcome.Alt) []outcome.Alt {
	if len(inner) == 0 || len(helper) == 0 {
		return helper
	}
	var out []outcome.Alt
	for _, in := range inner {
		last := lastResult(in)
		for _, h := range helper {
			when := in.When
			switch {
			case last.K == outcome.Nil:
				if h.When&knowledge.Of(knowledge.Done, knowledge.ToolError) == 0 {
					continue
				}
			case last.K == outcome.Err && !last.Chain:
				if !h.When.Has(knowledge.Unclassified) {
					continue
				}
			default:
				when &= h.When
			}
			if when != 0 {
				out = append(out, outcome.Alt{When: when, Results: h.Results, May: h.May || in.May, Tags: h.Tags | in.Tags, Dead: h.Dead})
			}
		}
	}
	return out
}

// lastResult returns what is known of the last result of an outcome.
func lastResult(a outcome.Alt) outcome.Abs {
	var last outcome.Abs
	best := -1
	for _, r := range a.Results {
		rest, ok := strings.CutPrefix(r.Loc, "r")
		// What is inside of a result ends in no number, or follows one.
		if i, err := strconv.Atoi(rest); ok && err == nil && i > best {
			best, last = i, r.A
		}
	}
	return last
}

// resolved fills in what contracts say of an op at a call.
func (e *Engine) resolved(op Op, c ssa.CallInstruction) Op {
	if fn := ssaval.Callee(c.Common()); fn != nil {
		if f := e.contractOf(fn); f != nil {
			op.Effect = op.Effect.Join(f.Effect)
			op.Dedupes = joinDedupes(op.Dedupes, f.Dedupes)
		}
		if name, ok := op.Name.Constant(); ok && fn.Pkg() != nil && e.Contracts != nil {
			t := e.Contracts.ToolVia(fn.Pkg().Path(), name)
			op.Effect = op.Effect.Join(t.Effect)
			op.Dedupes = joinDedupes(op.Dedupes, t.Dedupes)
		}
	}
	if name, ok := op.Name.Constant(); ok && e.Contracts != nil {
		t := e.Contracts.Tool(name)
		op.Effect = op.Effect.Join(t.Effect)
		op.Dedupes = joinDedupes(op.Dedupes, t.Dedupes)
	}
	if op.Name.Kind == identity.Global && e.Contracts != nil {
		if f := e.contractOf(e.lookupVar(strings.TrimPrefix(op.Name.Name, "*"))); f != nil {
			op.Effect = op.Effect.Join(f.Effect)
			op.Dedupes = joinDedupes(op.Dedupes, f.Dedupes)
		}
	}
	for fn := c.Parent(); fn != nil; fn = fn.Parent() {
		if obj := ssaval.Object(fn); obj != nil {
			if f := e.contractOf(obj); f != nil {
				op.Effect = op.Effect.Join(f.Effect)
				op.Dedupes = joinDedupes(op.Dedupes, f.Dedupes)
			}
		}
	}
	return op
}

func joinDedupes(a, b []contract.Dedupes) []contract.Dedupes {
	for _, d := range b {
		if !slices.ContainsFunc(a, func(x contract.Dedupes) bool { return x.String() == d.String() }) {
			a = append(slices.Clone(a), d)
		}
	}
	return a
}
