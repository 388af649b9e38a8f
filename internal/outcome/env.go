// This file holds what is known of all values on a path: locations, and what is at
// them.

package outcome

import (
	"go/types"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

func itoa(i int) string { return strconv.Itoa(i) }

// env is what a path knows of values and memory, by location. A location is a
// root (an SSA value or an object) followed by a path: "*" follows a pointer,
// ".2" selects field 2, "[1]" an element, "#0" a component of a tuple, "<-" the
// value last sent on a channel.
type env struct {
	cells []*cell // by location, ascending
}

// A cell is what an environment knows of one location. Environments share
// cells, so they never change.
type cell struct {
	loc string
	a   Abs
	sum digest // of both, once it has been asked for
}

// clone returns a copy, which shares no later change.
func (e *env) clone() env { return env{slices.Clone(e.cells)} }

// search returns where loc is, or belongs.
func (e *env) search(loc string) (int, bool) {
	return slices.BinarySearchFunc(e.cells, loc, func(c *cell, loc string) int { return strings.Compare(c.loc, loc) })
}

// at returns what is recorded of loc itself, and whether anything is.
func (e *env) at(loc string) (Abs, bool) {
	if i, ok := e.search(loc); ok {
		return e.cells[i].a, true
	}
	return Abs{}, false
}

// of returns what is recorded of loc itself.
func (e *env) of(loc string) Abs {
	a, _ := e.at(loc)
	return a
}

// put records a for loc itself, and leaves what is inside of loc as it is.
func (e *env) put(loc string, a Abs) {
	c := &cell{loc: loc, a: a}
	if i, ok := e.search(loc); ok {
		e.cells[i] = c
	} else {
		e.cells = slices.Insert(e.cells, i, c)
	}
}

// drop forgets what is recorded of loc itself.
func (e *env) drop(loc string) {
	if i, ok := e.search(loc); ok {
		e.cells = slices.Delete(e.cells, i, i+1)
	}
}

// all yields all locations in order, with what is recorded of them. The
// environment must not change meanwhile.
func (e *env) all() iter.Seq2[string, Abs] {
	return func(yield func(string, Abs) bool) {
		for _, c := range e.cells {
			if !yield(c.loc, c.a) {
				return
			}
		}
	}
}

// below yields prefix and the locations inside it in order, without the
// prefix. The environment must not change meanwhile.
func (e *env) below(prefix string) iter.Seq2[string, Abs] {
	return func(yield func(string, Abs) bool) {
		start, _ := e.search(prefix)
		for _, c := range e.cells[start:] {
			if !strings.HasPrefix(c.loc, prefix) {
				return
			}
			if rest, ok := below(c.loc, prefix); ok && !yield(rest, c.a) {
				return
			}
		}
	}
}

// key returns a digest of the environment.
func (e *env) key() digest {
	var d digest
	for _, c := range e.cells {
		if c.sum == (digest{}) {
			c.sum = c.digest()
		}
		d = d.with(c.sum[0]).with(c.sum[1])
	}
	return d
}

// outcomes returns a digest of what is known of errors and of answers: states that
// differ in it say different things of the attempt.
func (e *env) outcomes() digest {
	var d digest
	for _, c := range e.cells {
		switch c.a.K {
		case Nil, Err, Status, Code, Text:
			d = d.withText(c.loc).with(uint64(c.a.K))
		}
	}
	return d
}

// digest returns one that tells the cell from all others.
func (c *cell) digest() digest {
	a := c.a
	var flags uint64
	for i, on := range []bool{a.Chain, a.Text, a.May} {
		if on {
			flags |= 1 << i
		}
	}
	return digest{}.withText(c.loc).
		with(uint64(a.K)).with(uint64(a.T)).with(uint64(a.F)).with(uint64(a.N)).
		withText(a.S).withText(a.Perm).withText(a.P).
		with(uint64(a.On)<<8 | uint64(a.Off)).with(flags)
}

// below reports whether loc is prefix or a location inside it, and returns the
// rest.
func below(loc, prefix string) (string, bool) {
	if !strings.HasPrefix(loc, prefix) {
		return "", false
	}
	rest := loc[len(prefix):]
	if rest == "" {
		return "", true
	}
	switch rest[0] {
	case '*', '.', '[', '<', '#':
		return rest, true
	}
	return "", false
}

// kill forgets loc and everything inside it.
func (e *env) kill(loc string) {
	start, _ := e.search(loc)
	end := start
	for end < len(e.cells) && strings.HasPrefix(e.cells[end].loc, loc) {
		end++
	}
	if start == end {
		return
	}
	kept := slices.DeleteFunc(e.cells[start:end], func(c *cell) bool {
		_, in := below(c.loc, loc)
		return in
	})
	e.cells = slices.Delete(e.cells, start+len(kept), end)
}

// copyTree makes to describe the same as from.
func (e *env) copyTree(from, to string) {
	if from == to {
		return
	}
	var found []LocAbs
	for rest, a := range e.below(from) {
		found = append(found, LocAbs{to + rest, a})
	}
	e.kill(to)
	for _, f := range found {
		e.put(f.Loc, f.A)
	}
}

// get returns what is known of loc, whose type is t.
func (e *env) get(loc string, t types.Type) Abs {
	if a, ok := e.at(loc); ok {
		if a.K == Zero {
			return zeroOf(t, a)
		}
		return a
	}
	// A zero struct has zero fields.
	for i := len(loc) - 1; i > 0; i-- {
		switch loc[i] {
		case '*', '<', '#':
			return Abs{}
		case '.', '[':
			if a, ok := e.at(loc[:i]); ok {
				if a.K == Zero {
					return zeroOf(t, a)
				}
				if a.K == Answer {
					return a
				}
				return Abs{On: a.On}
			}
		}
	}
	return Abs{}
}

// zeroOf is the zero value of type t.
func zeroOf(t types.Type, z Abs) Abs {
	if t == nil {
		return Abs{}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return False
		case u.Info()&types.IsInteger != 0:
			return Abs{K: Int}
		case u.Info()&types.IsString != 0:
			return Abs{K: Str}
		case u.Kind() == types.UnsafePointer, u.Kind() == types.UntypedNil:
			return Abs{K: Nil}
		}
		return Abs{}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return Abs{K: Nil}
	case *types.Struct, *types.Array:
		return z
	}
	return Abs{}
}

