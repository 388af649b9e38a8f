// This file tells with which HTTP method a request is made.

package stream

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// methodOf returns the values that are the HTTP method of a request.
func (r *Room) methodOf(c ssa.CallInstruction, req ssa.Value) []ssa.Value {
	if req == nil {
		return nil
	}
	if out := r.methodIn(req, c.Parent(), maxLift); len(out) > 0 {
		return out
	}
	var out []ssa.Value
	for p := range r.Flow.Into(Same, req) {
		if call, _ := called(p); call != nil {
			out = append(out, methodArg(call)...)
		}
	}
	return out
}

// methodIn is like methodOf for a request that the function makes, or has made
// by another of the package: what is a parameter there is an argument here.
func (r *Room) methodIn(req ssa.Value, fn *ssa.Function, depth int) []ssa.Value {
	var out []ssa.Value
	for p := range r.local(r.Flow.in, req, fn, Same) {
		call, at := called(p)
		if call == nil {
			continue
		}
		out = append(out, methodArg(call)...)
		if depth == 0 {
			continue
		}
		args := ssaval.Operands(call.Common())
		for _, g := range r.hooks.Callees(call) {
			for ret := range ssaval.Returns(g) {
				if at >= len(ret.Results) {
					continue
				}
				for _, m := range r.methodIn(ret.Results[at], g, depth-1) {
					if i := parameter(m, g); i >= 0 && i < len(args) {
						m = args[i]
					}
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// called returns the call that a place is a result of, and which.
func called(p Place) (*ssa.Call, int) {
	switch x := p.(type) {
	case *ssa.Extract:
		c, _ := x.Tuple.(*ssa.Call)
		return c, x.Index
	case *ssa.Call:
		return x, 0
	}
	return nil, 0
}

// methodArg returns the method that a request is made with.
func methodArg(call *ssa.Call) []ssa.Value {
	switch CalleeName(call) {
	case "net/http.NewRequest":
		return call.Call.Args[:1]
	case "net/http.NewRequestWithContext":
		return call.Call.Args[1:2]
	}
	return nil
}
