// This file tells what is wrong with a requestState, and what a value can be.

package rounds

import (
	"slices"
	"strings"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A Fault is what is wrong with the requestState of a request.
type Fault uint8

// The faults.
const (
	NoFault  Fault = iota
	Dropped        // the state of the result that asked is not sent back
	Altered        // it is not what came
	Invented       // no server gave it
	Other          // it came with the result of another call
	Kept           // it is kept from one call for the next, whatever that is
	Read           // it is taken apart
)

// absent: the request has no such member, or nothing in it.
func absent(t identity.Term) bool {
	list, empty := ways(t)
	return len(list) == 0 && empty
}

func isEmpty(name string) bool { return name == "zero" || name == "nil" || name == `""` }

// alternatives lists what a value can be, unless it is empty.
func alternatives(t identity.Term) []identity.Term {
	list, _ := ways(t)
	return list
}

// ways lists what a value can be: on the ways to it, and in its rounds. empty
// says that it can be empty.
func ways(t identity.Term) (list []identity.Term, empty bool) {
	switch {
	case t.Kind == identity.Compose && t.Name == "either", t.Kind == identity.Carried:
		for _, s := range t.Sub {
			l, e := ways(s)
			list, empty = append(list, l...), empty || e
		}
		return list, empty
	case t.Kind == identity.Compose && t.Name == "" && len(t.Sub) == 1:
		return ways(t.Sub[0])
	case t.Kind == identity.Const && (isEmpty(t.Name) || t.Name == "cycle"):
		return nil, t.Name != "cycle"
	case t.Kind == identity.Compose && t.Name == "part" && len(t.Sub) == 1 && !t.Has(identity.RequestState):
		return memberOf(t.Sub[0], t.Path)
	case t.Kind == identity.RequestState && len(t.Sub) == 1:
		// The member of parameters that were built by a caller: what it put
		// there. Else it is that of a result.
		if in := t.Sub[0]; in.Kind == identity.Const || in.Has(identity.Mint) || putThere(in) {
			return ways(in)
		}
	}
	return []identity.Term{t}, false
}

// putThere: a state, or what was made of one.
func putThere(t identity.Term) bool {
	switch t.Kind {
	case identity.RequestState:
		return true
	case identity.Compose:
		for _, s := range t.Sub {
			if putThere(s) || t.Name == "either" && s.Kind == identity.Const {
				return true
			}
		}
	}
	return false
}

// judge tells what is wrong with a state by where it comes from.
func judge(state identity.Term) Fault {
	for _, t := range alternatives(state) {
		switch {
		case invented(t):
			return Invented
		case altered(t):
			return Altered
		}
	}
	return NoFault
}

// invented: made of constants, fresh ids and the time alone.
func invented(t identity.Term) bool {
	made, only := false, true
	t.Walk(func(s identity.Term) bool {
		switch s.Kind {
		case identity.Const:
			made = made || !isEmpty(s.Name) && s.Name != "cycle"
		case identity.Mint, identity.Time:
			made = true
			return false
		case identity.Counter, identity.Entry:
		case identity.Compose:
			only = only && s.Name != "element" && s.Name != "slice"
		default:
			only = false
		}
		return only
	})
	return made && only
}

// altered: computed from a state, so that it is another text.
func altered(t identity.Term) bool {
	if t.Kind != identity.Compose || !t.Has(identity.RequestState) {
		return false
	}
	if whole, ok := formatted(t); ok {
		return altered(whole)
	}
	switch {
	case t.Name == "+":
		return !slices.ContainsFunc(t.Sub, absent)
	case t.Name == "part":
		return true
	case strings.HasPrefix(t.Name, "strings."), t.Name == "fmt.Sprintf", t.Name == "fmt.Sprint":
		return t.Name != "strings.Clone"
	case encodes(t.Name):
		back := false
		t.Walk(func(s identity.Term) bool {
			back = back || strings.Contains(s.Name, ".Decode") || strings.Contains(s.Name, "Unescape")
			return !back
		})
		return !back
	}
	return false
}

func encodes(name string) bool {
	return strings.HasSuffix(name, ".EncodeToString") || strings.HasSuffix(name, "QueryEscape") || strings.HasSuffix(name, "PathEscape")
}

// formatted: fmt.Sprintf("%s", state) is the state.
func formatted(t identity.Term) (identity.Term, bool) {
	n := len(t.Sub)
	switch {
	case t.Name == "fmt.Sprint" && n == 1:
		return t.Sub[0], true
	case t.Name == "fmt.Sprintf" && n == 2:
		if f, ok := t.Sub[0].Constant(); ok && (f == "%s" || f == "%v") {
			return t.Sub[1], true
		}
	}
	return identity.Term{}, false
}

// A source is the request whose result a state came with.
type source struct {
	method     string
	name, args identity.Term
}

// sources returns the requests whose results the state t comes with, as far as
// the function shows them.
func sources(t identity.Term) []source {
	var out []source
	t.Walk(func(s identity.Term) bool {
		if s.Kind != identity.Call {
			return true
		}
		if sink, ok := knowledge.SinkOf(s.Name); ok && sink.Params >= 0 && sink.Params+1 < len(s.Sub) {
			p := s.Sub[sink.Params+1]
			out = append(out, source{"tools/call", at(p, sink.Name), at(p, sink.Args)})
			return false
		}
		if knowledge.RoleOf(s.Name) == knowledge.Read {
			method := "resources/read"
			if strings.HasSuffix(s.Name, ".GetPrompt") {
				method = "prompts/get"
			}
			out = append(out, source{method: method})
			return false
		}
		return true
	})
	return out
}

func at(t identity.Term, path string) identity.Term {
	for f := range strings.SplitSeq(path, ".") {
		next, ok := t.Field(f)
		if !ok || t.Kind == identity.Compose && t.Name == "either" {
			return identity.Term{Kind: identity.Opaque}
		}
		t = next
	}
	return t
}

// differ reports whether two terms certainly are different values.
func differ(a, b identity.Term) bool {
	if x, ok := a.Constant(); ok {
		y, ok := b.Constant()
		return ok && x != y
	}
	if a.Kind == identity.Const && b.Kind == identity.Const {
		return a.Name != b.Name && a.Name != "cycle" && b.Name != "cycle"
	}
	if a.Kind == identity.Param && b.Kind == identity.Param {
		return a.Fn == b.Fn && a.Path == "" && b.Path == "" && a.Index != b.Index
	}
	if a.Kind != identity.Compose || b.Kind != identity.Compose || a.Name != b.Name {
		return false
	}
	for _, e := range a.Sub {
		if e.Kind != identity.Entry || e.Name == "[]" || len(e.Sub) == 0 {
			continue
		}
		if f, ok := b.Field(e.Name); ok && differ(e.Sub[0], f) {
			return true
		}
	}
	return false
}
