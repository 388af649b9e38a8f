// This file slices one value backward.

package identity

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Bounds of one slice; past them the rest is Opaque.
const (
	maxDepth = 24
	maxSize  = 320
	maxCalls = 3 // nesting of callees looked into
)

// A Slicer slices values of one package.
type Slicer struct {
	// Results returns where the results of a function of another package come
	// from, in terms of its parameters; nil if unknown.
	Results func(fn *types.Func) []Term
	// Context returns what the package puts into contexts under keys of that
	// type; nil if that is not known.
	Context func(key types.Type) []ssa.Value
	// Writes reports whether a call writes through pointer argument i only in
	// ways that do not matter for what is asked (a tools/call, a logger).
	Reads func(call ssa.CallInstruction) bool
	// Held: look into function literals that a captured variable holds, too.
	Held bool
}

// Value returns where v, or the part of it at path, comes from, as seen from
// region r (nil: no region, nothing varies). A path element is a field name, or
// a string map key in Go syntax.
func (s *Slicer) Value(v ssa.Value, path []string, r *Region) Term {
	w := &slicing{Slicer: s, region: r, active: make(map[visit]bool)}
	return w.value(v, path, 0)
}

type visit struct {
	v    ssa.Value
	path string
}

type slicing struct {
	*Slicer
	region *Region
	active map[visit]bool
	size   int
	calls  int
	frames map[*ssa.Function]frame // of callees that are looked into
}

func (w *slicing) opaque(v ssa.Value) Term {
	t := Term{Kind: Opaque}
	if v != nil {
		t.Name = v.Name()
		if fn := v.Parent(); fn != nil {
			t.Fn = fn.Name()
			t.Name = fn.Name() + "." + v.Name()
			if instr, ok := v.(ssa.Instruction); ok {
				t.Inside = w.region.In(instr)
			}
		}
	}
	t.Fn = ""
	return t
}

// tooFar begins the name of an Opaque that stands for what lies beyond the bounds
// of a slice.
const tooFar = "..."

// beyond stands for v, which lies beyond the bounds: nothing says that it is the
// same in another round.
func (w *slicing) beyond(v ssa.Value) Term {
	t := w.opaque(v)
	t.Name = tooFar + t.Name
	if c, ok := v.(*ssa.Call); ok {
		t.Inside = w.inside(c)
	}
	return t
}

