// This file finds the branches that tell one status from others.

package stream

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A StatusTest is a branch that tells a status of a response from others: by
// the status itself, by a predicate, or by an error that is made of it.
type StatusTest struct {
	If   *ssa.If
	code int64
	// Entry is where control goes for that status, and not for the others.
	Entry *ssa.BasicBlock
	// Under are the blocks that are reached only with that status.
	Under []*ssa.BasicBlock
	// Calls are the calls of the function that gave the response or error.
	Calls []ssa.CallInstruction
	// From are the exchanges that the response may come from.
	From []*Exchange
	// made are the blocks in which the error is made, if it is one.
	made  []*ssa.BasicBlock
	asked bool // made by another package, where it was asked
}

// Fn returns the function that the branch stands in.
func (t *StatusTest) Fn() *ssa.Function { return t.If.Parent() }

// StatusTests returns the branches that tell the status from the others.
func (r *Room) StatusTests(code int64, others ...int64) []*StatusTest {
	key := fmt.Sprint(code, others)
	tests, ok := r.tests[key]
	if !ok {
		tests = r.findStatusTests(code, others)
		r.tests[key] = tests
	}
	return tests
}

func (r *Room) findStatusTests(code int64, others []int64) []*StatusTest {
	w := r.world(Answer{Status: code})
	var out []*StatusTest
	r.each(func(instr ssa.Instruction) {
		br, ok := instr.(*ssa.If)
		if !ok {
			return
		}
		to := w.next(br.Block())
		if len(to) == 2 && !r.onlyThen(br, code, others) {
			return
		}
		to = slices.Clone(to)
		for _, o := range others {
			for _, b := range r.world(Answer{Status: o}).next(br.Block()) {
				to = slices.DeleteFunc(to, func(c *ssa.BasicBlock) bool { return c == b })
			}
		}
		if len(to) != 1 {
			return
		}
		t := &StatusTest{If: br, code: code, Entry: to[0]}
		for b := range w.reachFrom(t.Entry, nil) {
			if !slices.ContainsFunc(others, func(o int64) bool { return r.world(Answer{Status: o}).reach(br.Parent())[b] }) {
				t.Under = append(t.Under, b)
			}
		}
		slices.SortFunc(t.Under, func(a, b *ssa.BasicBlock) int { return a.Index - b.Index })
		r.origin(t)
		out = append(out, t)
	})
	return out
}

// onlyThen reports whether the other answers close one of the two ways.
func (r *Room) onlyThen(br *ssa.If, code int64, others []int64) bool {
	return slices.ContainsFunc(others, func(o int64) bool {
		return len(r.world(Answer{Status: o}).next(br.Block())) == 1
	})
}

// origin finds where the answer that a branch looks at comes from.
func (r *Room) origin(t *StatusTest) {
	fn := t.Fn()
	add := func(x *Exchange) {
		if !slices.Contains(t.From, x) {
			t.From = append(t.From, x)
		}
	}
	near := r.local(r.Flow.in, t.If.Cond, fn, Value|Out)
	for p := range maps.Clone(near) {
		// A function of the package judges the response.
		c, _ := called(p)
		if c == nil {
			continue
		}
		for _, a := range ssaval.Operands(c.Common()) {
			if knowledge.TypeName(a.Type()) == "*net/http.Response" {
				maps.Copy(near, r.local(r.Flow.in, a, fn, Same))
			}
		}
	}
	for c := range ssaval.All[*ssa.Call](fn) {
		if !slices.ContainsFunc(outcomes(c), func(p Place) bool { return near[p] }) {
			continue
		}
		found := false
		for _, x := range r.Exchanges {
			if r.makes(c, x) {
				found = true
				add(x)
			}
		}
		if f := r.farFact(c); f != nil && f.InSession {
			found = true
		}
		if found {
			t.Calls = append(t.Calls, c)
		}
	}
	if len(t.From) == 0 && len(t.Calls) == 0 {
		// A response that the function was given.
		into := r.Flow.Into(Same|Out|Derived, t.If.Cond)
		for _, x := range r.Exchanges {
			if slices.ContainsFunc(x.Responses, func(p Place) bool { return into[p] }) {
				add(x)
			}
		}
	}
	t.made, t.asked = r.errorsIn(t.If.Cond, 3)
	r.typedBy(t)
	if len(t.From) == 0 && len(t.Calls) == 0 && len(t.made) > 0 {
		// In a deferred literal: what the function around it sends.
		sync := r.Sync(ssaval.Root(fn))
		for _, x := range r.Exchanges {
			if sync[x.Fn()] {
				add(x)
			}
		}
	}
}

// outcomes are the results of a call, its error included.
func outcomes(c *ssa.Call) []Place { return append(results(c), errorsOf(c)...) }

// typedBy adds where the errors are made whose type is tested before: that has
// the status.
func (r *Room) typedBy(t *StatusTest) {
	for _, g := range Guards(t.If.Block()) {
		c, _ := called(g.Cond)
		if c == nil || !g.True {
			continue
		}
		var n *types.Named
		switch CalleeName(c) {
		case "errors.As":
			if mi, ok := c.Call.Args[1].(*ssa.MakeInterface); ok {
				n = named(ssaval.Deref(mi.X.Type()))
			}
		case "errors.AsType":
			if res, ok := c.Type().(*types.Tuple); ok {
				n = named(res.At(0).Type())
			}
		}
		if n == nil {
			continue
		}
		if tells, ok := r.hooks.Tells(n.Obj()); ok {
			t.asked = t.asked || tells.Asked
		}
		t.made = append(t.made, r.makesType(n)...)
	}
}

// errorsIn returns the blocks that make the errors that a condition tests for.
func (r *Room) errorsIn(cond ssa.Value, depth int) (made []*ssa.BasicBlock, asked bool) {
	near := r.Flow.Into(Derived|Same, sought(cond))
	for p := range near {
		if load, ok := p.(*ssa.UnOp); ok {
			if g := sentinel(load); g != nil {
				if t, ok := r.hooks.Tells(g.Object()); ok {
					asked = asked || t.Asked
				}
				made = append(made, r.made(g)...)
			}
		}
		c, ok := p.(*ssa.Call)
		if !ok || depth == 0 {
			continue
		}
		if fn := ssaval.Callee(c.Common()); fn != nil {
			if t, ok := r.hooks.Tells(fn); ok {
				asked = asked || t.Asked
			}
		}
	}
	return made, asked
}

// sought returns the sentinel that a condition looks for in an error, and not
// what else the error may be; the condition itself if it does not.
func sought(cond ssa.Value) ssa.Value {
	if c, ok := cond.(*ssa.Call); ok && CalleeName(c) == "errors.Is" {
		if load, ok := c.Call.Args[1].(*ssa.UnOp); ok && sentinel(load) != nil {
			return load
		}
	}
	return cond
}
