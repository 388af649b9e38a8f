package persist

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
)

// An atom is one plain value among those that a call is given.
type atom struct {
	// names are the parameter, the fields and the map keys that lead to it,
	// outermost first.
	names []string
	typ   types.Type // nil if it is not known
	abs   outcome.Abs
	// column is the string before it in a list of names and values.
	column string
}

// maxDepth bounds how far values are followed into what they are made of.
const maxDepth = 4

// atoms lists what path p knows of v and of what it holds.
func (r *reading) atoms(v ssa.Value, names []string, depth int) []atom {
	if depth > maxDepth {
		return nil
	}
	v = peel(v)
	switch x := v.(type) {
	case *ssa.Slice:
		if elems := elements(x); elems != nil {
			var out []atom
			column := ""
			for _, e := range elems {
				sub := r.atoms(e, names, depth+1)
				for i := range sub {
					if len(sub[i].names) == len(names) {
						sub[i].column = column
					}
				}
				out = append(out, sub...)
				column = r.text(e)
			}
			return out
		}
	case *ssa.Call:
		if fn := calleeOf(&x.Call); fn != nil && knowledge.Name(fn) == "database/sql.Named" {
			return r.atoms(x.Call.Args[1], append(names[:len(names):len(names)], r.text(x.Call.Args[0])), depth+1)
		}
		if in := r.source(x); in != nil {
			return r.atoms(in, names, depth+1)
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok && x.Index == 0 {
			if in := r.source(c); in != nil {
				return r.atoms(in, names, depth+1)
			}
		}
	}
	var out []atom
	for _, c := range r.walk.Contents(r.path, v) {
		a := atom{names: names, typ: v.Type(), abs: c.A}
		if r.follow(&a, c.Loc) {
			out = append(out, a)
		}
	}
	return out
}

// follow takes a along the location loc, and reports whether it leads to a
// plain value.
func (r *reading) follow(a *atom, loc string) bool {
	a.typ = deref(a.typ)
	for loc != "" {
		switch loc[0] {
		case '*':
			a.typ = deref(a.typ)
			loc = loc[1:]
		case '.':
			n := 1
			for n < len(loc) && loc[n] >= '0' && loc[n] <= '9' {
				n++
			}
			i, _ := strconv.Atoi(loc[1:n])
			st, ok := under(a.typ).(*types.Struct)
			if !ok || i >= st.NumFields() {
				return false
			}
			name := st.Field(i).Name()
			if !st.Field(i).Embedded() {
				a.names = append(a.names[:len(a.names):len(a.names)], name)
			}
			a.typ, loc = st.Field(i).Type(), loc[n:]
		case '[':
			end := closing(loc)
			if end < 0 {
				return false
			}
			key := loc[1:end]
			if text, err := strconv.Unquote(key); err == nil {
				a.names = append(a.names[:len(a.names):len(a.names)], text)
			}
			switch t := under(a.typ).(type) {
			case *types.Map:
				a.typ = t.Elem()
			case *types.Slice:
				a.typ = t.Elem()
			case *types.Array:
				a.typ = t.Elem()
			}
			loc = loc[end+1:]
		default:
			return false // channels and tuples
		}
	}
	return true
}

// closing returns the index of the bracket that closes the one loc begins
// with; a key may hold brackets inside quotation marks.
func closing(loc string) int {
	if len(loc) > 1 && loc[1] == '"' {
		if q, err := strconv.QuotedPrefix(loc[1:]); err == nil && len(loc) > len(q)+1 && loc[len(q)+1] == ']' {
			return len(q) + 1
		}
		return -1
	}
	return strings.IndexByte(loc, ']')
}

// status says what the atom claims, and how the code names it. It claims
// nothing unless it stands where a status stands: the caller has said so, or
// its field, parameter, column or type has the name of one.
func (r *reading) status(a atom, expected bool) (Kind, string) {
	last := a.column
	if len(a.names) > 0 && last == "" {
		last = a.names[len(a.names)-1]
	}
	switch a.abs.K {
	case outcome.Bool:
		ends := r.path.Ends
		switch {
		case a.abs.May || a.abs.T&ends != 0 && a.abs.F&ends != 0:
			return None, ""
		case a.abs.T&ends == 0:
			return flagOf(last, false), last + " = false"
		}
		return flagOf(last, true), last + " = true"
	case outcome.Str, outcome.Int:
	default:
		return None, ""
	}
	name := ""
	if n, ok := types.Unalias(orInvalid(a.typ)).(*types.Named); ok {
		name = n.Obj().Name()
	}
	if !expected && !holdsStatus(last) && !holdsStatus(name) {
		return None, ""
	}
	kind, shown := None, ""
	if a.abs.K == outcome.Str {
		kind, shown = statusOf(a.abs.S), strconv.Quote(a.abs.S)
	}
	for _, c := range constantsOf(a.typ, a.abs) {
		k := statusOf(strings.TrimPrefix(c, name))
		if k == None && kind != None && opens(c) {
			return None, "" // the name says that it is open
		}
		if k != None && kind == None {
			kind, shown = k, c
		}
	}
	return kind, shown
}

// opens reports whether a status of that name leaves open what happened.
func opens(name string) bool {
	return statusOf(name+" failed") == None
}

// constantsOf names the constants of a defined type that have the value.
func constantsOf(t types.Type, a outcome.Abs) []string {
	n, ok := types.Unalias(orInvalid(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	scope := n.Obj().Pkg().Scope()
	var out []string
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if !ok || !types.Identical(c.Type(), n) {
			continue
		}
		switch {
		case a.K == outcome.Str && c.Val().Kind() == constant.String && constant.StringVal(c.Val()) == a.S:
			out = append(out, name)
		case a.K == outcome.Int && c.Val().Kind() == constant.Int:
			if v, exact := constant.Int64Val(c.Val()); exact && v == a.N {
				out = append(out, name)
			}
		}
	}
	return out
}

// source returns the value that a call encodes or wraps, if it does no more.
func (r *reading) source(c *ssa.Call) ssa.Value {
	fn := calleeOf(&c.Call)
	if fn == nil || len(c.Call.Args) == 0 {
		return nil
	}
	switch knowledge.Name(fn) {
	case "encoding/json.Marshal", "encoding/json.MarshalIndent":
		return c.Call.Args[0]
	}
	if fn.Name() == "Marshal" && fn.Signature().Recv() == nil {
		return c.Call.Args[0]
	}
	return nil
}

// text returns the constant string that v is on the path, or "".
func (r *reading) text(v ssa.Value) string {
	if a := r.walk.Value(r.path, peel(v)); a.K == outcome.Str {
		return a.S
	}
	return ""
}

// peel removes conversions.
func peel(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return v
		}
	}
}

// elements returns the elements of a slice that is built where it is used, in
// order.
func elements(s *ssa.Slice) []ssa.Value {
	alloc, ok := s.X.(*ssa.Alloc)
	if !ok || alloc.Referrers() == nil {
		return nil
	}
	arr, ok := deref(alloc.Type()).Underlying().(*types.Array)
	if !ok || arr.Len() > 64 {
		return nil
	}
	out := make([]ssa.Value, arr.Len())
	for _, ref := range *alloc.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		k, ok := ia.Index.(*ssa.Const)
		if !ok || k.Int64() < 0 || k.Int64() >= arr.Len() {
			continue
		}
		for _, use := range *ia.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ia {
				out[k.Int64()] = st.Val
			}
		}
	}
	for _, v := range out {
		if v == nil {
			return nil
		}
	}
	return out
}

func deref(t types.Type) types.Type {
	if p, ok := under(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func under(t types.Type) types.Type { return orInvalid(t).Underlying() }

func orInvalid(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t
}

func calleeOf(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	s := c.StaticCallee()
	if s == nil {
		return nil
	}
	if o := s.Origin(); o != nil {
		s = o
	}
	fn, _ := s.Object().(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}
