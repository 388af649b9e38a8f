// This file evaluates conditions, given an answer.

package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// isCode reports whether n is among the codes that JSON-RPC reserves.
func isCode(n int64) bool { return n <= -32000 && n >= -32768 }

// number returns what v, which is compared with n, is in this world.
func (w *world) number(v ssa.Value, n int64) (int64, bool) {
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.QUO {
		// resp.StatusCode/100 == 4
		if d, ok := ssaval.Int(b.Y); ok && d == 100 && w.Status != 0 && w.isStatus(b.X) {
			return w.Status / 100, true
		}
		return 0, false
	}
	switch {
	case w.Status != 0 && w.isStatus(v):
		return w.Status, true
	case w.Code != 0 && isCode(n):
		return w.Code, true
	}
	return 0, false
}

// ofSession reports whether v is the session id, or leads to it.
func (w *world) ofSession(v ssa.Value) bool {
	if w.holdsSession(v.Type()) {
		return true
	}
	if c, ok := v.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			v = c.Call.Args[0]
		}
	}
	if !ssaval.IsString(v.Type()) {
		return false
	}
	if slices.ContainsFunc(w.Read(SessionID), func(h *Header) bool { return h.Value == v }) {
		return false // that of the answer
	}
	places := w.sessionPlaces()
	for p := range w.Flow.Into(Same|Derived, v) {
		if v, ok := p.(ssa.Value); ok && w.isSession(v) {
			return true
		}
		if places[p] || w.sentSession(p) {
			return true
		}
	}
	return false
}

// isStatus reports whether v is the status of a response.
func (r *Room) isStatus(v ssa.Value) bool { return r.statusPlaces()[v] }

// statusPlaces are where statuses are.
func (r *Room) statusPlaces() Set {
	if r.statuses == nil {
		var loads []Place
		r.each(func(instr ssa.Instruction) {
			v, ok := instr.(ssa.Value)
			if !ok {
				return
			}
			if statusOf(v) != nil || r.farStatus(v) {
				loads = append(loads, v)
			}
		})
		r.statuses = r.Flow.From(Same, loads...)
	}
	return r.statuses
}

// partStatus is what a field holds that is set to the status of a response.
const partStatus = "status"

// farStatus reports whether v is read from a field of another package that
// holds a status.
func (r *Room) farStatus(v ssa.Value) bool {
	of, i, ok := ssaval.Read(v)
	if !ok {
		return false
	}
	fv := ssaval.Field(of, i)
	if fv == nil || fv.Pkg() == nil || fv.Pkg() == r.Pkg {
		return false
	}
	h, ok := r.hooks.Field(fv)
	return ok && h.Part == partStatus
}

// statusOf returns the response whose status v is.
func statusOf(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok || knowledge.TypeName(fa.X.Type()) != "*net/http.Response" {
		return nil
	}
	if fv := ssaval.Field(fa.X.Type(), fa.Field); fv == nil || fv.Name() != "StatusCode" {
		return nil
	}
	return fa.X
}

// certain is like call. Where the answer is known to have come, what can be
// true for it and not for a status that nobody tests for is true.
func (w *world) certain(c *ssa.Call, at int) (yes, no bool) {
	yes, no = w.call(c, at)
	if yes && no && w.observed {
		other, _ := w.world(Answer{Status: 500}).call(c, at)
		no = other
	}
	return yes, no
}

