// This file carries the headers that functions set to other packages.

package stream

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// setsHeaders returns the headers that fn sets on what it is given, or
// returns, for callers in other packages.
func (r *Room) setsHeaders(fn *ssa.Function) []SetHeader {
	var out []SetHeader
	for _, h := range r.Headers {
		if !h.Write || h.Server || h.Fn() != fn || h.Name == Accept || h.Name == ContentType {
			continue
		}
		set := SetHeader{Name: h.Name, On: -2, From: -1}
		if i := r.parameterOf(h.Base, fn); i >= 0 && (httpType(fn.Params[i].Type()) || headerMap(fn.Params[i].Type())) {
			set.On = i
		} else if r.handsOut(h.Base, fn) {
			set.On = -1
		}
		if set.On == -2 {
			continue // it sends it by itself
		}
		if h.Value != nil {
			set.From = r.parameterOf(h.Value, fn)
		}
		if !slices.Contains(out, set) {
			out = append(out, set)
		}
	}
	return out
}

// handsOut reports whether v is the first result of fn, a request or headers.
func (r *Room) handsOut(v ssa.Value, fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if res.Len() == 0 || !httpType(res.At(0).Type()) && !headerMap(res.At(0).Type()) {
		return false
	}
	for ret := range ssaval.Returns(fn) {
		if len(ret.Results) > 0 && (ret.Results[0] == v || Home(ret.Results[0]) == Home(v)) {
			return true
		}
	}
	return false
}

// farHeaders adds the headers that a function of another package sets.
func (r *Room) farHeaders(c ssa.CallInstruction) {
	f := r.farFact(c)
	if f == nil {
		return
	}
	args := ssaval.Operands(c.Common())
	for _, s := range f.Sets {
		h := &Header{Name: s.Name, Instr: c, Write: true}
		switch {
		case s.On >= 0 && s.On < len(args):
			h.Base = base(args[s.On])
		case s.On == -1 && c.Value() != nil:
			for _, p := range results(c.Value()) {
				if v := p.(ssa.Value); httpType(v.Type()) || headerMap(v.Type()) {
					h.Base = v
					break
				}
			}
		}
		if h.Base == nil {
			continue
		}
		// What the other package takes from elsewhere is made by the call.
		h.Value = c.Value()
		if s.From >= 0 && s.From < len(args) {
			h.Value = args[s.From]
		}
		if h.Value == nil && len(args) > 0 {
			h.Value = args[0]
		}
		if h.Value != nil && knowledge.TypeName(h.Base.Type()) != "net/http.ResponseWriter" {
			r.addHeader(h)
		}
	}
}
