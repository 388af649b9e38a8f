// This file holds what packages need to know of each other's functions and
// fields.

package stream

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Fact is what callers in other packages need to know of a function or
// method, interface methods included.
type Fact struct {
	// Sends are the JSON-RPC methods that it may send, sorted.
	Sends []string
	// SendsArg are the arguments, receiver counted, that are the method of
	// what it sends.
	SendsArg []int
	// Reopens: it opens a stream again, or connects again, on a way that
	// only an earlier loss leads to, and re-reads nothing there.
	Reopens bool
	// InSession: it sends a request with a session id. Renews: it forgets
	// the session id, or takes another.
	InSession, Renews bool
	// Sets are the headers that it sets on what it is given, or returns.
	Sets []SetHeader
}

// A SetHeader is a header that a function sets: On and From are the arguments
// that it is set on and taken from, receiver counted; On is -1 for the first
// result, and From for what is no argument.
type SetHeader struct {
	Name     string
	On, From int
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String lists what is known.
func (f *Fact) String() string {
	parts := append([]string(nil), f.Sends...)
	for _, i := range f.SendsArg {
		parts = append(parts, fmt.Sprintf("sends %d", i))
	}
	if f.Reopens {
		parts = append(parts, "reopens")
	}
	if f.InSession {
		parts = append(parts, "in a session")
	}
	if f.Renews {
		parts = append(parts, "renews")
	}
	for _, h := range f.Sets {
		parts = append(parts, "sets "+h.Name)
	}
	return "stream(" + strings.Join(parts, "; ") + ")"
}

func (f *Fact) empty() bool {
	return len(f.Sends) == 0 && len(f.SendsArg) == 0 && !f.Reopens && !f.InSession && !f.Renews && len(f.Sets) == 0
}

// Holds says what part of a server-sent event a struct field holds. It is a
// fact on fields.
type Holds struct {
	Part string
	// Fresh: it is empty for an event without that part.
	Fresh bool
}

// AFact marks Holds as a fact.
func (*Holds) AFact() {}

func (h *Holds) String() string { return "holds " + h.Part }

// Facts gives export what other packages need to know.
func (r *Room) Facts(export func(types.Object, analysis.Fact)) {
	for _, fn := range r.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || !obj.Exported() {
			continue // other packages do not call it
		}
		f := &Fact{Sends: slices.Sorted(maps.Keys(r.SendsUnder(fn)))}
		for i, p := range fn.Params {
			if r.sent[p] && ssaval.IsString(p.Type()) {
				f.SendsArg = append(f.SendsArg, i)
			}
		}
		f.Sets = r.setsHeaders(fn)
		f.InSession, f.Renews = r.inSession(fn), r.renews(fn)
		if !f.empty() {
			export(obj, f)
		}
	}
	for p := range r.statusPlaces() {
		if fv, ok := p.(*types.Var); ok && fv.IsField() && fv.Exported() && fv.Pkg() == r.Pkg {
			export(fv, &Holds{Part: partStatus})
		}
	}
	r.tellFacts(func(obj types.Object, t *Tells) { export(obj, t) })
	for _, part := range []string{FieldID, FieldData, FieldRetry} {
		for p := range r.Flow.From(Same|Derived, r.Parts(part)...) {
			if fv, ok := p.(*types.Var); ok && fv.IsField() && fv.Exported() && fv.Pkg() == r.Pkg {
				export(fv, &Holds{part, r.fresh(fv)})
			}
		}
	}
}
