// This file slices the results of calls, and puts what a callee says into its
// caller's terms.

package identity

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// callResult returns where result idx of a call comes from.
func (w *slicing) callResult(c *ssa.Call, idx int, path []string, depth int) Term {
	common := &c.Call
	inside := w.inside(c)
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return w.builtin(c, b.Name(), path, depth)
	}
	fn := ssaval.Callee(common)
	args := ssaval.Operands(common)
	sub := func() []Term {
		var out []Term
		for _, a := range args {
			out = append(out, w.value(a, nil, depth+1))
		}
		return out
	}
	if fn == nil {
		// A dynamic call.
		body := ssaval.Literal(common.Value)
		if ld, ok := common.Value.(*ssa.UnOp); ok && w.Held {
			body = onlyStored(ld.X)
		}
		if body != nil {
			if t, ok := w.inline(c, body, args, idx, path, depth); ok {
				return t
			}
		}
		t := w.opaque(c)
		t.Sub = sub()
		return t
	}
	name := knowledge.Name(fn)
	if m, ok := knowledge.MintOf(name); ok {
		inside = inside && !w.once(c)
		switch m {
		case knowledge.MintFresh, knowledge.MintCounter:
			return Term{Kind: Mint, Name: name, Fn: w.owner(c.Parent()), Inside: inside, At: w.place(c)}
		case knowledge.MintTime:
			return Term{Kind: Time, Name: name, Fn: w.owner(c.Parent()), Inside: inside, At: w.place(c)}
		}
		return Term{Kind: Compose, Name: name, Sub: sub()}
	}
	if id, ok := knowledge.IdentityOf(name); ok {
		if k, ok := kindOf(id); ok {
			return Term{Kind: k, Name: name, Sub: sub()}
		}
	}
	if i, ok := knowledge.Transparent(name); ok && i < len(args) {
		return w.value(args[i], path, depth+1)
	}
	if name == "(net/http.Header).Get" && len(args) == 2 {
		if c, ok := args[1].(*ssa.Const); ok && c.Value != nil {
			if id, ok := knowledge.IdentityHeader(strings.Trim(c.Value.ExactString(), `"`)); ok {
				if k, ok := kindOf(id); ok {
					return Term{Kind: k, Name: name}
				}
			}
		}
	}
	if knowledge.IsPure(name) {
		parts := w.spread(args, depth)
		if formats(name) && len(parts) > 1 {
			members(parts)
		}
		t := Term{Kind: Compose, Name: name, Sub: parts}
		if knowledge.Encodes(name) {
			return project(t, path)
		}
		return t
	}
	if name == "(context.Context).Value" && w.Context != nil && len(args) == 2 {
		if t, ok := w.carriedBy(args[1], path, depth); ok {
			return t
		}
	}
	if parts := w.writtenTo(fn, args, depth); len(parts) > 0 {
		return Term{Kind: Compose, Name: fn.Name(), Sub: parts}
	}
	if fn.Name() == "String" && len(args) == 1 {
		return Term{Kind: Compose, Name: "String", Sub: []Term{w.value(args[0], path, depth+1)}}
	}
	if body := ssaval.Static(common); body != nil {
		if t, ok := w.inline(c, body, args, idx, path, depth); ok {
			return t
		}
	}
	if w.Results != nil {
		if res := w.Results(fn); idx < len(res) && res[idx].Kind != Opaque {
			return w.substitute(res[idx].made(inside, w.owner(c.Parent())).mintedAt(w.place(c)), args, path, depth)
		}
	}
	t := Term{Kind: Call, Name: name, Path: strings.Join(path, "."), Sub: sub()}
	// Called with the same arguments it is taken to give the same.
	t.Inside = inside && anyVaries(t.Sub)
	if t.cyclic() {
		t.At = w.place(c)
	}
	if idx > 0 {
		t.Name += "#" + string(rune('0'+idx%10))
	}
	return t
}

// carriedBy returns what the package puts into contexts under the key.
func (w *slicing) carriedBy(key ssa.Value, path []string, depth int) (Term, bool) {
	if mi, ok := key.(*ssa.MakeInterface); ok {
		key = mi.X
	}
	var in []Term
	for _, v := range w.Context(key.Type()) {
		t := w.value(v, path, depth+1)
		if t.Has(Param) {
			// In terms of the function that puts it there.
			return Term{}, false
		}
		in = append(in, t)
	}
	return union(in), len(in) > 0
}

// spread slices arguments with a variadic slice taken apart.
func (w *slicing) spread(args []ssa.Value, depth int) []Term {
	var out []Term
	for _, a := range args {
		t := w.value(a, nil, depth+1)
		if t.Kind == Compose && t.Name == "struct" && len(t.Sub) > 0 && t.Sub[0].Kind == Entry && t.Sub[0].Name == "[]" {
			for _, e := range t.Sub {
				if e.Kind == Entry && e.Name == "[]" {
					out = append(out, e.Sub...)
				} else {
					out = append(out, e)
				}
			}
			continue
		}
		out = append(out, t)
	}
	return out
}

// substitute puts the call's arguments into a term of the callee.
func (w *slicing) substitute(t Term, args []ssa.Value, path []string, depth int) Term {
	return project(t.Subst("", w.given(args, depth)), path)
}

