// This file collects what configures a call: options, policies, and the values that
// they are built from.

package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/httpclient"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazyssa"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A config holds the values that configure a call: its arguments, its
// receiver, and what those are built from, as far as this package shows.
type config struct {
	made   []ssa.CallInstruction
	values []ssa.Value
	allocs []*ssa.Alloc
	engine *Engine
}

// config collects what configures c, apart from the argument except.
func (e *Engine) config(c ssa.CallInstruction, except ssa.Value) config {
	common := c.Common()
	values := common.Args
	if common.IsInvoke() {
		values = append([]ssa.Value{common.Value}, values...)
	}
	cfg := e.collect(values, except)
	cfg.made = append(cfg.made, c)
	return cfg
}

// configOf collects what values are built from.
func (e *Engine) configOf(values ...ssa.Value) config { return e.collect(values, nil) }

func (e *Engine) collect(values []ssa.Value, except ssa.Value) config {
	cfg := config{engine: e}
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value)
	operands := func(call ssa.CallInstruction) {
		cfg.made = append(cfg.made, call)
		common := call.Common()
		if common.IsInvoke() {
			visit(common.Value)
		}
		for _, a := range common.Args {
			visit(a)
		}
	}
	visit = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > 400 {
			return
		}
		seen[v] = true
		cfg.values = append(cfg.values, v)
		switch x := v.(type) {
		case *ssa.Call:
			operands(x)
			// A constructor of this package.
			if fn := x.Call.StaticCallee(); fn != nil && fn.Pkg == e.SSA.SSA {
				for ret := range ssaval.Returns(fn) {
					for _, r := range ret.Results {
						visit(r)
					}
				}
			}
		case *ssa.Alloc:
			cfg.allocs = append(cfg.allocs, x)
			for _, st := range ssaval.Stores(x) {
				visit(st.Val)
			}
		case *ssa.Global:
			for _, val := range e.globalStores(x) {
				visit(val)
			}
		case *ssa.FreeVar:
			visit(identity.Binding(x))
		case *ssa.Phi:
			for _, edge := range x.Edges {
				visit(edge)
			}
		case *ssa.FieldAddr:
			if v := ssaval.Field(x.X.Type(), x.Field); v != nil {
				for _, val := range e.fieldStores(v) {
					visit(val)
				}
			}
			if a, ok := x.X.(*ssa.Alloc); ok {
				visit(a)
			}
		case *ssa.Extract:
			visit(x.Tuple)
		case *ssa.MakeClosure:
			visit(x.Fn)
		case *ssa.Function:
			// A factory: what it returns configures.
			for ret := range ssaval.Returns(x) {
				for _, r := range ret.Results {
					visit(r)
				}
			}
		case ssa.Instruction:
			var ops [4]*ssa.Value
			for _, op := range x.Operands(ops[:0]) {
				if *op != nil {
					visit(*op)
				}
			}
		}
	}
	seen[except] = true
	for _, v := range values {
		visit(v)
	}
	return cfg
}

func (e *Engine) globalStores(g *ssa.Global) []ssa.Value {
	e.indexValues()
	return e.values[g.Object()]
}

func (e *Engine) fieldStores(v *types.Var) []ssa.Value {
	e.indexValues()
	return e.values[v]
}

// maxFieldValues bounds how much of what is stored in one field is kept.
const maxFieldValues = 32

// indexValues records everything that is stored in package-level variables
// and in fields.
func (e *Engine) indexValues() {
	if e.values != nil {
		return
	}
	e.values = make(map[types.Object][]ssa.Value)
	e.eachStored(func(at *types.Var, v ssa.Value) {
		if !at.IsField() || len(e.values[at]) < maxFieldValues {
			e.values[at] = append(e.values[at], v)
		}
	})
}

// eachStored calls f for what the package stores in package-level variables,
// their declarations included, and in fields.
func (e *Engine) eachStored(f func(at *types.Var, v ssa.Value)) {
	for _, fn := range lazyssa.WithInit(e.SSA.SSA, e.SSA.Funcs) {
		for st := range ssaval.All[*ssa.Store](fn) {
			var at *types.Var
			switch addr := st.Addr.(type) {
			case *ssa.Global:
				at, _ = addr.Object().(*types.Var)
			case *ssa.FieldAddr:
				at = ssaval.Field(addr.X.Type(), addr.Field)
			}
			if at != nil {
				f(at, st.Val)
			}
		}
	}
}

