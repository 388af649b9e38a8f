// This file finds jobs whose arguments are their key.

package keys

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// unique: a job that its queue tells from others by all that it is given, so
// that this is the key.
func unique(c ssa.CallInstruction, full string) []Position {
	u, ok := knowledge.UniqueJobOf(full)
	if !ok {
		return nil // no queue
	}
	given := ssaval.Argument(c.Common(), u.Args)
	if given == nil {
		return nil
	}
	if mi, ok := given.(*ssa.MakeInterface); ok {
		given = mi.X
	}
	on := false
	switch opts := ssaval.Argument(c.Common(), u.Opts); {
	case opts == nil:
	case u.Option != "":
		on = hasOption(opts, u.Option)
	default:
		on = setsTrue(opts, u.Field, 0) || declares(c, given, u)
	}
	if !on || tagged(given.Type(), u.Tag) {
		return nil // the fields with the tag are the key, and they alone
	}
	return []Position{{Place: ToAPI, Name: u.Name, Strength: knowledge.Strong, Value: given, Instr: c, Pos: c.Pos()}}
}

// hasOption reports whether an option is among the variadic arguments.
func hasOption(opts ssa.Value, option string) bool {
	elements, _ := ssaval.Elements(opts)
	for _, o := range elements {
		if call, ok := ssaval.Plain(o).(*ssa.Call); ok {
			if fn := ssaval.Callee(call.Common()); fn != nil && knowledge.Name(fn) == option {
				return true
			}
		}
	}
	return false
}

// setsTrue reports whether the field is set in the struct at addr, or in a
// struct that is a part of it.
func setsTrue(addr ssa.Value, field string, depth int) bool {
	if ld, ok := addr.(*ssa.UnOp); ok {
		addr = ld.X
	}
	if depth > 4 || addr.Referrers() == nil {
		return false
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if r.X == addr && (isTrue(r, field) || setsTrue(r, field, depth+1)) {
				return true
			}
		case *ssa.Store:
			if _, whole := r.Val.(*ssa.UnOp); whole && r.Addr == addr && setsTrue(r.Val, field, depth+1) {
				return true
			}
		}
	}
	return false
}

// isTrue: a field of that name, set to true.
func isTrue(fa *ssa.FieldAddr, field string) bool {
	if knowledge.TypeName(ssaval.Deref(fa.X.Type()))+"."+ssaval.FieldName(fa.X.Type(), fa.Field) != field {
		return false
	}
	for _, st := range ssaval.Stores(fa) {
		if k, ok := st.Val.(*ssa.Const); ok && k.Value != nil && k.Value.ExactString() == "true" {
			return true
		}
	}
	return false
}

// declares reports whether the type of the job sets the field in the method
// that returns its options.
func declares(c ssa.CallInstruction, given ssa.Value, u knowledge.UniqueJob) bool {
	obj, _, _ := types.LookupFieldOrMethod(given.Type(), true, nil, u.Method)
	m, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	body := c.Parent().Prog.FuncValue(m.Origin())
	if body == nil {
		return false // of another package
	}
	for fa := range ssaval.All[*ssa.FieldAddr](body) {
		if isTrue(fa, u.Field) {
			return true
		}
	}
	return false
}

// tagged reports whether a field has the tag that makes it the key.
func tagged(t types.Type, tag string) bool {
	st := ssaval.Struct(ssaval.Deref(t))
	if tag == "" || st == nil {
		return false
	}
	for i := range st.NumFields() {
		if hasTag(st, i, tag) {
			return true
		}
	}
	return false
}
