// This file slices variables, fields and elements by what is stored there.

package identity

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// memory returns where the part at path of what addr points to comes from:
// everything that is stored there, wherever in the function it is.
func (w *slicing) memory(addr ssa.Value, path []string, depth int) Term {
	if depth > maxDepth || w.size > maxSize {
		return w.beyond(addr)
	}
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		name := fieldName(x.X.Type(), x.Field)
		if k, ok := fieldIdentity(x.X.Type(), x.Field); ok && len(path) == 0 {
			return Term{Kind: k, Sub: []Term{w.memory(x.X, prepend(name, path), depth+1)}}
		}
		return w.memory(x.X, prepend(name, path), depth+1)
	case *ssa.IndexAddr:
		idx := w.value(x.Index, nil, depth+1)
		if w.region.In(x) {
			if v := idx.Varies(); v.Data || v.Counter || v.Carried {
				return Term{Kind: Data, Sub: []Term{w.value(x.X, nil, depth+1)}}
			}
		}
		return Term{Kind: Compose, Name: "element", Sub: []Term{w.value(x.X, nil, depth+1), idx}, Path: strings.Join(path, ".")}
	case *ssa.Alloc:
		return w.cell(x, path, depth)
	case *ssa.FreeVar:
		if b := Binding(x); b != nil {
			return w.memory(b, path, depth+1)
		}
		return w.opaque(addr)
	case *ssa.Phi:
		// A per-iteration copy of a captured loop variable.
		if allAllocs(x) {
			return w.perIteration(x, path, depth)
		}
	}
	return w.value(addr, path, depth+1)
}

func allAllocs(x *ssa.Phi) bool {
	for _, e := range x.Edges {
		if _, ok := e.(*ssa.Alloc); !ok {
			return false
		}
	}
	return true
}

func (w *slicing) perIteration(x *ssa.Phi, path []string, depth int) Term {
	var in []Term
	for _, e := range x.Edges {
		in = append(in, w.memory(e, path, depth+1))
	}
	t := union(in)
	if w.region.header(x.Block()) && len(in) > 1 && t.Kind == Compose && t.Name == "either" {
		if strings.Contains(t.Key(), "compose:+") {
			return Term{Kind: Counter}
		}
		return Term{Kind: Carried, Sub: []Term{t}}
	}
	return t
}

// A write is one value put into a cell.
type write struct {
	at    ssa.Instruction
	field string // "" if the value is exactly what was asked for
	tag   string // the field's JSON name
	term  Term
}

// cell returns what is stored into a local variable or composite literal.
func (w *slicing) cell(a *ssa.Alloc, path []string, depth int) Term {
	key := visit{a, "*" + strings.Join(path, ".")}
	if w.active[key] {
		return Term{Kind: Const, Name: cycle}
	}
	w.active[key] = true
	defer delete(w.active, key)

	var writes []write
	w.writes(a, path, depth, &writes)
	if len(path) == 0 {
		if t, ok := w.composite(writes); ok {
			t.Path = knowledge.TypeName(ssaval.Deref(a.Type()))
			return w.carried(a, writes, t)
		}
		if _, ok := ssaval.Deref(a.Type()).Underlying().(*types.Struct); ok && len(writes) == 0 {
			return Term{Kind: Compose, Name: "struct", Path: knowledge.TypeName(ssaval.Deref(a.Type()))}
		}
	}
	var in []Term
	for _, x := range writes {
		if x.term.Kind == Const && (x.term.Name == cycle || x.term.Name == "zero" && len(writes) > 1) {
			continue // nothing, or T{} before its fields are set
		}
		in = append(in, x.term)
	}
	return w.carried(a, writes, union(in))
}

// composite builds a composition from the fields that were written.
func (w *slicing) composite(writes []write) (Term, bool) {
	byField := make(map[string][]Term)
	tags := make(map[string]string)
	var order []string
	var elements []Term // each for itself, in order
	for _, x := range writes {
		if x.field == "" {
			if x.term.Kind == Const && x.term.Name == "zero" {
				continue
			}
			if !isStruct(x.term) || len(writes) == 1 {
				return Term{}, false
			}
			// v := T{…} before some of its fields are set.
			for _, s := range x.term.Sub {
				if _, ok := byField[s.Name]; !ok {
					order = append(order, s.Name)
					tags[s.Name] = s.Tag
				}
				byField[s.Name] = append(byField[s.Name], s.Sub[0])
			}
			continue
		}
		if x.field == "[]" {
			elements = append(elements, Term{Kind: Entry, Name: "[]", Sub: []Term{x.term}})
			continue
		}
		if _, ok := byField[x.field]; !ok {
			order = append(order, x.field)
			tags[x.field] = x.tag
		}
		byField[x.field] = append(byField[x.field], x.term)
	}
	if len(order) == 0 && len(elements) == 0 {
		return Term{}, false
	}
	out := Term{Kind: Compose, Name: "struct", Sub: elements}
	for _, f := range order {
		out.Sub = append(out.Sub, Term{Kind: Entry, Name: f, Tag: tags[f], Sub: []Term{union(byField[f])}})
	}
	return out, true
}

