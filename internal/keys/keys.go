// Package keys finds the places where a value becomes the key by which
// somebody tells a repetition from a new operation: an argument or _meta entry
// of a tool, a header, a field, the key of a store that deduplicates, the key
// parameter of an API.
package keys

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Place says what kind of place a key stands in.
type Place uint8

// The places.
const (
	InMap    Place = iota // an entry of a map
	InStruct              // a field
	InHeader              // an HTTP header
	InText                // a member of a JSON text
	ToAPI                 // the key parameter or key field of an API outside MCP
	InStore               // the key of a store that deduplicates
	ToParam               // a parameter that leads to one of these
)

// A Position is a place where a value becomes a key.
type Position struct {
	Place    Place
	Name     string // as it is written: "idempotency_key", "Idempotency-Key", "asynq.TaskID"
	Strength knowledge.Strength
	Value    ssa.Value
	Path     []string // the part of Value that is the key
	Instr    ssa.Instruction
	Pos      token.Pos
	// Inner is the place that a ToParam leads to.
	Inner Place
}

// A Param is a parameter that becomes a key. It travels in facts.
type Param struct {
	Index    int // the receiver counts
	Path     string
	Name     string
	Strength knowledge.Strength
	Place    Place
}

// A Finder finds the positions of one package.
type Finder struct {
	// Params returns which parameters of a function become keys.
	Params func(*types.Func) []Param
	// MapName returns the name of the map that an instruction looks into or
	// changes, as it is written.
	MapName func(token.Pos) string
}

// In returns the positions in a function, in order.
func (f *Finder) In(fn *ssa.Function) []Position {
	var out []Position
	for instr := range ssaval.Instructions(fn) {
		out = append(out, f.at(instr)...)
	}
	return out
}

func (f *Finder) at(instr ssa.Instruction) []Position {
	switch x := instr.(type) {
	case *ssa.MapUpdate:
		return f.entry(x)
	case *ssa.Store:
		return field(x)
	case ssa.CallInstruction:
		return f.call(x)
	case *ssa.BinOp:
		return joined(x)
	}
	return nil
}

// entry: m["idempotency_key"] = v, or seen[v] = true.
func (f *Finder) entry(x *ssa.MapUpdate) []Position {
	name, ok := ssaval.String(x.Key)
	if !ok {
		if f.MapName == nil {
			return nil
		}
		if n := f.MapName(x.Pos()); dedupeName(n) && remembers(x.Map.Type()) {
			return []Position{{Place: InStore, Name: n, Strength: knowledge.Strong, Value: x.Key, Instr: x, Pos: x.Pos()}}
		}
		return nil
	}
	s := knowledge.KeyStrength(name)
	if s == knowledge.NotKey {
		return nil
	}
	p := Position{Place: InMap, Name: name, Strength: s, Value: x.Value, Instr: x, Pos: x.Pos()}
	if knowledge.TypeName(x.Map.Type()) == "net/http.Header" {
		p.Place = InHeader
	}
	return []Position{p}
}

// remembers: a map that only remembers that something was there.
func remembers(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	switch e := m.Elem().Underlying().(type) {
	case *types.Chan, *types.Signature, *types.Interface:
		return false // someone waits for it
	case *types.Pointer:
		st, ok := e.Elem().Underlying().(*types.Struct)
		if !ok {
			return false
		}
		for i := range st.NumFields() {
			if _, waits := st.Field(i).Type().Underlying().(*types.Chan); waits {
				return false
			}
		}
	}
	return true
}

// field: the store into a field with the name, or the JSON name, of a key.
func field(x *ssa.Store) []Position {
	fa, ok := x.Addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	t := ssaval.Deref(fa.X.Type())
	st := ssaval.Struct(t)
	if st == nil {
		return nil // of a type parameter
	}
	v := st.Field(fa.Field)
	pos := x.Pos()
	if !pos.IsValid() {
		pos = fa.Pos()
	}
	if full := knowledge.TypeName(t) + "." + v.Name(); knowledge.KeyField(full) {
		return []Position{{Place: ToAPI, Name: shortField(full), Strength: knowledge.Strong, Value: x.Val, Instr: x, Pos: pos}}
	}
	if hasTag(st, fa.Field, "river") {
		// River inserts one job per value of the field.
		name := v.Name()
		if tag := ssaval.JSONName(st, fa.Field); tag != "" {
			name = tag
		}
		return []Position{{Place: ToAPI, Name: name, Strength: knowledge.Strong, Value: x.Val, Instr: x, Pos: pos}}
	}
	name := v.Name()
	tag := ssaval.JSONName(st, fa.Field)
	s := knowledge.KeyStrength(name)
	if ts := knowledge.KeyStrength(tag); ts > s {
		s, name = ts, tag
	} else if s > knowledge.NotKey && tag != "" {
		name = tag
	}
	if s == knowledge.NotKey {
		return nil
	}
	return []Position{{Place: InStruct, Name: name, Strength: s, Value: x.Val, Instr: x, Pos: pos}}
}

// hasTag: the field has a tag key:"unique".
func hasTag(st *types.Struct, i int, key string) bool {
	return slices.Contains(strings.Split(reflect.StructTag(st.Tag(i)).Get(key), ","), "unique")
}

func shortField(full string) string { return full[strings.LastIndexByte(full, '/')+1:] }

// call: a header, the key of an API, of a store, or of a helper.
func (f *Finder) call(c ssa.CallInstruction) []Position {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return nil
	}
	at := func(place Place, name string, s knowledge.Strength, v ssa.Value) []Position {
		if v == nil {
			return nil
		}
		return []Position{{Place: place, Name: name, Strength: s, Value: v, Instr: c, Pos: c.Pos()}}
	}
	if name, key := httpclient.HeaderSet(c); key != nil {
		if s := knowledge.KeyStrength(name); s > knowledge.NotKey {
			return at(InHeader, name, s, ssaval.Argument(c.Common(), 1))
		}
		return nil
	}
	full := knowledge.Name(fn)
	if i, ok := knowledge.KeyArg(full); ok {
		return at(ToAPI, shortField(full), knowledge.Strong, ssaval.Argument(c.Common(), i))
	}
	if out := unique(c, full); len(out) > 0 {
		return out
	}
	if out := f.store(c, fn, full); len(out) > 0 {
		return out
	}
	if out := formatted(c, full); len(out) > 0 {
		return out
	}
	if f.Params == nil {
		return nil
	}
	var out []Position
	for _, p := range f.Params(fn) {
		operands := ssaval.Operands(c.Common())
		if p.Index < 0 || p.Index >= len(operands) {
			continue
		}
		v := operands[p.Index]
		pos := Position{Place: ToParam, Name: p.Name, Strength: p.Strength, Value: v, Instr: c, Pos: c.Pos(), Inner: p.Place}
		if p.Path != "" {
			pos.Path = strings.Split(p.Path, ".")
		}
		out = append(out, pos)
	}
	return out
}

// NameOf returns the name under which an entry of a composition is a key, and
// how surely it is one: that of the field, or its JSON name.
func NameOf(t identity.Term) (string, knowledge.Strength) {
	name, s := t.Name, knowledge.KeyStrength(t.Name)
	if ts := knowledge.KeyStrength(t.Tag); ts > s || s > knowledge.NotKey && t.Tag != "" {
		return t.Tag, max(s, ts)
	}
	return name, s
}
