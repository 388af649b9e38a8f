// This file finds where values become keys, and what is stored in the fields they come
// from.

package effect

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/astpath"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A KeyFact says which parameters of a function become keys by which somebody
// tells a repetition.
type KeyFact struct{ Params []keys.Param }

// AFact marks KeyFact as a fact.
func (*KeyFact) AFact() {}

func (f *KeyFact) String() string { return fmt.Sprintf("keys(%d)", len(f.Params)) }

// findKeys computes which parameters of the package's functions become keys,
// and exports them.
func (e *Engine) findKeys() {
	e.keyed = make(map[*types.Func][]keys.Param)
	finder := e.keyFinder()
	for range 3 {
		changed := false
		for _, fn := range e.SSA.Funcs {
			obj, _ := fn.Object().(*types.Func)
			if obj == nil || fn.Parent() != nil {
				continue
			}
			for _, g := range withLiterals(fn) {
				for _, p := range finder.In(g) {
					if p.Strength == knowledge.Strong && e.addKeyParams(obj, p) {
						changed = true
					}
				}
			}
		}
		if !changed {
			break
		}
	}
	for obj, params := range e.keyed {
		if obj.Exported() {
			e.Pass.ExportObjectFact(obj, &KeyFact{params})
		}
	}
}

func (e *Engine) addKeyParams(obj *types.Func, p keys.Position) bool {
	added := false
	place := p.Place
	if place == keys.ToParam {
		place = p.Inner
	}
	e.Slicer.Value(p.Value, p.Path, nil).Walk(func(t identity.Term) bool {
		if t.Kind == identity.Param && t.Fn == "" {
			param := keys.Param{Index: t.Index, Path: t.Path, Name: p.Name, Strength: p.Strength, Place: place}
			if len(e.keyed[obj]) < 4 && !slices.Contains(e.keyed[obj], param) {
				e.keyed[obj] = append(e.keyed[obj], param)
				added = true
			}
		}
		return t.Kind != identity.Call && t.Kind != identity.Data && t.Name != "element"
	})
	return added
}

func (e *Engine) keyFinder() *keys.Finder {
	return &keys.Finder{Params: e.keyParams, MapName: e.mapName}
}

func (e *Engine) keyParams(fn *types.Func) []keys.Param {
	fn = fn.Origin()
	if fn.Pkg() == nil || fn.Pkg() == e.Pass.Pkg {
		return e.keyed[fn]
	}
	if knowledge.IsStd(fn.Pkg().Path()) {
		return nil
	}
	var f KeyFact
	if e.Pass.ImportObjectFact(fn, &f) {
		return f.Params
	}
	return nil
}

// mapName names the map that is indexed at pos.
func (e *Engine) mapName(pos token.Pos) string {
	return astpath.At(e.Pass.Files, pos).Indexed(pos)
}

// KeyPositions returns the places in fn where a value becomes a key.
func (e *Engine) KeyPositions(fn *ssa.Function) []keys.Position { return e.keyFinder().In(fn) }

// Origin is where v comes from, with the fields and package-level variables
// that it leads to resolved to what the package stores there.
func (e *Engine) Origin(v ssa.Value, path []string, r *identity.Region) identity.Term {
	return e.resolveFields(e.Slicer.Value(v, path, r), v.Parent(), 0)
}

// ResolveFields is [Engine.Origin] for a term that belongs to fn.
func (e *Engine) ResolveFields(t identity.Term, fn *ssa.Function) identity.Term {
	return e.resolveFields(t, fn, 0)
}

func (e *Engine) resolveFields(t identity.Term, fn *ssa.Function, depth int) identity.Term {
	if depth > 3 {
		return t
	}
	var vals []ssa.Value
	switch t.Kind {
	case identity.Param:
		if fn == nil || t.Path == "" {
			return t
		}
		vals = e.fieldStores(e.fieldAt(ssaval.Root(fn), t))
	case identity.Global:
		if t.Path == "" {
			if g := e.global(t.Name); g != nil {
				vals = e.globalStores(g)
			}
		}
	case identity.Call, identity.Data:
		return t
	}
	if len(vals) > 0 {
		var in []identity.Term
		for _, v := range vals {
			if ssaval.IsEmpty(v) {
				continue
			}
			s := e.resolveFields(hideParams(e.Slicer.Value(v, nil, nil)), v.Parent(), depth+1)
			in = append(in, s)
		}
		if len(in) == 0 {
			return t
		}
		return identity.Term{Kind: identity.Compose, Name: Stored, Path: t.Key(), Sub: in}
	}
	if len(t.Sub) == 0 {
		return t
	}
	out := t
	out.Sub = make([]identity.Term, len(t.Sub))
	for i, s := range t.Sub {
		out.Sub[i] = e.resolveFields(s, fn, depth+1)
	}
	return out
}

// Stored is the name of a composition of everything that is stored in a field
// or variable.
const Stored = "stored"

// hideParams replaces the parameters of the function that stores a value.
func hideParams(t identity.Term) identity.Term {
	return t.Subst("", func(i int, p string) identity.Term {
		return identity.Term{Kind: identity.Opaque, Name: fmt.Sprintf("given%d.%s", i, p)}
	})
}

// fieldAt returns the field that a parameter's path leads to.
func (e *Engine) fieldAt(fn *ssa.Function, t identity.Term) *types.Var {
	if t.Fn != "" || t.Index >= len(fn.Params) {
		return nil
	}
	typ := fn.Params[t.Index].Type()
	var v *types.Var
	for name := range strings.SplitSeq(t.Path, ".") {
		st := ssaval.Struct(typ)
		if st == nil {
			return nil
		}
		v = nil
		for i := range st.NumFields() {
			if st.Field(i).Name() == name {
				v = st.Field(i).Origin()
			}
		}
		if v == nil {
			return nil
		}
		typ = v.Type()
	}
	return v
}

// global finds the package-level variable that a term names.
func (e *Engine) global(name string) *ssa.Global {
	short, ok := strings.CutPrefix(name, e.Pass.Pkg.Path()+".")
	if !ok {
		return nil
	}
	g, _ := e.SSA.SSA.Members[short].(*ssa.Global)
	return g
}

// TransportKind returns what identity of the transport a key is made of, and
// false if it is made of none.
func TransportKind(t identity.Term) (knowledge.Identity, bool) {
	switch t.Kind {
	case identity.RPCID:
		return knowledge.RPCID, true
	case identity.SessionID:
		return knowledge.SessionID, true
	case identity.EventID:
		return knowledge.EventID, true
	case identity.Progress:
		return knowledge.ProgressToken, true
	case identity.Subscription:
		return knowledge.SubscriptionID, true
	case identity.RequestState:
		return knowledge.RequestState, true
	case identity.TaskID:
		return knowledge.TaskID, true
	case identity.Carried, identity.Entry:
	case identity.Compose:
		switch t.Name {
		case "element", "len", "cap":
			return 0, false // looked up by it, or counted
		case Stored:
			return allTransport(t.Sub)
		case "part":
			if len(t.Sub) > 0 {
				return TransportKind(t.Sub[0])
			}
		}
	default:
		return 0, false
	}
	for _, s := range t.Sub {
		if k, ok := TransportKind(s); ok {
			return k, true
		}
	}
	return 0, false
}

// allTransport: whatever is stored in the field is such an identity.
func allTransport(ts []identity.Term) (knowledge.Identity, bool) {
	var kind knowledge.Identity
	for _, t := range ts {
		k, ok := TransportKind(t)
		if !ok {
			return 0, false
		}
		kind = k
	}
	return kind, len(ts) > 0
}
