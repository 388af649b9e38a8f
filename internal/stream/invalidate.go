// This file tells what empties a state.

package stream

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Invalidates reports whether an instruction empties the state: it stores nil
// or an empty list or map.
func Invalidates(instr ssa.Instruction, s *State) bool {
	if s.Place == nil {
		return false
	}
	switch x := instr.(type) {
	case *ssa.Store:
		if Home(x.Addr) != Place(s.Place) {
			return false
		}
		switch v := x.Val.(type) {
		case *ssa.Const:
			return v.Value == nil
		case *ssa.MakeMap, *ssa.MakeSlice:
			return true
		case *ssa.Slice:
			// tools[:0]
			c, ok := v.High.(*ssa.Const)
			return ok && c.Value != nil && c.Value.ExactString() == "0" || emptyLiteral(v)
		case *ssa.UnOp:
			return v.Op == token.MUL && zeroed(v.X)
		}
	case *ssa.Call:
		args := x.Call.Args
		if len(args) == 0 || Home(args[0]) != Place(s.Place) {
			return false
		}
		if b, ok := x.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "clear" || b.Name() == "delete"
		}
		if fn := ssaval.Callee(x.Common()); fn != nil {
			switch fn.Name() {
			case "Clear", "Delete", "Swap", "Store":
				return true
			}
		}
	}
	return false
}

// emptyLiteral: []T{}
func emptyLiteral(s *ssa.Slice) bool {
	a, ok := s.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	arr, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	return ok && arr.Len() == 0
}

// zeroed: a local that nothing is stored in.
func zeroed(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			return false
		}
		if _, ok := ref.(*ssa.FieldAddr); ok {
			return false
		}
	}
	return true
}
