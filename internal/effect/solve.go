// This file solves for the summaries of the package: bottom-up, until nothing
// changes any more.

package effect

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Bounds of a summary.
const (
	maxOps    = 6
	maxFlow   = 5
	maxRounds = 8
	// maxMethodFlow bounds how far up "tools/call" may stand from the sender.
	maxMethodFlow = 4
)

// solve computes the summaries bottom-up, to a fixpoint for recursion.
func (e *Engine) solve() {
	todo := e.bottomUp()
	all := todo
	for range maxRounds {
		changed := make(map[*ssa.Function]bool)
		for _, fn := range todo {
			sites := e.findSites(fn)
			e.sites[fn] = sites
			if e.uncalled(fn) {
				continue // nobody asks what it does
			}
			s := e.summarise(fn, sites)
			if old := e.summaries[fn]; !sameSummary(old, s) {
				e.summaries[fn] = s
				changed[fn] = true
			}
		}
		methods := e.interfaceMethods()
		if len(changed)+len(methods) == 0 {
			break
		}
		todo = e.affected(all, changed, methods)
	}
	e.confirm()
}

// uncalled reports whether only the testing package calls fn: a test.
func (e *Engine) uncalled(fn *ssa.Function) bool {
	sig := fn.Signature
	if fn.Parent() != nil || sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() > 0 || len(e.callers[fn]) > 0 || e.escapes[fn] {
		return false
	}
	switch knowledge.TypeName(sig.Params().At(0).Type()) {
	case "*testing.T", "*testing.B", "*testing.F":
		return true
	}
	return false
}

func sameSummary(a, b *Summary) bool {
	if a == nil || b == nil {
		return (a == nil || a.empty()) && (b == nil || b.empty())
	}
	return slices.EqualFunc(a.Ops, b.Ops, func(x, y Op) bool {
		return opKey(x) == opKey(y) && sameGiven(x.Given, y.Given) && fmt.Sprint(x.Alts) == fmt.Sprint(y.Alts)
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

// interfaceMethods gives the interface methods of this package the union of
// what implements them here, and returns the names of those that are given
// something else than before.
func (e *Engine) interfaceMethods() (changed map[string]bool) {
	changed = make(map[string]bool)
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
				changed[m.Name()] = true
			}
		}
	}
	return changed
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
					if !ok || e.readsByName(c.op.Name, nil) && !e.readsByName(op.Name, nil) {
						c.op = op // the less harmless of two tools counts
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