// call: a test of an error, a predicate of the package, or of another.
func (w *world) call(c *ssa.Call, at int) (yes, no bool) {
	args := c.Call.Args
	switch name := CalleeName(c); {
	case name == "errors.Is" && len(args) == 2:
		if g := sentinel(args[1]); g != nil {
			return w.is(g)
		}
		return true, true
	case name == "errors.As" && len(args) == 2:
		mi, ok := args[1].(*ssa.MakeInterface)
		if !ok {
			return true, true
		}
		if p, ok := mi.X.Type().Underlying().(*types.Pointer); ok {
			return w.typed(p.Elem())
		}
		return true, true
	case name == "errors.AsType" && at == 1:
		if t, ok := c.Type().(*types.Tuple); ok {
			return w.typed(t.At(0).Type())
		}
	case name == "slices.Contains" && len(args) == 2:
		return w.among(Home(args[0]), args[1])
	case name == "strings.Contains" && len(args) == 2:
		if text, ok := ssaval.Text(args[1]); ok && w.errorText(args[0]) {
			if m, ok := knowledge.Text(text); ok {
				return w.match(m)
			}
		}
		return true, true
	case name != "":
		if m, ok := knowledge.ErrorFunc(name); ok {
			return w.match(m)
		}
	}
	bodies := w.hooks.Callees(c)
	if len(bodies) == 0 {
		if fn := ssaval.Callee(c.Common()); fn != nil && at == 0 {
			return w.told(fn)
		}
		return true, true
	}
	for _, fn := range bodies {
		y, n := w.returns(fn, at)
		yes, no = yes || y, no || n
	}
	return yes, no
}

// errorText reports whether v is the text of an error.
func (w *world) errorText(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if c.Call.IsInvoke() {
		return c.Call.Method.Name() == "Error" && ssaval.IsError(c.Call.Value.Type())
	}
	return CalleeName(c) == "strings.ToLower" && w.errorText(c.Call.Args[0])
}

// returns tells what a boolean result of a function can be.
func (w *world) returns(fn *ssa.Function, at int) (yes, no bool) {
	if res := fn.Signature.Results(); at >= res.Len() || !ssaval.IsBool(res.At(at).Type()) {
		return true, true
	}
	set := w.reach(fn)
	if set == nil || w.answering[fn] {
		return true, true // it asks itself
	}
	w.answering[fn] = true
	defer delete(w.answering, fn)
	for ret := range returnsAt(fn, set) {
		if at >= len(ret.Results) {
			continue
		}
		y, n := w.truth(result(ret, at))
		yes, no = yes || y, no || n
	}
	return yes, no
}

// lookup: codes[code], in a map of constants.
func (w *world) lookup(l *ssa.Lookup) (yes, no bool) {
	if _, ok := l.X.Type().Underlying().(*types.Map); !ok {
		return true, true
	}
	return w.among(Home(l.X), l.Index)
}

// among: whether v is one of the constants that a list or map holds.
func (w *world) among(list Place, v ssa.Value) (yes, no bool) {
	if !isNumber(v.Type()) {
		return true, true
	}
	members, ok := w.members(list)
	if !ok || len(members) == 0 {
		return true, true
	}
	is, ok := w.number(v, members[0])
	if !ok {
		return true, true
	}
	in := slices.Contains(members, is)
	return in, !in
}

// members returns the integers that are put into a list or map, if all are
// constants.
func (r *Room) members(list Place) ([]int64, bool) {
	var out []int64
	all := true
	add := func(v ssa.Value) {
		n, ok := ssaval.Int(v)
		out = append(out, n)
		all = all && ok
	}
	homes := r.Flow.Into(Same, list)
	for _, instr := range r.putters() {
		switch x := instr.(type) {
		case *ssa.MapUpdate:
			if homes[Home(x.Map)] {
				add(x.Key)
			}
		case *ssa.Store:
			if at := x.Addr.(*ssa.IndexAddr); homes[Home(at.X)] {
				add(x.Val)
			}
		}
	}
	return out, all
}

// putters returns the instructions that put numbers into lists, and into maps
// as keys.
func (r *Room) putters() []ssa.Instruction {
	if r.puts == nil {
		r.puts = []ssa.Instruction{}
		r.each(func(instr ssa.Instruction) {
			switch x := instr.(type) {
			case *ssa.MapUpdate:
				if isNumber(x.Key.Type()) {
					r.puts = append(r.puts, x)
				}
			case *ssa.Store:
				if _, ok := x.Addr.(*ssa.IndexAddr); ok && isNumber(x.Val.Type()) {
					r.puts = append(r.puts, x)
				}
			}
		})
	}
	return r.puts
}
