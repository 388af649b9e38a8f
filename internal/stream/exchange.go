// This file finds the HTTP exchanges of a package, with the methods of their
// requests.

package stream

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// An Exchange is one way to run an HTTP exchange: the call that sends the
// request, and, if what is sent depends on a caller, the calls that lead to
// it, outermost first.
type Exchange struct {
	Chain []ssa.CallInstruction
	// Method is the HTTP method, "" if it is not known.
	Method string
	// Request is the request that is sent, or nil.
	Request ssa.Value
	// Responses are where the response is found.
	Responses []Place
}

// Call returns the outermost call.
func (x *Exchange) Call() ssa.CallInstruction { return x.Chain[0] }

// Do returns the call that sends.
func (x *Exchange) Do() ssa.CallInstruction { return x.Chain[len(x.Chain)-1] }

// Fn returns the function of the outermost call.
func (x *Exchange) Fn() *ssa.Function { return x.Call().Parent() }

// maxLift bounds how far up the request of an exchange is followed.
const maxLift = 3

func (r *Room) findExchanges() {
	r.eachCall(func(c ssa.CallInstruction) {
		// A round tripper of the package may be what another wraps, or not.
		if len(r.hooks.Callees(c)) > 0 && !(c.Common().IsInvoke() && std(calleePkg(c))) {
			return
		}
		x, ok := r.exchange(c)
		if !ok {
			return
		}
		r.lift(x, r.methodOf(c, x.Request), 0)
	})
}

// exchange recognises a call that takes a request, or a URL, and returns the
// response.
func (r *Room) exchange(c ssa.CallInstruction) (*Exchange, bool) {
	v := c.Value()
	if v == nil {
		return nil, false
	}
	res := c.Common().Signature().Results()
	if res.Len() == 0 || knowledge.TypeName(res.At(0).Type()) != "*net/http.Response" {
		return nil, false
	}
	x := &Exchange{Chain: []ssa.CallInstruction{c}, Responses: results(v)}
	for _, a := range ssaval.Operands(c.Common()) {
		if knowledge.TypeName(a.Type()) == "*net/http.Request" {
			x.Request = a
			return x, true
		}
	}
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return nil, false
	}
	switch knowledge.Name(fn) {
	case "net/http.Get", "(*net/http.Client).Get":
		x.Method = "GET"
	case "net/http.Post", "(*net/http.Client).Post", "net/http.PostForm", "(*net/http.Client).PostForm":
		x.Method = "POST"
	default:
		return nil, false
	}
	return x, true
}

