package effect

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// A config holds the values that configure a call: its arguments, its
// receiver, and what those are built from, as far as this package shows.
type config struct {
	made   []ssa.CallInstruction
	allocs []*ssa.Alloc
	consts map[*ssa.Const]bool
	engine *Engine
}

// config collects what configures c, apart from the argument except.
func (e *Engine) config(c ssa.CallInstruction, except ssa.Value) config {
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
		switch x := v.(type) {
		case *ssa.Call:
			operands(x)
			// A constructor of this package.
			if fn := x.Call.StaticCallee(); fn != nil && fn.Pkg == e.SSA.SSA {
				for _, b := range fn.Blocks {
					if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
						for _, r := range ret.Results {
							visit(r)
						}
					}
				}
			}
		case *ssa.Alloc:
			cfg.allocs = append(cfg.allocs, x)
			for _, st := range storesInto(x) {
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
			if v := fieldVar(x.X.Type(), x.Field); v != nil {
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
			for _, b := range x.Blocks {
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
					for _, r := range ret.Results {
						visit(r)
					}
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
	common := c.Common()
	if common.IsInvoke() {
		visit(common.Value)
	}
	for _, a := range common.Args {
		visit(a)
	}
	return cfg
}

// storesInto returns the stores to a local and to its fields and elements.
func storesInto(p ssa.Value) []*ssa.Store {
	var out []*ssa.Store
	refs := p.Referrers()
	if refs == nil {
		return nil
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == p {
				out = append(out, r)
			}
		case *ssa.FieldAddr:
			out = append(out, storesInto(r)...)
		case *ssa.IndexAddr:
			out = append(out, storesInto(r)...)
		}
	}
	return out
}

func (e *Engine) globalStores(g *ssa.Global) []ssa.Value {
	e.indexValues()
	return e.values[g.Object()]
}

func (e *Engine) fieldStores(v *types.Var) []ssa.Value {
	e.indexValues()
	return e.values[v]
}

// indexValues records everything that is stored in package-level variables
// and in fields.
func (e *Engine) indexValues() {
	if e.values != nil {
		return
	}
	e.values = make(map[types.Object][]ssa.Value)
	funcs := e.SSA.Funcs
	if init := e.SSA.SSA.Func("init"); init != nil {
		funcs = append(slices.Clone(funcs), init)
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				switch addr := st.Addr.(type) {
				case *ssa.Global:
					if obj := addr.Object(); obj != nil {
						e.values[obj] = append(e.values[obj], st.Val)
					}
				case *ssa.FieldAddr:
					if v := fieldVar(addr.X.Type(), addr.Field); v != nil && len(e.values[v]) < 32 {
						e.values[v] = append(e.values[v], st.Val)
					}
				}
			}
		}
	}
}

// callsOf returns the calls of the function named full.
func (c config) callsOf(full string) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, m := range c.made {
		if fn := calleeOf(m.Common()); fn != nil && knowledge.Name(fn) == full {
			out = append(out, m)
		}
	}
	return out
}

// calls reports whether one of the functions is called.
func (c config) calls(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return len(c.callsOf(n)) > 0 })
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
			if a := argument(call, o.Arg); matches(a, o) {
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
		for _, r := range *a.Referrers() {
			fa, ok := r.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			if v := fieldVar(fa.X.Type(), fa.Field); v == nil || v.Name() != o.Field {
				continue
			}
			for _, st := range storesInto(fa) {
				if matches(st.Val, o) {
					return true
				}
			}
		}
	}
	return false
}

// matches reports whether v is the constant that a switch wants.
func matches(v ssa.Value, o knowledge.Off) bool {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		}
		break
	}
	c, ok := v.(*ssa.Const)
	if !ok {
		if o.Nil {
			if s, isSlice := v.(*ssa.Slice); isSlice {
				if a, ok := s.X.(*ssa.Alloc); ok {
					if arr, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array); ok {
						return arr.Len() == 0
					}
				}
			}
		}
		return false
	}
	if c.Value == nil {
		return o.Nil
	}
	if !o.HasValue {
		return false
	}
	n, exact := constant.Int64Val(constant.ToInt(c.Value))
	return exact && n == o.Equals
}