// given returns what a term says of the parameters: what the call gives them.
func (w *slicing) given(args []ssa.Value, depth int) func(i int, path string) Term {
	return func(i int, path string) Term {
		if i >= len(args) {
			return Term{Kind: Opaque}
		}
		var full []string
		if path != "" {
			full = strings.Split(path, ".")
		}
		return w.value(args[i], full, depth+1)
	}
}

// Made says of what t mints or reads from the clock that it does so in each
// round, if inside.
func (t Term) Made(inside bool) Term { return t.made(inside, "") }

// MadeBy is [Term.Made] for what a declared function mints, and says that the
// function literal owner, if any, makes the call.
func (t Term) MadeBy(inside bool, owner string) Term { return t.made(inside, owner) }

// MadeIn is [Term.Made] for what function literal fn mints itself: what it
// captured was minted once. owner is the function literal that makes the call,
// if any.
func (t Term) MadeIn(fn string, inside bool, owner string) Term {
	if !inside && owner == "" {
		return t
	}
	return t.mints(func(m Term) Term {
		if m.Fn != fn && !strings.HasPrefix(m.Fn, fn+"$") {
			return m
		}
		m.Inside = m.Inside || inside
		if owner != "" && !strings.HasPrefix(fn, owner+"$") {
			m.Fn = owner
		}
		return m
	})
}

// made tells where and when a callee's term was minted.
func (t Term) made(inside bool, owner string) Term {
	if !inside && owner == "" {
		return t
	}
	return t.mints(func(m Term) Term {
		m.Inside = m.Inside || inside
		if owner != "" {
			m.Fn = owner
		}
		return m
	})
}

// mintedAt says of what a callee mints where the call stands.
func (t Term) mintedAt(at string) Term {
	return t.mints(func(m Term) Term {
		m.At = at + "/" + m.At
		return m
	})
}

// mints changes what t mints or reads from the clock.
func (t Term) mints(change func(Term) Term) Term {
	if t.Kind == Mint || t.Kind == Time {
		t = change(t)
	}
	if len(t.Sub) > 0 {
		sub := make([]Term, len(t.Sub))
		for i, s := range t.Sub {
			sub[i] = s.mints(change)
		}
		t.Sub = sub
	}
	return t
}

// project selects the part of t at path.
func project(t Term, path []string) Term {
	for i, f := range path {
		name := strings.Trim(f, `"`)
		next, ok := t.Field(name)
		if !ok {
			next, ok = inText(t, name)
		}
		if !ok {
			return Term{Kind: Compose, Name: "part", Path: strings.Join(path[i:], "."), Sub: []Term{t}}
		}
		t = next
	}
	return t
}

// onlyStored returns the function literal that a variable holds which is set
// once, and captured by other literals.
func onlyStored(addr ssa.Value) *ssa.Function {
	if f, ok := addr.(*ssa.FreeVar); ok {
		addr = Binding(f)
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var found *ssa.Function
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != a || found != nil {
				return nil
			}
			if found = ssaval.Literal(r.Val); found == nil {
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if stores(r, a) {
				return nil
			}
		default:
			return nil
		}
	}
	return found
}

// stores reports whether a literal that captures a variable sets it.
func stores(mc *ssa.MakeClosure, a *ssa.Alloc) bool {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != a || i >= len(fn.FreeVars) || fn.FreeVars[i].Referrers() == nil {
			continue
		}
		for _, r := range *fn.FreeVars[i].Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				return true // handed further down: too deep to look
			case *ssa.Store:
				if r.Addr == fn.FreeVars[i] {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// inline slices the results of a callee of this package.
func (w *slicing) inline(c *ssa.Call, body *ssa.Function, args []ssa.Value, idx int, path []string, depth int) (Term, bool) {
	if !w.enter(c, body) {
		return Term{}, false
	}
	defer w.leave(body)
	in := w.returned(body, idx, path, depth+1)
	if len(in) == 0 {
		return Term{}, false
	}
	fn := ""
	if body.Parent() != nil {
		fn = body.Name()
	}
	t := union(in).Subst(fn, w.given(args, depth))
	if t.Name == "either" && t.Kind == Compose {
		// Which of them it is may hang on what varies.
		for _, a := range args {
			if arg := w.value(a, nil, depth+1); arg.Varies().Data && !t.Varies().Data {
				t.Sub = append(slices.Clone(t.Sub), arg)
			}
		}
	}
	return t, true
}

func (w *slicing) builtin(c *ssa.Call, name string, path []string, depth int) Term {
	t := Term{Kind: Compose, Name: name}
	for _, a := range c.Call.Args {
		t.Sub = append(t.Sub, w.value(a, path, depth+1))
	}
	return t
}

// Result returns where result i of fn comes from, in terms of its parameters.
func (s *Slicer) Result(fn *ssa.Function, i int) (Term, bool) {
	w := &slicing{Slicer: s, active: make(map[visit]bool)}
	in := w.returned(fn, i, nil, 0)
	if len(in) == 0 {
		return Term{}, false
	}
	return union(in), true
}

// returned slices what fn returns as result i, one term for each return.
func (w *slicing) returned(fn *ssa.Function, i int, path []string, depth int) []Term {
	var out []Term
	for ret := range ssaval.Returns(fn) {
		if i >= len(ret.Results) {
			continue
		}
		if ssaval.IsNil(ret.Results[i]) && len(ret.Results) > 1 {
			continue // the zero value beside an error
		}
		out = append(out, w.value(ret.Results[i], path, depth))
	}
	return out
}
