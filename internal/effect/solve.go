package effect

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Bounds of a summary.
const (
	maxOps    = 6
	maxFlow   = 5
	maxRounds = 8
	// maxMethodFlow bounds how far up "tools/call" may stand from the sender.
	maxMethodFlow = 4
)

// A Site is a call that issues, or hands over, operations.
type Site struct {
	Instr ssa.CallInstruction
	Shape outcome.Shape
	Ops   []Op // in terms of the function that contains Instr
}

// solve computes the summaries bottom-up, to a fixpoint for recursion.
func (e *Engine) solve() {
	todo := e.bottomUp()
	all := todo
	for range maxRounds {
		changed := make(map[*ssa.Function]bool)
		for _, fn := range todo {
			sites := e.findSites(fn)
			e.sites[fn] = sites
			s := e.summarise(fn, sites)
			if old := e.summaries[fn]; !sameSummary(old, s) {
				e.summaries[fn] = s
				changed[fn] = true
			}
		}
		if e.interfaceMethods() {
			todo = all
			continue
		}
		if len(changed) == 0 {
			break
		}
		todo = e.affected(all, changed)
	}
	e.confirm()
}

func sameSummary(a, b *Summary) bool {
	if a == nil || b == nil {
		return (a == nil || a.empty()) && (b == nil || b.empty())
	}
	return slices.EqualFunc(a.Ops, b.Ops, func(x, y Op) bool {
		return opKey(x) == opKey(y) && fmt.Sprint(x.Alts) == fmt.Sprint(y.Alts)
	}) && fmt.Sprint(a.Reinvokes) == fmt.Sprint(b.Reinvokes)
}

// opKey says which operation an op is: ops with equal keys are the same
// operation in one round.
func opKey(o Op) string {
	switch {
	case o.Func != nil:
		return "func " + o.Func.Key()
	case o.Body != nil:
		return "body " + o.Body.Key()
	case o.Method != nil:
		return "send " + o.Method.Key() + " " + o.Args.Key()
	}
	return "call " + o.Name.Key() + " " + keyless(o.Args).Key()
}

// keyless leaves out what may differ between attempts of one operation: the
// entries that are operation keys.
func keyless(t identity.Term) identity.Term {
	if len(t.Sub) == 0 {
		return t
	}
	out := t
	out.Sub = nil
	for _, s := range t.Sub {
		if s.Kind == identity.Entry && (isKeyName(s.Name) || isKeyName(s.Tag)) {
			continue
		}
		out.Sub = append(out.Sub, keyless(s))
	}
	return out
}

func isKeyName(name string) bool {
	s := knowledge.KeyStrength(name)
	return s == knowledge.Strong || s == knowledge.Medium
}

// findSites lists the attempts that fn makes.
func (e *Engine) findSites(fn *ssa.Function) []*Site {
	var out []*Site
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if s := e.siteOf(c); s != nil {
				out = append(out, s)
			}
		}
	}
	return out
}

func (e *Engine) siteOf(c ssa.CallInstruction) *Site {
	if _, ok := c.Common().Value.(*ssa.Builtin); ok {
		return nil
	}
	if e.probe != nil {
		if op, shape, ok := e.probe(c); ok {
			return &Site{c, shape, []Op{op}}
		}
	} else {
		if op, shape, ok := e.sink(c); ok && e.Relevant {
			op.Licensed = e.licensed(c) != nil
			return &Site{c, shape, []Op{e.resolved(op, c)}}
		}
		if op, shape, ok := e.rawSend(c); ok {
			op.Licensed = e.licensed(c) != nil
			return &Site{c, shape, []Op{e.resolved(op, c)}}
		}
	}
	s := &Site{Instr: c}
	for _, t := range e.targets(c.Common()) {
		for _, op := range e.targetOps(t, c) {
			e.addOps(s, e.inFrame(op, t, c)...)
		}
	}
	if len(s.Ops) == 0 {
		e.handed(s)
	}
	if len(s.Ops) == 0 {
		return nil
	}
	_, isGo := c.(*ssa.Go)
	for i := range s.Ops {
		s.Ops[i].Async = s.Ops[i].Async || isGo
	}
	if c.Common().Signature().Results().Len() > 0 && isCondition(c.Common().Signature()) && s.Ops[0].Func != nil {
		s.Shape = outcome.Condition
	}
	return s
}

