// This file adds to the flow the ways through calls.

package stream

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// call adds the ways through a call: into and out of the functions it may
// run, or around one whose body is out of sight.
func (f *Flow) call(c ssa.CallInstruction) {
	common := c.Common()
	args := ssaval.Operands(c.Common())
	if b, ok := common.Value.(*ssa.Builtin); ok {
		f.builtin(b.Name(), c, args)
		return
	}
	bodies := f.callees(c)
	for _, fn := range bodies {
		params := fn.Params
		for i, a := range args {
			if i >= len(params) {
				break
			}
			f.add(a, params[i], Same)
			if reference(a.Type()) {
				f.add(Home(a), params[i], Same)
				// What is written through it is found by the caller.
				f.add(params[i], Home(a), Back)
			}
		}
		if v := c.Value(); v != nil {
			for i := range fn.Signature.Results().Len() {
				f.result(Result{fn, i}, v, i)
			}
		}
	}
	if len(bodies) == 0 {
		f.callback(c, args)
		f.foreign(c, args)
	}
}

// literals notes which function literals are given for which parameters.
func (f *Flow) literals(funcs []*ssa.Function) {
	for _, fn := range funcs {
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			for i, a := range ssaval.Operands(c.Common()) {
				lit := ssaval.Literal(a)
				if lit == nil || lit.Parent() == nil {
					continue
				}
				for _, g := range f.callees(c) {
					if i < len(g.Params) {
						f.handed[g.Params[i]] = append(f.handed[g.Params[i]], lit)
					}
				}
			}
		}
	}
}

// callback: what a function hands to the literals that it was given. What they
// return is not followed: each call of the function has its own.
func (f *Flow) callback(c ssa.CallInstruction, args []ssa.Value) {
	p, ok := c.Common().Value.(*ssa.Parameter)
	if !ok || c.Common().IsInvoke() {
		return
	}
	for _, lit := range f.handed[p] {
		for i, a := range args {
			if i < len(lit.Params) {
				f.add(a, lit.Params[i], Same)
				if reference(a.Type()) {
					f.add(Home(a), lit.Params[i], Same)
				}
			}
		}
	}
}

func (f *Flow) result(from Place, v *ssa.Call, i int) {
	if v.Type() == nil {
		return
	}
	if _, ok := v.Type().(*types.Tuple); !ok {
		f.add(from, v, Same)
		return
	}
	for _, r := range *v.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i {
			f.add(from, e, Same)
		}
	}
}

// results are the places of the results of a call.
func results(v *ssa.Call) []Place {
	if _, ok := v.Type().(*types.Tuple); !ok {
		return []Place{v}
	}
	var out []Place
	for _, r := range *v.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && !ssaval.IsError(e.Type()) {
			out = append(out, e)
		}
	}
	return out
}

func reference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
		return true
	}
	return false
}

func (f *Flow) builtin(name string, c ssa.CallInstruction, args []ssa.Value) {
	v := c.Value()
	switch name {
	case "append":
		f.add(args[0], v, Same)
		f.add(Home(args[0]), v, Same)
		if len(args) > 1 {
			f.add(args[1], v, Element)
			f.add(Home(args[1]), v, Element)
		}
	case "copy":
		f.add(args[1], Home(args[0]), Same)
		f.add(Home(args[1]), Home(args[0]), Same)
	case "min", "max", "len", "cap":
		for _, a := range args {
			f.add(a, v, Derived)
		}
	}
}