// isStruct reports whether t is a composition of fields.
func isStruct(t Term) bool {
	if t.Kind != Compose || t.Name != "struct" {
		return false
	}
	for _, s := range t.Sub {
		if s.Kind != Entry || s.Name == "[]" || len(s.Sub) != 1 {
			return false
		}
	}
	return true
}

// carried marks a value that is made before the region and changed inside it
// to something that an earlier round had a part in.
func (w *slicing) carried(a *ssa.Alloc, writes []write, t Term) Term {
	if w.region == nil || w.region.In(a) {
		return t
	}
	for _, x := range writes {
		if !w.region.In(x.at) {
			continue
		}
		if _, counted := x.at.(*ssa.Store); counted && x.term.Kind == Compose && (x.term.Name == "+" || x.term.Name == "-") && strings.Contains(x.term.Key(), cycle) {
			return Term{Kind: Counter, Sub: []Term{t}}
		}
		if v := x.term.Varies(); v.Unknown || v.Data || v.Carried {
			return Term{Kind: Carried, Sub: []Term{t}}
		}
	}
	return t
}

// writes collects what is stored through pointer p, which points to what was
// asked for at path.
func (w *slicing) writes(p ssa.Value, path []string, depth int, out *[]write) {
	refs := p.Referrers()
	if refs == nil || depth > maxDepth {
		return
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == p {
				*out = append(*out, write{at: r, term: w.value(r.Val, path, depth+1)})
			}
		case *ssa.FieldAddr:
			if r.X != p {
				continue
			}
			name := fieldName(p.Type(), r.Field)
			if len(path) == 0 {
				var inner []write
				w.writes(r, nil, depth+1, &inner)
				for _, x := range inner {
					t := x.term
					if x.field != "" {
						t = Term{Kind: Compose, Name: "struct", Sub: []Term{{Kind: Entry, Name: x.field, Tag: x.tag, Sub: []Term{t}}}}
					}
					*out = append(*out, write{x.at, name, ssaval.JSONName(ssaval.Struct(p.Type()), r.Field), t})
				}
			} else if sameName(path[0], name) {
				w.writes(r, path[1:], depth+1, out)
			}
		case *ssa.IndexAddr:
			if r.X != p {
				continue
			}
			var inner []write
			w.writes(r, path, depth+1, &inner)
			for _, x := range inner {
				*out = append(*out, write{at: x.at, field: "[]", term: x.term})
			}
		case *ssa.MakeClosure:
			w.captured(r, p, path, depth, out)
		case *ssa.MakeInterface:
			// &x handed to something as an interface: json.Unmarshal(data, &x).
			w.handed(r, path, depth, out)
		case ssa.CallInstruction:
			w.written(r, p, path, depth, out)
		case *ssa.UnOp:
			if r.X == p {
				w.addedTo(r, path, depth, out)
			}
		case *ssa.Slice:
			if t, at, ok := w.mintedInto(r); ok {
				*out = append(*out, write{at: at, term: t})
			}
		case *ssa.MapUpdate, *ssa.Phi, *ssa.DebugRef:
			// Reads and aliases.
		}
	}
}

func (w *slicing) captured(mc *ssa.MakeClosure, p ssa.Value, path []string, depth int, out *[]write) {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == p && i < len(fn.FreeVars) {
			w.writes(fn.FreeVars[i], path, depth+1, out)
		}
	}
}

func (w *slicing) handed(mi *ssa.MakeInterface, path []string, depth int, out *[]write) {
	for _, r := range *mi.Referrers() {
		if c, ok := r.(ssa.CallInstruction); ok {
			w.written(c, mi, path, depth, out)
		}
	}
}

// written records that a call may fill what p points to, from its other
// arguments.
func (w *slicing) written(c ssa.CallInstruction, p ssa.Value, path []string, depth int, out *[]write) {
	if w.Reads != nil && w.Reads(c) {
		return
	}
	common := c.Common()
	name := ""
	if fn := ssaval.Callee(common); fn != nil {
		name = knowledge.Name(fn)
	}
	if !fills(name) {
		return
	}
	t := Term{Kind: Call, Name: name, Inside: w.region.In(c)}
	if common.IsInvoke() {
		t.Sub = append(t.Sub, w.value(common.Value, nil, depth+1))
	}
	for _, a := range common.Args {
		if a != p {
			t.Sub = append(t.Sub, w.value(a, nil, depth+1))
		}
	}
	t.Inside = t.Inside && anyVaries(t.Sub)
	*out = append(*out, write{at: c, term: t})
}

func anyVaries(ts []Term) bool {
	for _, t := range ts {
		if v := t.Varies(); v.Data || v.Carried || v.Unknown {
			return true
		}
	}
	return false
}

// fills reports whether a function writes through a pointer it is given.
func fills(name string) bool {
	switch name {
	case "encoding/json.Unmarshal", "(*encoding/json.Decoder).Decode", "fmt.Sscan", "fmt.Sscanf", "fmt.Scan", "fmt.Scanf", "fmt.Scanln":
		return true
	}
	return strings.HasSuffix(name, ".Unmarshal") || strings.HasSuffix(name, ".Decode") || strings.HasSuffix(name, ".Scan")
}