// isCondition: func(…) bool or (bool, error).
func isCondition(sig *types.Signature) bool {
	res := sig.Results()
	b, ok := res.At(0).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0 && (res.Len() == 1 || res.Len() == 2 && ssaval.IsError(res.At(1).Type()))
}

func (e *Engine) addOps(s *Site, ops ...Op) {
	for _, op := range ops {
		k := opKey(op)
		dup := false
		for i := range s.Ops {
			if opKey(s.Ops[i]) == k {
				dup = true
				s.Ops[i].Alts = mergeAlts(s.Ops[i].Alts, op.Alts)
			}
		}
		if !dup && len(s.Ops) < maxOps {
			s.Ops = append(s.Ops, op)
		}
	}
}

func mergeAlts(a, b []outcome.Alt) []outcome.Alt {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.ContainsFunc(out, func(y outcome.Alt) bool { return fmt.Sprint(x) == fmt.Sprint(y) }) {
			out = append(out, x)
		}
	}
	if len(out) > 12 {
		out = out[:12]
	}
	return out
}

// targetOps returns the ops of a target in the target's own terms.
func (e *Engine) targetOps(t target, c ssa.CallInstruction) []Op {
	switch {
	case t.param != nil:
		term := e.term(t.param)
		if term.Kind != identity.Param || !fallible(t.param.Type()) {
			return nil
		}
		return []Op{{Sink: "func parameter", Func: &term}}
	case t.fn != nil:
		if s := e.summaries[t.fn]; s != nil {
			return s.Ops
		}
		return nil
	case t.obj != nil:
		if t.obj.Pkg() == e.Pass.Pkg {
			if s := e.methods[t.obj]; s != nil {
				return s.Ops
			}
			return nil
		}
		if s := e.imported(t.obj); s != nil {
			return s.Ops
		}
		return nil
	}
	return t.ops
}

// fallible: a func whose results tell how it went. One that only says true or
// false is a condition to be waited for, unless it is given something to judge.
func fallible(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	res := sig.Results()
	return res.Len() > 0 && (ssaval.IsError(res.At(res.Len()-1).Type()) || isCondition(sig) && judgesNothing(sig))
}

// judgesNothing: the parameters are a context and numbers, if any.
func judgesNothing(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if knowledge.TypeName(p.Type()) == "context.Context" {
			continue
		}
		if b, ok := p.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
			return false
		}
	}
	return true
}

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
	subst := func(term identity.Term) identity.Term {
		if fnName != "" {
			term = term.MadeIn(fnName, e.region.In(c))
		} else {
			term = term.Made(e.region.In(c))
		}
		if fnName != "" && ssaval.Root(t.fn) != ssaval.Root(c.Parent()) {
			// A literal made elsewhere: what it captured is out of sight.
			term = term.Subst("", func(i int, p string) identity.Term {
				return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("%s.captured%d.%s", fnName, i, p)}
			})
		}
		return term.Subst(fnName, func(i int, p string) identity.Term {
			if i < len(args) {
				return e.Slicer.Value(args[i], split(p), e.region)
			}
			return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("arg%d.%s", i, p)}
		})
	}
	out := op
	out = out.inTerms(subst)
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

// composed replaces the invocation of a func parameter by what the func that
// is handed over does.
func (e *Engine) composed(op Op, subst func(identity.Term) identity.Term, args []ssa.Value, fnName string, c ssa.CallInstruction) []Op {
	if op.Func.Fn != fnName || op.Func.Path != "" || op.Func.Index >= len(args) {
		f := subst(*op.Func)
		if f.Kind != identity.Param {
			return nil
		}
		out := op
		out.Func = &f
		return []Op{out}
	}
	var result []Op
	for _, t := range e.resolve(args[op.Func.Index], 0) {
		for _, inner := range e.targetOps(t, c) {
			if t.param != nil {
				inner.Alts = op.Alts
				result = append(result, inner)
				continue
			}
			inner = e.handedFrame(inner, t, c)
			inner.Alts = composeAlts(op.Alts, inner.Alts)
			if inner.Func == nil {
				inner = e.resolved(inner, c)
			}
			result = append(result, inner)
		}
	}
	return result
}

