// Package identity answers where a value comes from: it slices backward over
// SSA to a [Term], and tells which parts of it vary when a region of the
// program (a loop, one call of a function) is executed again.
package identity

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Kind says what a Term stands for.
type Kind uint8

// The kinds of terms.
const (
	Opaque  Kind = iota // unknown, Name tells what made it
	Const               // the constant Name, in Go syntax
	Param               // parameter Index (the receiver is 0) of the function Fn, at Path
	Global              // the package-level variable Name, at Path
	Call                // the result of the call of Name with Sub as arguments
	Compose             // something built from Sub: a struct, map, string
	Entry               // entry or field Name of a composition, Sub[0] is its value

	// What varies with the region.
	Counter // counted up or down
	Data    // an element of what Sub says: a range element, a received value
	Carried // taken over, changed, from an earlier round

	// Sources of identities.
	Mint         // a fresh id
	Time         // the time, or a number drawn by chance
	RPCID        // the id of a JSON-RPC request
	SessionID    // the id of a session
	EventID      // an event id, a cursor of a stream
	Progress     // a progress token
	Subscription // a subscription id
	RequestState // the requestState of an input_required round
	TaskID       // a task id
)

var kindNames = [...]string{
	"opaque", "const", "param", "global", "call", "compose", "entry", "counter", "data", "carried",
	"mint", "time", "rpcid", "sessionid", "eventid", "progress", "subscription", "requeststate", "taskid",
}

func (k Kind) String() string { return kindNames[k] }

// A Term says where a value comes from, as a tree. Terms travel in facts.
type Term struct {
	Kind Kind
	Name string
	// Fn is the function literal that a Param belongs to, or that mints a Mint;
	// "" for a declared function.
	Fn    string
	Index int
	Path  string // Param, Global: dot-separated field names
	Tag   string // Entry: the JSON name, if it is a field with one
	// Inside says that the value is made anew in each round of the region.
	Inside bool
	// At names the call that mints a Mint, where the package mints it: two with
	// the same are one id. Keys do not tell it. Of a Call whose arguments come
	// from its own earlier results, it names the call, too.
	At  string
	Sub []Term
}

// Key returns a canonical text: terms with equal keys denote the same value in
// one round.
func (t Term) Key() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t Term) write(b *strings.Builder) {
	b.WriteString(t.Kind.String())
	if t.Name != "" {
		b.WriteByte(':')
		b.WriteString(t.Name)
	}
	if t.Kind == Param {
		b.WriteByte(':')
		b.WriteString(t.Fn)
		b.WriteByte('#')
		b.WriteString(strconv.Itoa(t.Index))
	}
	if t.Path != "" {
		b.WriteByte('.')
		b.WriteString(t.Path)
	}
	if t.Kind == Call && t.At != "" {
		// Where the arguments are cut short depends on who asks.
		b.WriteByte('@')
		b.WriteString(t.At)
		return
	}
	if len(t.Sub) > 0 {
		b.WriteByte('(')
		for i, s := range t.Sub {
			if i > 0 {
				b.WriteByte(',')
			}
			s.write(b)
		}
		b.WriteByte(')')
	}
}

// Constant returns the string constant that t is, if it is one.
func (t Term) Constant() (string, bool) {
	if t.Kind == Compose && len(t.Sub) == 1 && t.Name == "" {
		return t.Sub[0].Constant()
	}
	if t.Kind != Const {
		return "", false
	}
	s, err := strconv.Unquote(t.Name)
	if err != nil {
		return "", false
	}
	return s, true
}

// Walk calls f for t and the terms below it, parents first, until f returns
// false for a term, below which it does not go.
func (t Term) Walk(f func(Term) bool) {
	if !f(t) {
		return
	}
	for _, s := range t.Sub {
		s.Walk(f)
	}
}

// Has reports whether t contains a term of one of the kinds.
func (t Term) Has(kinds ...Kind) bool {
	found := false
	t.Walk(func(s Term) bool {
		found = found || slices.Contains(kinds, s.Kind)
		return !found
	})
	return found
}

