// This file slices maps, and what functions put into them.

package identity

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// mapTerm lists the entries put into a map.
func (w *slicing) mapTerm(m ssa.Value, path []string, depth int) Term {
	out := Term{Kind: Compose, Name: "map"}
	w.entries(m, path, depth, &out)
	if len(path) > 0 {
		return union(out.Sub)
	}
	return out
}

func (w *slicing) entries(m ssa.Value, path []string, depth int, out *Term) {
	refs := m.Referrers()
	if refs == nil || depth > maxDepth {
		return
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.MapUpdate:
			if r.Map == m {
				w.update(r, path, depth, out)
			}
		case *ssa.ChangeType:
			w.entries(r, path, depth, out)
		case *ssa.Call:
			w.filledBy(r, m, path, depth, out)
		}
	}
}

func (w *slicing) update(r *ssa.MapUpdate, path []string, depth int, out *Term) {
	c, ok := r.Key.(*ssa.Const)
	if !ok || c.Value == nil {
		out.Sub = append(out.Sub, Term{Kind: Entry, Name: "?", Sub: []Term{w.value(r.Key, nil, depth+1), w.value(r.Value, nil, depth+1)}})
		return
	}
	k := c.Value.ExactString()
	if len(path) > 0 {
		if sameName(path[0], k) {
			out.Sub = append(out.Sub, w.value(r.Value, path[1:], depth+1))
		}
		return
	}
	if plain, err := strconv.Unquote(k); err == nil {
		k = plain
	}
	out.Sub = append(out.Sub, Term{Kind: Entry, Name: k, Sub: []Term{w.value(r.Value, nil, depth+1)}})
}

// filledBy adds what a call puts into a map that it is given: maps.Copy, or a
// helper of this package.
func (w *slicing) filledBy(c *ssa.Call, m ssa.Value, path []string, depth int, out *Term) {
	fn := ssaval.Static(&c.Call)
	if fn == nil || fn.Object() == nil {
		return
	}
	args := c.Call.Args
	if fn.Object().Name() == "Copy" && len(args) == 2 {
		if args[0] == m {
			out.Sub = append(out.Sub, w.value(args[1], path, depth+1))
		}
		return
	}
	if !w.enter(c, fn) {
		return
	}
	var put Term
	for i, a := range args {
		if a == m && i < len(fn.Params) {
			w.entries(fn.Params[i], path, depth+1, &put)
		}
	}
	w.leave(fn)
	for _, t := range put.Sub {
		out.Sub = append(out.Sub, w.substitute(t, args, nil, depth))
	}
}

// putInto adds what the function puts into a map that it was given.
func (w *slicing) putInto(p ssa.Value, t Term, path []string) Term {
	if _, ok := p.Type().Underlying().(*types.Map); !ok || len(path) > 0 {
		return t
	}
	out := Term{Kind: Compose, Name: "map"}
	w.entries(p, nil, maxDepth/2, &out)
	if len(out.Sub) == 0 {
		return t
	}
	out.Sub = append([]Term{t}, out.Sub...)
	return out
}

// addedTo adds what is put into a map after it was read from the memory that
// is sliced: p.Meta["key"] = v.
func (w *slicing) addedTo(load *ssa.UnOp, path []string, depth int, out *[]write) {
	if _, ok := load.Type().Underlying().(*types.Map); !ok || load.Referrers() == nil {
		return
	}
	t := Term{Kind: Compose, Name: "map"}
	w.entries(load, path, depth, &t)
	if len(t.Sub) == 0 {
		return
	}
	for _, r := range *load.Referrers() {
		if u, ok := r.(*ssa.MapUpdate); ok {
			if len(path) > 0 {
				t = union(t.Sub)
			}
			*out = append(*out, write{at: u, term: t})
			return
		}
	}
}

// mintedInto returns the fresh bytes that a call puts into p, if it does.
func (w *slicing) mintedInto(p ssa.Value) (Term, ssa.Instruction, bool) {
	refs := p.Referrers()
	if refs == nil {
		return Term{}, nil, false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Slice:
			if t, at, ok := w.mintedInto(r); ok {
				return t, at, true
			}
		case ssa.CallInstruction:
			fn := ssaval.Callee(r.Common())
			if fn == nil {
				continue
			}
			name := knowledge.Name(fn)
			into, ok := knowledge.MintInto(name)
			if name == "io.ReadFull" {
				into, ok = 1, strings.Contains(w.value(r.Common().Args[0], nil, maxDepth-2).Key(), "crypto/rand.Reader")
			}
			args := r.Common().Args
			if fn.Signature().Recv() != nil && !r.Common().IsInvoke() {
				into++
			}
			if ok && into < len(args) && args[into] == p {
				return Term{Kind: Mint, Name: name, Fn: w.owner(r.Parent()), Inside: w.inside(r), At: w.place(r)}, r, true
			}
		}
	}
	return Term{}, nil, false
}
