// This file tells for which answers a predicate of another package is true, or
// an error stands.

package stream

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// probes are the answers for which facts say what a test of an error, or a
// predicate, can be: those that a client of either era has to tell apart.
var probes = []Answer{
	{Status: 200}, {Status: 400}, {Status: 404}, {Status: 500},
	{Code: -32020}, {Code: -32021}, {Code: -32022}, {Code: -32601}, {Code: -32600}, {Code: otherCode},
}

// otherCode is a code that nobody tests for.
const otherCode = -32519

// Tells says for which answers a predicate can be true, and for which false,
// or which answers an error tells of. It is a fact on functions with a boolean
// result, on error variables and on error types. The bits are those of probes.
type Tells struct {
	True, False uint16
	// Asked: the error is made only where it is known that there was a
	// session, or what the server said.
	Asked bool
}

// AFact marks Tells as a fact.
func (*Tells) AFact() {}

func (*Tells) String() string { return "tells of answers" }

func (t Tells) of(a Answer) (yes, no bool) {
	i := slices.Index(probes, a)
	if i < 0 {
		return true, true
	}
	return t.True&(1<<i) != 0, t.False&(1<<i) != 0
}

// says reports whether the fact tells answers apart.
func (t Tells) says() bool {
	const all = 1<<10 - 1
	return t.True != all || t.False != all
}

func (w *world) told(obj types.Object) (yes, no bool) {
	if t, ok := w.hooks.Tells(obj); ok {
		return t.of(w.Answer)
	}
	return true, true
}

// sentinel returns the package-level error variable that v is.
func sentinel(v ssa.Value) *ssa.Global {
	if mi, ok := v.(*ssa.ChangeInterface); ok {
		v = mi.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	g, _ := load.X.(*ssa.Global)
	if g == nil || g.Object() == nil {
		return nil
	}
	return g
}

// is tells whether an error can be the sentinel.
func (w *world) is(g *ssa.Global) (yes, no bool) {
	obj := g.Object()
	if obj.Pkg() != w.Pkg {
		if m, ok := knowledge.Sentinel(obj.Pkg().Path() + "." + obj.Name()); ok {
			return w.match(m)
		}
		return w.told(obj)
	}
	made := w.made(g)
	if len(made) == 0 {
		return true, true // it comes from elsewhere
	}
	return slices.ContainsFunc(made, w.may), true
}

// made returns the blocks in which the package takes the sentinel for an error
// of its own: those that do more than compare with it.
func (r *Room) made(g *ssa.Global) []*ssa.BasicBlock {
	if r.makers == nil {
		r.makers = make(map[*ssa.Global][]*ssa.BasicBlock)
		r.each(func(instr ssa.Instruction) {
			load, ok := instr.(*ssa.UnOp)
			if !ok {
				return
			}
			g := sentinel(load)
			if g == nil || slices.ContainsFunc(*load.Referrers(), tests) {
				return
			}
			// In the initializer it is wrapped in another sentinel.
			r.makers[g] = append(r.makers[g], load.Block())
		})
		for g, blocks := range r.makers {
			r.makers[g] = untested(blocks)
		}
	}
	return r.makers[g]
}

// tests reports whether an instruction tests an error.
func tests(instr ssa.Instruction) bool {
	switch x := instr.(type) {
	case *ssa.BinOp:
		return true
	case *ssa.Call:
		return CalleeName(x) == "errors.Is"
	}
	return false
}

// typed tells whether an error can be of a type.
func (w *world) typed(t types.Type) (yes, no bool) {
	if m, ok := knowledge.ErrorType(types.TypeString(t, nil)); ok {
		return w.match(m)
	}
	n := named(t)
	if n == nil {
		return true, true
	}
	if n.Obj().Pkg() != w.Pkg {
		return w.told(n.Obj())
	}
	made := w.makesType(n)
	if len(made) == 0 {
		return true, true
	}
	return slices.ContainsFunc(made, w.may), true
}

// makesType returns the blocks in which a value of the type becomes an error.
func (r *Room) makesType(n *types.Named) []*ssa.BasicBlock {
	if r.typeMakers == nil {
		r.typeMakers = make(map[*types.Named][]*ssa.BasicBlock)
		r.each(func(instr ssa.Instruction) {
			if mi, ok := instr.(*ssa.MakeInterface); ok && ssaval.IsError(mi.Type()) {
				if n := named(mi.X.Type()); n != nil {
					r.typeMakers[n] = append(r.typeMakers[n], mi.Block())
				}
			}
		})
		for n, blocks := range r.typeMakers {
			r.typeMakers[n] = untested(blocks)
		}
	}
	return r.typeMakers[n]
}

// untested returns the blocks without those of tests: what a test makes by
// hand, no answer does. All of them, if there are no others.
func untested(blocks []*ssa.BasicBlock) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, b := range blocks {
		fn := ssaval.Root(b.Parent())
		if !strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go") {
			out = append(out, b)
		}
	}
	if out == nil {
		return blocks
	}
	return out
}

// match: what the tables know of a test.
func (w *world) match(m knowledge.Match) (yes, no bool) {
	ends := w.endings()
	if ends == 0 {
		return true, true
	}
	return m.CanTrue()&ends != 0, m.CanFalse()&ends != 0
}

// endings are how the answer reads in the tables.
func (w *world) endings() knowledge.Endings {
	switch w.Status {
	case 200:
		return knowledge.Of(knowledge.Done)
	case 400:
		return knowledge.Of(knowledge.StatusBadRequest)
	case 404:
		return knowledge.Of(knowledge.StatusNotFound, knowledge.SessionTerminated, knowledge.SessionMissing)
	case 500:
		return knowledge.Of(knowledge.StatusInternal)
	}
	switch {
	case w.Code == otherCode:
		return knowledge.Of(knowledge.CodeOther)
	case w.Code != 0:
		return knowledge.Code(w.Code).CanTrue()
	}
	return 0
}

// tellFacts gives export what predicates, error variables and error types of
// the package tell of answers.
func (r *Room) tellFacts(export func(types.Object, *Tells)) {
	if len(r.Exchanges) == 0 && !r.words.mcp {
		return // no answers in sight
	}
	add := func(obj types.Object, ask func(*world) (bool, bool), asked bool) {
		t := &Tells{Asked: asked}
		for i, a := range probes {
			yes, no := ask(r.world(a))
			if yes {
				t.True |= 1 << i
			}
			if no {
				t.False |= 1 << i
			}
		}
		if t.says() {
			export(obj, t)
		}
	}
	for _, fn := range r.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if ok && fn.Parent() == nil && fn.Signature.Results().Len() == 1 && ssaval.IsBool(fn.Signature.Results().At(0).Type()) {
			add(obj, func(w *world) (bool, bool) { return w.returns(fn, 0) }, false)
		}
	}
	seen := make(map[types.Object]bool)
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.UnOp:
			if g := sentinel(x); g != nil && ssaval.IsError(x.Type()) && g.Object().Pkg() == r.Pkg && !seen[g.Object()] {
				seen[g.Object()] = true
				add(g.Object(), func(w *world) (bool, bool) { return w.is(g) }, r.allAsked(r.made(g)))
			}
		case *ssa.MakeInterface:
			if n := named(x.X.Type()); n != nil && ssaval.IsError(x.Type()) && n.Obj().Pkg() == r.Pkg && !seen[n.Obj()] {
				seen[n.Obj()] = true
				add(n.Obj(), func(w *world) (bool, bool) { return w.typed(n) }, r.allAsked(r.makesType(n)))
			}
		}
	})
}