// Subst replaces the parameters of function literal fn ("" for the declared
// function) by what arg returns for them.
func (t Term) Subst(fn string, arg func(index int, path string) Term) Term {
	if t.Kind == Param && t.Fn == fn {
		return arg(t.Index, t.Path)
	}
	if len(t.Sub) == 0 {
		return t
	}
	out := t
	out.Sub = make([]Term, len(t.Sub))
	for i, s := range t.Sub {
		out.Sub[i] = s.Subst(fn, arg)
	}
	if t.Kind == Compose && t.Name == "part" && t.Path != "" && len(out.Sub) == 1 {
		// What it is a part of may show it now.
		return project(out.Sub[0], strings.Split(t.Path, "."))
	}
	return out
}

// Size returns the number of terms in t.
func (t Term) Size() int {
	n := 1
	for _, s := range t.Sub {
		n += s.Size()
	}
	return n
}

// Field returns the part of t at field or entry name, if t is a composition
// that has it.
func (t Term) Field(name string) (Term, bool) {
	if t.Kind == Compose {
		for _, s := range t.Sub {
			if s.Kind == Entry && (sameName(s.Name, name) || s.Tag != "" && sameName(s.Tag, name)) && len(s.Sub) > 0 {
				return s.Sub[0], true
			}
		}
		for _, s := range t.Sub {
			if s.Kind == Compose {
				if f, ok := s.Field(name); ok {
					return f, true
				}
			}
		}
	}
	if t.Kind == Param || t.Kind == Global {
		t.Path = joinPath(t.Path, name)
		return t, true
	}
	return Term{}, false
}

func joinPath(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return a + "." + b
}

// Decodes reports whether t is what was read out of an encoded text.
func (t Term) Decodes() bool { return t.Kind == Call && fills(t.Name) }

// Answered reports whether t comes, in part, from what a function returned that
// is not of the standard library, or from farther away than was looked and from
// no parameter.
func (t Term) Answered() bool {
	found, far := false, false
	t.Walk(func(s Term) bool {
		found = found || s.Kind == Call && !fills(s.Name) && !knowledge.IsStd(packageOf(s.Name))
		far = far || s.Kind == Opaque && strings.HasPrefix(s.Name, tooFar)
		return !found
	})
	return found || far && !t.Has(Param)
}

// packageOf returns the import path in the full name of a function or method.
func packageOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot]
	}
	return name
}

// cyclic reports whether t is, in part, made of itself, other than through the
// results of calls that are known by where they stand.
func (t Term) cyclic() bool {
	found := false
	t.Walk(func(s Term) bool {
		found = found || s.Kind == Const && s.Name == cycle
		return !found && (s.Kind != Call || s.At == "")
	})
	return found
}

// cycle is the constant that stands for what a value is already made of.
const cycle = "cycle"

// union returns a term for a value that is one of ts.
func union(ts []Term) Term {
	var out []Term
	keys := make(map[string]int)
	for _, t := range ts {
		k := t.Key()
		i, seen := keys[k]
		switch {
		case !seen:
			keys[k] = len(out)
			out = append(out, t)
		case t.Varies().Fresh && !out[i].Varies().Fresh:
			out[i] = t // the same kind of thing, made anew in each round
		}
	}
	switch len(out) {
	case 0:
		return Term{Kind: Const, Name: "zero"}
	case 1:
		return out[0]
	}
	slices.SortStableFunc(out, func(a, b Term) int { return strings.Compare(a.Key(), b.Key()) })
	return Term{Kind: Compose, Name: "either", Sub: out}
}

// Varies says how t changes when its region is executed again.
type Varies struct {
	Data    bool // an element of something that is iterated or received
	Carried bool // changed from round to round
	Counter bool // an attempt number
	Fresh   bool // minted anew: an id, a time
	Unknown bool // made anew by something unknown
	Beyond  bool // made anew of something that was not looked at
}

// Varies looks at the whole of t.
func (t Term) Varies() Varies {
	var v Varies
	t.Walk(func(s Term) bool {
		switch s.Kind {
		case Data:
			v.Data = true
		case Carried:
			v.Carried = true
		case Counter:
			v.Counter = true
		case Mint, Time:
			v.Fresh = v.Fresh || s.Inside
		case Opaque, Call:
			v.Unknown = v.Unknown || s.Inside
			v.Beyond = v.Beyond || s.Inside && s.Kind == Opaque && strings.HasPrefix(s.Name, tooFar)
		}
		return true
	})
	return v
}
