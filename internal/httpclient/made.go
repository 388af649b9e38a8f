// This file collects what a value was configured with.

package httpclient

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// made collects what a value was configured with: the calls that made it, and
// the structs among them.
type made struct {
	w     *walker
	calls []ssa.CallInstruction
	objs  []ssa.Value // structs, by their address
	seen  map[ssa.Value]bool
	funcs []*ssa.Function
	// loose holds the types of structs that came from out of sight, so that
	// what is set anywhere in the package may be set on them.
	loose map[string]bool
}

func (w *walker) made(call ssa.CallInstruction) *made {
	m := w.nothing()
	m.call(call, 0)
	return m
}

func (w *walker) nothing() *made {
	return &made{w: w, seen: make(map[ssa.Value]bool), loose: make(map[string]bool)}
}

func (m *made) call(c ssa.CallInstruction, depth int) {
	m.calls = append(m.calls, c)
	if v := c.Value(); v != nil {
		m.seen[v] = true
		m.object(v)
	}
	if c.Common().IsInvoke() {
		m.visit(c.Common().Value, depth+1)
	}
	for _, a := range c.Common().Args {
		m.visit(a, depth+1)
	}
}

func (m *made) object(v ssa.Value) {
	if _, ok := ssaval.Deref(v.Type()).Underlying().(*types.Struct); ok {
		m.objs = append(m.objs, v)
	}
}

func (m *made) visit(v ssa.Value, depth int) {
	if v == nil || m.seen[v] || depth > 12 || len(m.seen) > 200 {
		return
	}
	m.seen[v] = true
	switch x := v.(type) {
	case *ssa.Call:
		m.call(x, depth)
		if fn := x.Call.StaticCallee(); fn != nil && fn.Pkg == m.w.SSA {
			for ret := range ssaval.Returns(fn) {
				for _, r := range ret.Results {
					m.visit(r, depth+1)
				}
			}
		}
	case *ssa.Alloc:
		m.object(x)
		for _, st := range m.w.writes(x) {
			m.visit(st.Val, depth+1)
		}
	case *ssa.MakeClosure, *ssa.Function:
		m.funcs = append(m.funcs, ssaval.Literal(x))
	case *ssa.Parameter:
		m.loose[knowledge.TypeName(ssaval.Deref(x.Type()))] = true
		m.object(x)
	case *ssa.UnOp:
		m.object(x)
		m.visit(x.X, depth+1)
		for _, val := range m.w.loaded(x.X) {
			m.visit(val, depth+1)
		}
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			// What is set through the same field elsewhere counts.
			for _, ld := range m.w.loads[ssaval.Field(fa.X.Type(), fa.Field)] {
				m.objs = append(m.objs, ld)
			}
			if len(m.w.loaded(fa)) == 0 {
				m.loose[knowledge.TypeName(ssaval.Deref(x.Type()))] = true
			}
		}
	case *ssa.FieldAddr:
		// The address of a part.
	case ssa.Instruction:
		var ops [4]*ssa.Value
		for _, op := range x.Operands(ops[:0]) {
			if *op != nil {
				m.visit(*op, depth+1)
			}
		}
	}
}

// off reports whether one of the switches is set.
func (m *made) off(offs []knowledge.Off) bool { return slices.ContainsFunc(offs, m.switched) }

// asksMethod reports whether a func among the options looks at the method of
// the request: it is there to leave POST out.
func (m *made) asksMethod() bool {
	return slices.ContainsFunc(m.funcs, func(fn *ssa.Function) bool { return AsksMethod(m.w.reach(fn)) })
}

func (m *made) callsOf(name string) []ssa.CallInstruction { return CallsOf(m.calls, name) }

// CallsOf returns those of the calls that are of the function named full.
func CallsOf(calls []ssa.CallInstruction, full string) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, c := range calls {
		if fn := ssaval.Callee(c.Common()); fn != nil && knowledge.Name(fn) == full {
			out = append(out, c)
		}
	}
	return out
}

// has reports whether one of the markers is there: a call of a function, a
// struct of a type, or a field with a value other than zero.
func (m *made) has(markers []string) bool { return slices.ContainsFunc(markers, m.marked) }

func (m *made) marked(name string) bool {
	if len(m.callsOf(name)) > 0 {
		return true
	}
	for _, v := range m.objs {
		t := knowledge.TypeName(ssaval.Deref(v.Type()))
		if t == name {
			return true
		}
		if field, ok := strings.CutPrefix(name, t+"."); ok && t != "" {
			if slices.ContainsFunc(m.w.fieldOf(v, field), SetsSomething) {
				return true
			}
		}
	}
	return false
}