func (w *slicing) value(v ssa.Value, path []string, depth int) Term {
	w.size++
	key := visit{v, strings.Join(path, ".")}
	if depth > maxDepth || w.size > maxSize {
		return w.beyond(v)
	}
	if w.active[key] {
		return Term{Kind: Const, Name: cycle}
	}
	w.active[key] = true
	defer delete(w.active, key)

	switch x := v.(type) {
	case *ssa.Const:
		return inTexts(constTerm(x), path)
	case *ssa.Parameter:
		return w.held(w.param(x, path), x, path, depth)
	case *ssa.FreeVar:
		if b := Binding(x); b != nil {
			return w.value(b, path, depth+1)
		}
		return w.opaque(v)
	case *ssa.Global:
		return Term{Kind: Global, Name: x.RelString(nil), Path: strings.Join(path, ".")}
	case *ssa.Function:
		return Term{Kind: Const, Name: "func " + x.RelString(nil)}
	case *ssa.MakeClosure:
		return Term{Kind: Const, Name: "func " + x.Fn.(*ssa.Function).RelString(nil)}
	case *ssa.MakeInterface:
		return w.value(x.X, path, depth+1)
	case *ssa.ChangeInterface:
		return w.value(x.X, path, depth+1)
	case *ssa.ChangeType:
		return w.value(x.X, path, depth+1)
	case *ssa.Convert:
		return w.value(x.X, path, depth+1)
	case *ssa.MultiConvert:
		return w.value(x.X, path, depth+1)
	case *ssa.SliceToArrayPointer:
		return w.value(x.X, path, depth+1)
	case *ssa.TypeAssert:
		return w.value(x.X, path, depth+1)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr:
		return w.memory(v, path, depth+1)
	case *ssa.UnOp:
		switch x.Op {
		case token.MUL:
			return w.memory(x.X, path, depth+1)
		case token.ARROW:
			return w.element(x, x.X, depth)
		}
		return w.value(x.X, path, depth+1)
	case *ssa.Field:
		return w.value(x.X, prepend(fieldName(x.X.Type(), x.Field), path), depth+1)
	case *ssa.Index:
		return w.indexed(x, x.X, x.Index, path, depth)
	case *ssa.Lookup:
		return w.lookup(x, path, depth)
	case *ssa.Extract:
		return w.extract(x, path, depth)
	case *ssa.Phi:
		return w.phi(x, path, depth)
	case *ssa.BinOp:
		left, right := w.value(x.X, nil, depth+1), w.value(x.Y, nil, depth+1)
		if x.Op == token.ADD {
			right = member(left, right)
		}
		return Term{Kind: Compose, Name: x.Op.String(), Sub: []Term{left, right}}
	case *ssa.MakeMap:
		return w.mapTerm(x, path, depth)
	case *ssa.MakeSlice:
		if t, _, ok := w.mintedInto(x); ok {
			return t
		}
		return Term{Kind: Compose, Name: "slice"}
	case *ssa.Slice:
		t := w.memory(x.X, path, depth+1)
		if x.Low == nil && x.High == nil {
			return t
		}
		part := Term{Kind: Compose, Name: "part", Sub: []Term{t}}
		for _, bound := range []ssa.Value{x.Low, x.High} {
			if bound != nil {
				part.Sub = append(part.Sub, w.value(bound, nil, depth+1))
			} else {
				part.Sub = append(part.Sub, Term{Kind: Const, Name: "end"})
			}
		}
		return part
	case *ssa.Call:
		return w.putInto(x, w.callResult(x, 0, path, depth), path)
	case *ssa.Next:
		return w.opaque(v)
	}
	return w.opaque(v)
}

func prepend(s string, path []string) []string {
	return append([]string{s}, path...)
}

// fieldName names field i of a struct type; a path has a step even for one that
// is not in sight.
func fieldName(t types.Type, i int) string {
	if name := ssaval.FieldName(t, i); name != "" {
		return name
	}
	return "?"
}

func constTerm(c *ssa.Const) Term {
	if c.Value == nil {
		return Term{Kind: Const, Name: "zero"}
	}
	return Term{Kind: Const, Name: c.Value.ExactString()}
}

func (w *slicing) param(p *ssa.Parameter, path []string) Term {
	fn := p.Parent()
	for i, q := range fn.Params {
		if q == p {
			t := Term{Kind: Param, Index: i, Path: strings.Join(path, ".")}
			if fn.Parent() != nil {
				t.Fn = fn.Name()
				// The body of a range-over-func loop: its parameters are the
				// elements.
				if strings.HasPrefix(fn.Synthetic, "range-over-func") && w.region != nil {
					return Term{Kind: Data, Sub: []Term{t}}
				}
			}
			if id, ok := typedIdentity(p.Type(), path); ok {
				return Term{Kind: id, Sub: []Term{t}}
			}
			return w.putInto(p, t, path)
		}
	}
	return w.opaque(p)
}

// Binding returns what the enclosing function binds to a captured variable.
func Binding(f *ssa.FreeVar) ssa.Value {
	fn := f.Parent()
	idx := -1
	for i, g := range fn.FreeVars {
		if g == f {
			idx = i
		}
	}
	outer := fn.Parent()
	if idx < 0 || outer == nil {
		return nil
	}
	for mc := range ssaval.All[*ssa.MakeClosure](outer) {
		if mc.Fn == fn && idx < len(mc.Bindings) {
			return mc.Bindings[idx]
		}
	}
	return nil
}