// handedFrame puts an op of a func that is handed over, and not called here,
// into the terms of the function that hands it over.
func (e *Engine) handedFrame(op Op, t target, c ssa.CallInstruction) Op {
	fnName := ""
	bound := ssa.Value(nil)
	if t.fn != nil && t.fn.Parent() != nil {
		fnName = t.fn.Name()
	} else if t.closure != nil && len(t.closure.Bindings) == 1 {
		bound = t.closure.Bindings[0]
	}
	literal := fnName != ""
	subst := func(term identity.Term) identity.Term {
		if literal && ssaval.Root(t.fn) != ssaval.Root(c.Parent()) {
			term = term.Subst("", func(i int, p string) identity.Term {
				return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("%s.captured%d.%s", fnName, i, p)}
			})
		}
		return term.Subst(fnName, func(i int, p string) identity.Term {
			if i == 0 && bound != nil {
				return e.Slicer.Value(bound, split(p), e.region)
			}
			return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("handed%d.%s", i, p)}
		})
	}
	op = op.inTerms(subst)
	if op.Func != nil {
		f := subst(*op.Func)
		op.Func = &f
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
		if len(r.Loc) == 2 && r.Loc[0] == 'r' && int(r.Loc[1]-'0') > best {
			best = int(r.Loc[1] - '0')
			last = r.A
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

// summarise computes the ops of fn from its sites.
// laterAttempts returns a visitor that leaves a path where another attempt of
// the same operation follows: what the function returns then tells of that
// one, which is summarised by itself.
func laterAttempts(sites []*Site, first *Site, op Op) func(ssa.Instruction, *outcome.Path) outcome.Action {
	var later []ssa.Instruction
	for _, s := range sites {
		if s != first && sameOp(s, op) {
			later = append(later, s.Instr)
		}
	}
	if len(later) == 0 {
		return nil
	}
	return func(instr ssa.Instruction, _ *outcome.Path) outcome.Action {
		if slices.Contains(later, instr) {
			return outcome.Stop
		}
		return outcome.Continue
	}
}

func (e *Engine) summarise(fn *ssa.Function, sites []*Site) *Summary {
	s := &Summary{}
	tmp := &Site{}
	for _, site := range sites {
		for _, op := range site.Ops {
			if slices.Contains(op.chain, fn) {
				continue // recursion
			}
			out := op
			out.chain = append(slices.Clone(op.chain), fn)
			a := e.Attempt(site, op)
			if entry := e.entry(site.Instr); entry != nil {
				out.Alts = e.Outcome.Outcomes(fn, site.Instr, a.After(entry), laterAttempts(sites, site, op))
			}
			if len(op.Flow) < maxFlow {
				out.Flow = append([]Step{{Func: e.funcName(fn), Pos: e.Position(site.Instr.Pos())}}, op.Flow...)
			}
			e.addOps(tmp, out)
		}
	}
	s.Ops = tmp.Ops
	s.Reinvokes = e.reinvokes(fn)
	for i := range fn.Signature.Results().Len() {
		if _, ok := fn.Signature.Results().At(i).Type().Underlying().(*types.Signature); ok {
			if ops := e.returnedOps(fn, i); len(ops) > 0 {
				for len(s.Returned) <= i {
					s.Returned = append(s.Returned, nil)
				}
				s.Returned[i] = ops
			}
		}
	}
	return s
}

// returnedOps are the ops of a func that fn returns.
func (e *Engine) returnedOps(fn *ssa.Function, i int) []Op {
	var out []Op
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		for _, t := range e.resolve(ret.Results[i], 0) {
			if t.fn == nil {
				continue
			}
			if s := e.summaries[t.fn]; s != nil {
				for _, op := range s.Ops {
					op = detached(op, t.fn)
					if op.Func == nil && !op.open() && len(out) < maxOps {
						out = append(out, op)
					}
				}
			}
		}
	}
	return out
}

// detached puts an op of a func value into terms of the func's own parameters;
// what it captured is out of the callers' sight.
func detached(op Op, fn *ssa.Function) Op {
	own := ""
	if fn.Parent() != nil {
		own = fn.Name()
	}
	away := func(t identity.Term) identity.Term {
		if own != "" {
			t = t.Subst("", func(i int, p string) identity.Term {
				return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("captured%d.%s", i, p)}
			})
		}
		return t.Subst(own, func(i int, p string) identity.Term {
			return identity.Term{Kind: identity.Param, Index: i, Path: p}
		})
	}
	return op.inTerms(away)
}