// when returns the endings after which a library sends again, as far as the
// predicates among its options say.
func (m *made) when(c ssa.CallInstruction, row knowledge.HTTPProducer) (knowledge.Endings, bool) {
	when, may := knowledge.Failures, false
	for _, f := range row.Filters {
		for _, p := range m.predicates(c, f) {
			if fn := ssaval.Literal(p); fn != nil && fn.Pkg != nil && strings.Contains(row.Func, fn.Pkg.Pkg.Path()+".") {
				continue // the library's own policy
			}
			ends, maybe, ok := m.w.Filter(p)
			switch {
			case !ok:
				may = true
			case f.Stops:
				when &^= ends
			default:
				when &= ends
				may = may || maybe
			}
		}
	}
	return when, may
}

func (m *made) predicates(c ssa.CallInstruction, f knowledge.Filter) []ssa.Value {
	var out []ssa.Value
	switch {
	case f.Func != "":
		for _, call := range m.callsOf(f.Func) {
			out = append(out, ssaval.Argument(call.Common(), f.Arg))
		}
	case f.Type == "":
		out = append(out, ssaval.Argument(c.Common(), f.Arg))
	default:
		for _, v := range m.objs {
			if knowledge.TypeName(ssaval.Deref(v.Type())) == f.Type {
				out = append(out, m.w.fieldOf(v, f.Field)...)
			}
		}
		if m.loose[f.Type] {
			for v, vals := range m.w.fields {
				if v.Name() == f.Field && v.Pkg() != nil && strings.HasPrefix(f.Type, v.Pkg().Path()+".") {
					for _, s := range vals {
						out = append(out, s.Val)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(v ssa.Value) bool { return v == nil })
}

func (m *made) switched(o knowledge.Off) bool {
	if o.Func != "" {
		for _, c := range m.callsOf(o.Func) {
			if !o.HasValue && !o.Nil {
				// A list of methods that is switched on for these only.
				if !slices.ContainsFunc(allOperands(c), isPOST) {
					return true
				}
				continue
			}
			if a := ssaval.Argument(c.Common(), o.Arg); a != nil && Matches(a, o) {
				return true
			}
		}
		return false
	}
	if o.Field == "" {
		return slices.ContainsFunc(m.objs, func(v ssa.Value) bool { return knowledge.TypeName(ssaval.Deref(v.Type())) == o.Type })
	}
	set, composite := false, false
	for _, v := range m.objs {
		if knowledge.TypeName(ssaval.Deref(v.Type())) != o.Type {
			continue
		}
		vals := m.w.fieldOf(v, o.Field)
		if _, ok := v.(*ssa.Alloc); ok && len(vals) == 0 && o.HasValue && o.Equals == 0 {
			composite = true // its zero value
		}
		for _, val := range vals {
			set = set || Matches(val, o)
		}
	}
	if !set && m.loose[o.Type] {
		for v, vals := range m.w.fields {
			if v.Name() != o.Field || v.Pkg() == nil || !strings.HasPrefix(o.Type, v.Pkg().Path()+".") {
				continue
			}
			for _, s := range vals {
				set = set || Matches(s.Val, o)
			}
		}
	}
	return set || composite
}

func allOperands(c ssa.CallInstruction) []ssa.Value {
	var out []ssa.Value
	for _, a := range c.Common().Args {
		out = append(out, a)
		if s, ok := a.(*ssa.Slice); ok {
			if arr, ok := s.X.(*ssa.Alloc); ok {
				for _, st := range ssaval.Stores(arr) {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

func isPOST(v ssa.Value) bool {
	s, ok := ssaval.String(v)
	return ok && strings.EqualFold(s, "POST")
}

// SetsSomething reports whether an option that is set to v is more than its zero
// value.
func SetsSomething(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return !ok || c.Value != nil && c.Value.ExactString() != "0" && c.Value.ExactString() != "false"
}

// Matches reports whether v is the constant that a switch wants.
func Matches(v ssa.Value, o knowledge.Off) bool {
	if v = ssaval.Plain(v); ssaval.IsNil(v) {
		return o.Nil
	}
	n, ok := ssaval.Number(v)
	return ok && o.HasValue && n == o.Equals
}
