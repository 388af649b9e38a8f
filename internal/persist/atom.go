// This file reads the plain values that a call is given, on a path.

package persist

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
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
	v = ssaval.Plain(v)
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
		if name, val, ok := r.named(x); ok {
			return r.atoms(val, append(names[:len(names):len(names)], name), depth+1)
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
	contents := r.walk.Contents(r.path, v)
	if ld, ok := v.(*ssa.UnOp); ok && ld.Op == token.MUL && len(contents) == 0 {
		// A copy that is not used any more: what it was made from.
		if _, isStruct := under(v.Type()).(*types.Struct); isStruct {
			contents = r.walk.Contents(r.path, ld.X)
		}
	}
	var out []atom
	for _, c := range contents {
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
	last := ""
	if len(a.names) > 0 {
		last = a.names[len(a.names)-1]
	}
	switch a.abs.K {
	case outcome.Bool:
		ends := r.path.Ends
		v := a.abs.T&ends != 0
		if a.abs.May || v && a.abs.F&ends != 0 {
			return None, "" // either
		}
		for _, name := range []string{a.column, last} {
			if k := flagOf(name, v); k != None {
				return k, fmt.Sprintf("%s = %t", name, v)
			}
		}
		return None, ""
	case outcome.Str, outcome.Int:
	default:
		return None, ""
	}
	name := ""
	if n, ok := types.Unalias(orInvalid(a.typ)).(*types.Named); ok {
		name = n.Obj().Name()
	}
	if !expected && !holdsStatus(last) && !holdsStatus(a.column) && !holdsStatus(name) {
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

// named takes apart a call that gives a value a name: sql.Named("status", v),
// or the ValueSet of a search attribute that is kept in a variable.
func (r *reading) named(c *ssa.Call) (name string, val ssa.Value, ok bool) {
	fn := ssaval.Callee(&c.Call)
	switch {
	case fn == nil || len(c.Call.Args) != 2:
		return "", nil, false
	case knowledge.Name(fn) == "database/sql.Named":
		return r.text(c.Call.Args[0]), c.Call.Args[1], true
	case fn.Name() == "ValueSet" && fn.Signature().Recv() != nil:
		if ld, isLoad := c.Call.Args[0].(*ssa.UnOp); isLoad {
			if g, isGlobal := ld.X.(*ssa.Global); isGlobal {
				return g.Name(), c.Call.Args[1], true
			}
		}
	}
	return "", nil, false
}

// source returns the value that a call encodes or wraps, if it does no more.
func (r *reading) source(c *ssa.Call) ssa.Value {
	fn := ssaval.Callee(&c.Call)
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
	if a := r.walk.Value(r.path, ssaval.Plain(v)); a.K == outcome.Str {
		return a.S
	}
	return ""
}
