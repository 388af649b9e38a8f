// This file tells rounds that are for one element each of what a loop goes
// through.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// forElement reports whether what a call gets is, or was made for, an element
// of what the loop goes through: the same request then goes to another server,
// or by another client, in each round.
func (s *resends) forElement(instr ssa.Instruction, r *identity.Region) bool {
	c, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false // a repetition by other means than a call
	}
	s.region = r
	defer func() { s.region = nil }()
	values := append([]ssa.Value{c.Common().Value}, ssaval.Operands(c.Common())...)
	for _, v := range values {
		if mc, ok := v.(*ssa.MakeClosure); ok {
			for _, b := range mc.Bindings {
				if s.capturesElement(b, r) {
					return true
				}
			}
		} else if addresses(v.Type()) && s.term(v).Varies().Data {
			return true
		}
	}
	return false
}

// capturesElement reports whether a variable that a closure captures belongs
// to a round, and is set to an element.
func (s *resends) capturesElement(b ssa.Value, r *identity.Region) bool {
	a, ok := b.(*ssa.Alloc)
	if !ok {
		return addresses(b.Type()) && s.term(b).Varies().Data
	}
	if !r.In(a) || !addresses(a.Type().Underlying().(*types.Pointer).Elem()) {
		return false
	}
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a && s.term(st.Val).Varies().Data {
			return true
		}
	}
	return false
}

// addresses reports whether a value of a type can say where a request goes:
// not a number, such as a delay, nor a context, an error, a func or a body.
func addresses(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Pointer, *types.Struct:
		return true
	case *types.Interface:
		return !types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
	}
	return false
}