// set replaces everything known of loc by a.
func (e *env) set(loc string, a Abs) {
	e.kill(loc)
	if a != (Abs{}) {
		e.put(loc, a)
	}
}

// meet keeps what both environments agree on.
func meet(a, b env) env {
	var out env
	for _, c := range a.cells {
		y, ok := b.at(c.loc)
		if !ok {
			continue
		}
		switch j := join(c.a, y); j {
		case Abs{}:
		case c.a:
			out.cells = append(out.cells, c)
		default:
			out.cells = append(out.cells, &cell{loc: c.loc, a: j})
		}
	}
	return out
}

// names gives every value of a function a short stable name.
type names struct {
	fn  *ssa.Function
	ids map[ssa.Value]string
}

func newNames(fn *ssa.Function) *names {
	n := &names{fn: fn, ids: make(map[ssa.Value]string)}
	for i, p := range fn.Params {
		n.ids[p] = "p" + itoa(i)
	}
	for i, f := range fn.FreeVars {
		n.ids[f] = "f" + itoa(i)
	}
	k := 0
	for instr := range ssaval.Instructions(fn) {
		if v, ok := instr.(ssa.Value); ok {
			n.ids[v] = "t" + itoa(k)
		}
		k++
	}
	return n
}

// loc returns the location of a value; conversions are transparent.
func (n *names) loc(v ssa.Value) string {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.Convert:
			v = x.X
			continue
		case *ssa.MultiConvert:
			v = x.X
			continue
		case *ssa.TypeAssert:
			if !x.CommaOk {
				v = x.X
				continue
			}
		case *ssa.Extract:
			if ta, ok := x.Tuple.(*ssa.TypeAssert); ok && x.Index == 0 {
				v = ta.X
				continue
			}
			return n.loc(x.Tuple) + "#" + itoa(x.Index)
		case *ssa.Field:
			return n.loc(x.X) + "." + itoa(x.Field)
		case *ssa.Global:
			return "g:" + x.RelString(nil)
		case *ssa.Const:
			return ""
		}
		return n.ids[v]
	}
}

// mem returns the location of the memory that addr points to, or "" if it
// cannot be named.
func (n *names) mem(e env, addr ssa.Value) string {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		if base := n.mem(e, x.X); base != "" {
			return base + "." + itoa(x.Field)
		}
		return ""
	case *ssa.IndexAddr:
		k, ok := x.Index.(*ssa.Const)
		if !ok || k.Value == nil {
			return ""
		}
		if _, isSlice := x.X.Type().Underlying().(*types.Slice); isSlice {
			if s, ok := x.X.(*ssa.Slice); ok {
				if base := n.mem(e, s.X); base != "" {
					return base + "[" + k.Value.ExactString() + "]"
				}
			}
			if l := n.loc(x.X); l != "" {
				return l + "[" + k.Value.ExactString() + "]"
			}
			return ""
		}
		if base := n.mem(e, x.X); base != "" {
			return base + "[" + k.Value.ExactString() + "]"
		}
		return ""
	case *ssa.ChangeType:
		return n.mem(e, x.X)
	}
	l := n.loc(addr)
	if l == "" {
		return ""
	}
	if a, ok := e.at(l); ok && a.P != "" {
		return a.P + "*"
	}
	return l + "*"
}