// callsOf returns the calls of the function named full.
func (c config) callsOf(full string) []ssa.CallInstruction { return httpclient.CallsOf(c.made, full) }

// has reports whether one of the markers is among the values: a call of a
// function, a composite of a type, or a field that is not zero.
func (c config) has(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		if len(c.callsOf(n)) > 0 {
			return true
		}
		dot := strings.LastIndexByte(n, '.')
		for _, a := range c.allocs {
			switch knowledge.TypeName(a.Type().Underlying().(*types.Pointer).Elem()) {
			case n:
				return true
			case n[:max(dot, 0)]:
				if slices.ContainsFunc(fieldValues(a, n[dot+1:]), httpclient.SetsSomething) {
					return true
				}
			}
		}
		return false
	})
}

// fieldValues are the values stored in a field of a struct, by way of a pointer
// to it.
func fieldValues(base ssa.Value, field string) []ssa.Value {
	refs := base.Referrers()
	if refs == nil {
		return nil // a global: it is not known who uses it
	}
	var out []ssa.Value
	for _, r := range *refs {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		if v := ssaval.Field(fa.X.Type(), fa.Field); v != nil && v.Name() == field {
			for _, st := range ssaval.Stores(fa) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// listed returns the endings that a list of errors of type f.Type, or in its
// field f.Field, matches.
func (c config) listed(f knowledge.Filter) (knowledge.Endings, bool) {
	var ends knowledge.Endings
	found := false
	sentinel := func(v ssa.Value) {
		if ld, ok := v.(*ssa.UnOp); ok {
			if g, ok := ld.X.(*ssa.Global); ok && g.Pkg != nil {
				if m, ok := knowledge.Sentinel(g.Pkg.Pkg.Path() + "." + g.Name()); ok {
					ends |= m.CanTrue()
				}
			}
		}
	}
	for _, v := range c.values {
		if knowledge.TypeName(v.Type()) != f.Type {
			continue
		}
		found = true
		sl, ok := v.(*ssa.Slice)
		if !ok {
			continue
		}
		if a, ok := sl.X.(*ssa.Alloc); ok {
			for _, st := range ssaval.Stores(a) {
				sentinel(st.Val)
			}
		}
	}
	return ends, found
}

// off reports whether one of the switches is set.
func (c config) off(offs []knowledge.Off) bool {
	return slices.ContainsFunc(offs, c.switched)
}

func (c config) switched(o knowledge.Off) bool {
	if o.Func != "" {
		for _, call := range c.callsOf(o.Func) {
			if !o.HasValue && !o.Nil {
				return true
			}
			if a := ssaval.Argument(call.Common(), o.Arg); matches(a, o) {
				return true
			}
		}
		return false
	}
	for _, a := range c.allocs {
		if knowledge.TypeName(a.Type().Underlying().(*types.Pointer).Elem()) != o.Type {
			continue
		}
		if o.Field == "" {
			return true
		}
		stored := fieldValues(a, o.Field)
		for _, v := range stored {
			if matches(v, o) {
				return true
			}
		}
		if len(stored) == 0 && c.literal(a) && (o.HasValue && o.Equals == 0 || o.Nil) {
			return true // a composite that does not name the field
		}
	}
	return false
}

// literal reports whether a is a composite literal of this package and not a
// variable that something else fills.
func (c config) literal(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a {
				if k, ok := r.Val.(*ssa.Const); !ok || k.Value != nil {
					return false
				}
			}
		case *ssa.MakeClosure:
			return false
		}
	}
	return true
}

// matches reports whether v is what a switch wants: a constant, a pointer to a
// local that holds it, or, for nil, an empty list.
func matches(v ssa.Value, o knowledge.Off) bool {
	for range 8 { // a local may hold its own address
		v = ssaval.Plain(v)
		local, ok := v.(*ssa.Alloc)
		if !ok {
			break
		}
		stores := ssaval.Stores(local)
		if len(stores) != 1 || stores[0].Addr != local {
			return false // more than one value, or parts of one
		}
		v = stores[0].Val
	}
	if elements, ok := ssaval.Elements(v); ok && o.Nil {
		return len(elements) == 0
	}
	return httpclient.Matches(v, o)
}
