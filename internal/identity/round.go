// This file slices what differs from round to round: elements, counters, merged
// values.

package identity

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// element is a value received or iterated over: another one in each round.
func (w *slicing) element(at ssa.Instruction, from ssa.Value, depth int) Term {
	sub := w.value(from, nil, depth+1)
	if w.region.In(at) {
		return Term{Kind: Data, Sub: []Term{sub}}
	}
	return Term{Kind: Compose, Name: "element", Sub: []Term{sub}}
}

func (w *slicing) indexed(at ssa.Instruction, base, index ssa.Value, path []string, depth int) Term {
	idx := w.value(index, nil, depth+1)
	if w.region.In(at) {
		if v := idx.Varies(); v.Data || v.Counter || v.Carried || v.Fresh {
			return Term{Kind: Data, Sub: []Term{w.value(base, nil, depth+1)}}
		}
	}
	b := w.value(base, nil, depth+1)
	return Term{Kind: Compose, Name: "element", Sub: []Term{b, idx}, Path: strings.Join(path, ".")}
}

func (w *slicing) lookup(x *ssa.Lookup, path []string, depth int) Term {
	if c, ok := x.Index.(*ssa.Const); ok && c.Value != nil {
		return w.value(x.X, prepend(c.Value.ExactString(), path), depth+1)
	}
	return w.indexed(x, x.X, x.Index, path, depth)
}

func (w *slicing) extract(x *ssa.Extract, path []string, depth int) Term {
	switch t := x.Tuple.(type) {
	case *ssa.Call:
		return w.callResult(t, x.Index, path, depth)
	case *ssa.TypeAssert:
		return w.value(t.X, path, depth+1)
	case *ssa.Lookup:
		return w.lookup(t, path, depth)
	case *ssa.UnOp:
		return w.element(t, t.X, depth)
	case *ssa.Next:
		if rng, ok := t.Iter.(*ssa.Range); ok {
			// Inner loops of the region go through the same elements in each
			// round; an element of the region's own loop is another one.
			if w.region.In(t) && (w.region == nil || w.region.header(t.Block()) || !w.region.In(rng)) {
				return Term{Kind: Data, Sub: []Term{w.value(rng.X, nil, depth+1)}}
			}
			return Term{Kind: Compose, Name: "element", Sub: []Term{w.value(rng.X, nil, depth+1)}}
		}
	case *ssa.Select:
		if w.region.In(t) {
			return Term{Kind: Data}
		}
	}
	return w.opaque(x)
}

func (w *slicing) phi(x *ssa.Phi, path []string, depth int) Term {
	head := w.region.header(x.Block())
	var in []Term
	for i, e := range x.Edges {
		pred := x.Block().Preds[i]
		back := head && w.region.Fn == x.Parent() && (w.region.Blocks == nil || w.region.Blocks[pred])
		if back && len(w.region.Back) > 0 && !w.region.Back[pred] {
			continue // not the way round that is asked about
		}
		if !back {
			if e != x {
				in = append(in, w.value(e, path, depth+1))
			}
			continue
		}
		switch {
		case e == x:
		case counts(e, x):
			in = append(in, Term{Kind: Counter})
		default:
			if lazy, ok := w.lazily(e, x, path, depth); ok {
				in = append(in, lazy...)
				continue
			}
			t := w.value(e, path, depth+1)
			if t.Kind == Const && t.Name == cycle {
				continue
			}
			in = append(in, Term{Kind: Carried, Sub: []Term{t}})
		}
	}
	if head && len(in) > 1 {
		// The same value on the way in and on the way round does not vary.
		first := in[0]
		same := true
		for _, t := range in[1:] {
			if t.Kind != Carried || t.Sub[0].Key() != first.Key() || t.Sub[0].Inside {
				same = false
			}
		}
		if same {
			return first
		}
	}
	if !head {
		// A counter of an inner loop starts over in each round.
		out := in[:0]
		for _, t := range in {
			if t.Kind == Compose && t.Name == "+" && strings.Contains(t.Key(), "const:cycle") {
				continue
			}
			if t.Kind == Const && t.Name == cycle {
				continue
			}
			out = append(out, t)
		}
		in = out
	}
	return union(in)
}

// counts reports whether e is x plus or minus a constant.
func counts(e ssa.Value, x *ssa.Phi) bool {
	b, ok := e.(*ssa.BinOp)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return false
	}
	_, yc := b.Y.(*ssa.Const)
	_, xc := b.X.(*ssa.Const)
	return b.X == x && yc || b.Y == x && xc
}
