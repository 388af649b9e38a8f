// This file finds headers that make net/http send a request again, where a
// RoundTrip or a request gets them.

package httpclient

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// keyHeaders returns the headers that a RoundTrip puts on requests and that
// make net/http send them again: presence is enough.
func (w *walker) keyHeaders(fn *ssa.Function, recv ssa.Value) []Replay {
	var out []Replay
	reach := w.reach(fn)
	if clearsGetBody(reach) {
		return nil // net/http cannot repeat what it cannot read again
	}
	for _, g := range reach {
		for instr := range ssaval.Instructions(g) {
			name, key := HeaderSet(instr)
			if key == nil {
				continue
			}
			// Asked last, since the answer takes a walk over the function.
			if g == fn && !w.Reached(instr) {
				continue
			}
			if name != "" {
				if knowledge.ReplayHeader(name) && !w.Keyed(name) {
					out = append(out, w.keyed(fn, name, instr))
				}
				continue
			}
			// The headers of a table, which may be a field of the value.
			for _, h := range w.tableHeaders(key, recv) {
				out = append(out, w.keyed(fn, h, instr))
			}
		}
	}
	return out
}

func (w *walker) keyed(fn *ssa.Function, name string, instr ssa.Instruction) Replay {
	return Replay{By: fn.RelString(w.SSA.Pkg), Key: name, Pos: instr.Pos(), At: w.Position(instr.Pos())}
}

// HeaderSet returns the name of the HTTP header that an instruction sets, if
// it is constant, and the value that is the name; nil if it sets none.
func HeaderSet(instr ssa.Instruction) (name string, key ssa.Value) {
	switch x := instr.(type) {
	case ssa.CallInstruction:
		fn := ssaval.Callee(x.Common())
		if fn == nil {
			return "", nil
		}
		switch knowledge.Name(fn) {
		case "(net/http.Header).Set", "(net/http.Header).Add", "(net/textproto.MIMEHeader).Set", "(net/textproto.MIMEHeader).Add":
			key = ssaval.Argument(x.Common(), 0)
		}
	case *ssa.MapUpdate:
		if n := knowledge.TypeName(x.Map.Type()); n == "net/http.Header" {
			key = x.Key
		}
	}
	return constantString(key), key
}

// constantString returns the constant string that v is, or is made of:
// http.CanonicalHeaderKey("…").
func constantString(v ssa.Value) string {
	if c, ok := ssaval.Plain(v).(*ssa.Call); ok && len(c.Call.Args) == 1 {
		return constantString(c.Call.Args[0])
	}
	s, _ := ssaval.Text(v)
	return s
}

// tableHeaders returns the replay headers among the constant keys of the map
// that key iterates over.
func (w *walker) tableHeaders(key, recv ssa.Value) []string {
	e, ok := key.(*ssa.Extract)
	if !ok {
		return nil
	}
	next, ok := e.Tuple.(*ssa.Next)
	if !ok {
		return nil
	}
	rng, ok := next.Iter.(*ssa.Range)
	if !ok {
		return nil
	}
	var maps []ssa.Value
	if ld, ok := rng.X.(*ssa.UnOp); ok {
		if fa, ok := ld.X.(*ssa.FieldAddr); ok && recv != nil {
			maps = w.fieldOf(recv, ssaval.FieldName(fa.X.Type(), fa.Field))
		} else {
			maps = w.loaded(ld.X)
		}
	} else {
		maps = []ssa.Value{rng.X}
	}
	var out []string
	for _, m := range maps {
		for _, u := range mapEntries(m) {
			if name := constantString(u.Key); knowledge.ReplayHeader(name) && !w.Keyed(name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// mapEntries returns the entries that are put into a map where it is made.
func mapEntries(m ssa.Value) []*ssa.MapUpdate {
	m = ssaval.Plain(m)
	if _, ok := m.Type().Underlying().(*types.Map); !ok || m.Referrers() == nil {
		return nil
	}
	var out []*ssa.MapUpdate
	for _, r := range *m.Referrers() {
		switch r := r.(type) {
		case *ssa.MapUpdate:
			if r.Map == m {
				out = append(out, r)
			}
		case *ssa.ChangeType:
			out = append(out, mapEntries(r)...)
		}
	}
	return out
}

// clearsGetBody reports whether the functions take from a request what its
// body could be read again with.
func clearsGetBody(fns []*ssa.Function) bool {
	for _, fn := range fns {
		for st := range ssaval.All[*ssa.Store](fn) {
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || !isRequest(fa.X.Type()) || ssaval.FieldName(fa.X.Type(), fa.Field) != "GetBody" {
				continue
			}
			if ssaval.IsNil(st.Val) {
				return true
			}
		}
	}
	return false
}