// lift adds the exchange, or, where the method or the request itself is a
// parameter, one for every caller.
func (r *Room) lift(x *Exchange, methods []ssa.Value, depth int) {
	fn := x.Fn()
	known := x.Method != ""
	var texts []string
	open := -1 // the parameter that decides
	for _, m := range methods {
		if s, ok := ssaval.Text(m); ok {
			texts = append(texts, s)
			continue
		}
		if i := parameter(m, fn); i >= 0 {
			open = i
			continue
		}
		s, all := r.Texts(m)
		texts = append(texts, s...)
		if !all || len(s) == 0 {
			texts = append(texts, "?")
		}
	}
	if x.Request != nil && len(x.Chain) == 1 {
		if i := r.parameterOf(x.Request, fn); i >= 0 {
			open = i
		}
	}
	if open >= 0 && depth < maxLift && len(r.callers[fn]) > 0 && !known {
		for _, c := range r.callers[fn] {
			args := ssaval.Operands(c.Common())
			if open >= len(args) {
				continue
			}
			up := &Exchange{Chain: append([]ssa.CallInstruction{c}, x.Chain...), Request: x.Request, Responses: x.Responses}
			if got := responsesOf(c); len(got) > 0 {
				up.Responses = got // those of this caller
			}
			var next []ssa.Value
			if ssaval.IsString(args[open].Type()) {
				next = []ssa.Value{args[open]}
			} else {
				next = r.methodOf(c, args[open])
			}
			r.lift(up, next, depth+1)
		}
		return
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	if !known && len(texts) == 1 && texts[0] != "?" {
		x.Method = texts[0]
		if x.Method == "" {
			x.Method = "GET"
		}
	}
	r.Exchanges = append(r.Exchanges, x)
}

// responsesOf returns the responses among the results of a call.
func responsesOf(c ssa.CallInstruction) []Place {
	v := c.Value()
	if v == nil {
		return nil
	}
	var out []Place
	for _, p := range results(v) {
		if knowledge.TypeName(p.(ssa.Value).Type()) == "*net/http.Response" {
			out = append(out, p)
		}
	}
	return out
}

// parameter returns which parameter of fn v is, or -1.
func parameter(v ssa.Value, fn *ssa.Function) int {
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent() != fn {
		return -1
	}
	return slices.Index(fn.Params, p)
}

// parameterOf returns which parameter of fn the request is.
func (r *Room) parameterOf(v ssa.Value, fn *ssa.Function) int {
	for p := range r.local(r.Flow.in, v, fn, Same) {
		if param, ok := p.(*ssa.Parameter); ok && param.Parent() == fn {
			return slices.Index(fn.Params, param)
		}
	}
	return -1
}

// local walks the ways without leaving fn.
func (r *Room) local(ways ways, from Place, fn *ssa.Function, kinds Kind) Set {
	seen := Set{from: true}
	stack := []Place{from}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, w := range ways.at(p) {
			if w.kind&kinds == 0 || seen[w.to] {
				continue
			}
			if v, ok := w.to.(ssa.Value); !ok || v.Parent() != fn {
				continue
			}
			seen[w.to] = true
			stack = append(stack, w.to)
		}
	}
	return seen
}

// Carries reports whether the header is set on the request of the exchange.
func (r *Room) Carries(x *Exchange, h *Header) bool {
	key := carriesKey{x, h}
	carries, ok := r.carries[key]
	if !ok {
		carries = r.setOn(x, h)
		r.carries[key] = carries
	}
	return carries
}

type carriesKey struct {
	x *Exchange
	h *Header
}

func (r *Room) setOn(x *Exchange, h *Header) bool {
	type frame struct {
		fn *ssa.Function
		v  ssa.Value
	}
	seen := make(map[frame]bool)
	var visit func(fn *ssa.Function, v ssa.Value, depth int) bool
	visit = func(fn *ssa.Function, v ssa.Value, depth int) bool {
		if seen[frame{fn, v}] || depth > 4 {
			return false
		}
		seen[frame{fn, v}] = true
		around := r.local(r.Flow.in, v, fn, Same)
		for p := range r.local(r.Flow.out, v, fn, Same|Whole|Derived|Element) {
			around[p] = true
		}
		if h, ok := Home(v).(ssa.Value); ok && h.Parent() == fn {
			around[h] = true
		}
		for _, c := range x.Chain {
			if c.Parent() != fn {
				continue
			}
			for _, a := range ssaval.Operands(c.Common()) {
				if around[a] || around[Home(a)] {
					return true
				}
			}
		}
		for p := range around {
			if param, ok := p.(*ssa.Parameter); ok && reference(param.Type()) {
				i := slices.Index(fn.Params, param)
				for _, c := range r.callers[fn] {
					if args := ssaval.Operands(c.Common()); i < len(args) && visit(c.Parent(), args[i], depth+1) {
						return true
					}
				}
			}
		}
		for ret := range ssaval.Returns(fn) {
			for i, res := range ret.Results {
				if !around[res] && !around[Home(res)] || ssaval.IsError(res.Type()) {
					continue
				}
				for _, c := range r.callers[fn] {
					for _, v := range resultAt(c, i) {
						if visit(c.Parent(), v, depth+1) {
							return true
						}
					}
				}
			}
		}
		return false
	}
	return visit(h.Fn(), h.Base, 0)
}

// resultAt returns the values that are result i of a call.
func resultAt(c ssa.CallInstruction, i int) []ssa.Value {
	v := c.Value()
	if v == nil {
		return nil
	}
	if _, ok := v.Type().(*types.Tuple); !ok {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			out = append(out, e)
		}
	}
	return out
}