// interfaceMethods gives the interface methods of this package the union of
// what implements them here.
func (e *Engine) interfaceMethods() (changed bool) {
	scope := e.Pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		iface, ok := tn.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range iface.ExplicitMethods() {
			s := &Summary{}
			tmp := &Site{}
			for _, f := range e.implementers(m) {
				if impl := e.summaries[f]; impl != nil {
					for _, op := range impl.Ops {
						if op.Func == nil {
							e.addOps(tmp, op)
						}
					}
					if s.Behaviour == nil {
						s.Behaviour = impl.Behaviour
					}
					for _, r := range impl.Reinvokes {
						if !slices.ContainsFunc(s.Reinvokes, func(x Reinvoke) bool { return x.Param == r.Param }) {
							s.Reinvokes = append(s.Reinvokes, r)
						}
					}
				}
			}
			if e.Relevant && len(tmp.Ops) == 0 && toolMethodShape(m) && len(e.implementers(m)) == 0 {
				continue // a sink by its shape, not by what implements it
			}
			s.Ops = tmp.Ops
			if !s.empty() && !sameSummary(e.methods[m.Origin()], s) {
				e.methods[m.Origin()] = s
				changed = true
			}
		}
	}
	return changed
}

// exportVars exports facts on func variables that this package sets.
func (e *Engine) exportVars() {
	for key, vals := range e.stores {
		v := key.obj.(*types.Var)
		if v.Pkg() != e.Pass.Pkg || !v.Exported() || len(vals) != 1 {
			continue
		}
		var ops []Op
		for _, t := range e.resolve(vals[0], 0) {
			if t.fn == nil {
				continue
			}
			if s := e.summaries[t.fn]; s != nil {
				for _, op := range s.Ops {
					if op.Func == nil && !op.open() {
						ops = append(ops, detached(op, t.fn))
					}
				}
			}
		}
		if len(ops) > 0 {
			e.Pass.ExportObjectFact(v, &FuncVar{Ops: ops})
		}
	}
}

// A confirmation is the evidence that a sender with an open method is given
// "tools/call".
type confirmation struct {
	op    Op                    // as it is where the method is known
	calls []ssa.CallInstruction // the calls of the sender itself that give it
}

// confirm notes which senders with an open method are given "tools/call" in
// this package.
func (e *Engine) confirm() {
	e.confirmed = make(map[*ssa.Function]confirmation)
	for _, fn := range e.SSA.Funcs {
		for _, site := range e.sites[fn] {
			for _, op := range site.Ops {
				if op.open() || op.Func != nil {
					continue
				}
				for _, f := range op.chain {
					s := e.summaries[f]
					if s == nil || !slices.ContainsFunc(s.Ops, func(o Op) bool { return o.open() }) {
						continue
					}
					c, ok := e.confirmed[f]
					if !ok {
						c.op = op
					}
					if callee := site.Instr.Common().StaticCallee(); callee == f {
						c.calls = append(c.calls, site.Instr)
					}
					e.confirmed[f] = c
				}
			}
		}
	}
}

// funcName names a function in messages.
func (e *Engine) funcName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.RelString(e.Pass.Pkg)
}