// foreign: computing functions hand on what they are given, others may.
func (f *Flow) foreign(c ssa.CallInstruction, args []ssa.Value) {
	kind := Loose
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		// for x := range seq: what the sequence has is handed to the body.
		for _, a := range args {
			for _, p := range literalParams(a) {
				f.add(c.Common().Value, p, Element)
			}
		}
		return
	}
	if composes(fn) {
		kind = Composed
	} else if computes(fn) {
		kind = Derived
	}
	switch knowledge.Name(fn) {
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone", "(net/http.Header).Clone":
		f.add(args[0], c.Value(), Same)
		return
	}
	if v := c.Value(); v != nil {
		for _, to := range results(v) {
			for _, a := range args {
				f.add(a, to, kind)
				if reference(a.Type()) {
					f.add(Home(a), to, kind)
				}
			}
		}
	}
	// What fills memory through a pointer: json.Unmarshal(data, &x),
	// (*strings.Builder).WriteString, (*atomic.Value).Store.
	for i, to := range args {
		if !filled(fn, i, to) {
			continue
		}
		for j, from := range args {
			if i != j {
				f.add(from, Home(to), kind)
				if reference(from.Type()) {
					f.add(Home(from), Home(to), kind)
				}
			}
		}
	}
}

// computing are the packages whose functions only compute or carry values.
var computing = map[string]bool{
	"strings": true, "bytes": true, "strconv": true, "fmt": true, "net/url": true, "path": true,
	"unicode": true, "unicode/utf8": true, "encoding/json": true, "encoding/base64": true, "encoding/hex": true,
	"slices": true, "maps": true, "cmp": true, "sort": true, "math": true, "time": true, "errors": true,
	"sync": true, "sync/atomic": true, "bufio": true, "io": true, "container/list": true, "mime": true,
	"math/rand": true, "math/rand/v2": true, "iter": true, "text/scanner": true, "net/textproto": true,
	"regexp": true,
}

func computes(fn *types.Func) bool {
	return fn.Pkg() != nil && computing[fn.Pkg().Path()]
}

// composes reports whether fn puts what it is given into a larger text, or
// encodes it: what is taken out of that again may be another part.
func composes(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	name := fn.Name()
	switch fn.Pkg().Path() {
	case "fmt":
		return strings.HasPrefix(name, "Sprint") || strings.HasPrefix(name, "Fprint") || strings.HasPrefix(name, "Append")
	case "strings", "bytes":
		return name == "Join" || fn.Signature().Recv() != nil && strings.HasPrefix(name, "Write")
	case "encoding/base64", "encoding/hex", "encoding/json":
		return strings.HasPrefix(name, "Encode") || strings.HasPrefix(name, "AppendEncode") || strings.HasPrefix(name, "Marshal")
	}
	return false
}

// filled reports whether fn writes what it is given through argument i.
func filled(fn *types.Func, i int, arg ssa.Value) bool {
	switch arg.Type().Underlying().(type) {
	case *types.Pointer, *types.Map:
	case *types.Interface:
		if mi, ok := arg.(*ssa.MakeInterface); !ok {
			return false
		} else if _, ok := mi.X.Type().Underlying().(*types.Pointer); !ok {
			return false
		}
	default:
		return false
	}
	if fn.Signature().Recv() != nil && i == 0 {
		return computes(fn) || strings.HasPrefix(fn.Name(), "Store") || strings.HasPrefix(fn.Name(), "Set") || strings.HasPrefix(fn.Name(), "Put")
	}
	switch name := fn.Name(); {
	case name == "As" && i == 1 && knowledge.Name(fn) == "errors.As":
		return true
	case strings.HasPrefix(name, "Unmarshal"), strings.HasPrefix(name, "Decode"), strings.HasPrefix(name, "Sscan"), strings.HasPrefix(name, "Scan"), strings.HasPrefix(name, "Copy"), strings.HasPrefix(name, "Store"):
		return true
	}
	return false
}

// CalleeName returns the name under which the tables know the callee, or "".
func CalleeName(c ssa.CallInstruction) string {
	if fn := ssaval.Callee(c.Common()); fn != nil {
		return knowledge.Name(fn)
	}
	return ""
}

// literalParams returns the parameters of a function literal.
func literalParams(v ssa.Value) []*ssa.Parameter {
	switch x := v.(type) {
	case *ssa.MakeClosure:
		return x.Fn.(*ssa.Function).Params
	case *ssa.Function:
		return x.Params
	}
	return nil
}
