// This file tells what forgets a session id.

package stream

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// forgets reports whether an instruction sets the session id to nothing.
func (r *Room) forgets(instr ssa.Instruction, depth int) bool {
	places := r.sessionPlaces()
	switch x := instr.(type) {
	case *ssa.Store:
		if !nothing(x.Val) || made(x.Addr) {
			return false
		}
		return places[Home(x.Addr)] && ssaval.IsString(x.Val.Type()) || r.holdsSession(x.Val.Type())
	case ssa.CallInstruction:
		args := ssaval.Operands(x.Common())
		if b, ok := x.Common().Value.(*ssa.Builtin); ok {
			return b.Name() == "delete" && isKey(args[1]) && kept(args[0])
		}
		fn := ssaval.Callee(x.Common())
		if fn == nil || len(args) == 0 {
			return false
		}
		if fn.Name() == "Del" && len(args) == 2 {
			return isKey(args[1]) && kept(args[0])
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" {
			home, ok := Home(args[0]).(*types.Var)
			return ok && (places[home] || r.holdsSession(home.Type())) && nothing(args[len(args)-1])
		}
		for _, body := range r.hooks.Callees(x) {
			if r.forgetsAlways(body, args, depth) {
				return true
			}
		}
	}
	return false
}

// forgetsAlways reports whether a function forgets the session id, given the
// arguments, whatever it finds.
func (r *Room) forgetsAlways(fn *ssa.Function, args []ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	places := r.sessionPlaces()
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(Guards(b), func(g Guard) bool { return !r.stillThat(g) }) {
			continue // not whatever it finds
		}
		for _, instr := range b.Instrs {
			if r.forgets(instr, depth-1) {
				return true
			}
			st, ok := instr.(*ssa.Store)
			if !ok || !places[Home(st.Addr)] {
				continue
			}
			// A setter that is given "".
			if i := parameter(st.Val, fn); i >= 0 && i < len(args) && nothing(args[i]) {
				return true
			}
		}
	}
	return false
}

// stillThat reports whether a condition says that the session is the one that
// is known to be lost: where it is not, another one has taken its place.
func (r *Room) stillThat(g Guard) bool {
	test, ok := g.Cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL && test.Op != token.NEQ || (test.Op == token.EQL) != g.True || nothing(test.X) || nothing(test.Y) {
		return false
	}
	places := r.sessionPlaces()
	return places[Home(test.X)] || places[Home(test.Y)]
}

// nothing: "", nil, or the zero value of a struct.
func nothing(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if c.Value == nil {
		return true
	}
	return c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}

func isKey(v ssa.Value) bool {
	s, ok := ssaval.Text(canonical(v))
	return ok && knowledge.CanonicalHeader(s) == SessionID
}

// kept reports whether headers are kept in a field or package-level variable,
// and not those of one request.
func kept(v ssa.Value) bool {
	home, ok := Home(v).(*types.Var)
	return ok && !strings.HasPrefix(knowledge.TypeName(v.Type()), "*") && home != nil
}

// stores reports whether fn itself does something to the session id.
func (r *Room) stores(fn *ssa.Function) bool {
	stores, ok := r.storing[fn]
	if !ok {
		stores = slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, r.touches) })
		if r.storing == nil {
			r.storing = make(map[*ssa.Function]bool)
		}
		r.storing[fn] = stores
	}
	return stores
}

func (r *Room) touches(instr ssa.Instruction) bool {
	places := r.sessionPlaces()
	switch x := instr.(type) {
	case *ssa.Store:
		return places[Home(x.Addr)] || !made(x.Addr) && r.holdsSession(x.Val.Type())
	case *ssa.MapUpdate:
		return isKey(x.Key) && kept(x.Map)
	case ssa.CallInstruction:
		fn := ssaval.Callee(x.Common())
		if fn == nil {
			b, ok := x.Common().Value.(*ssa.Builtin)
			return ok && b.Name() == "delete" && isKey(ssaval.Operands(x.Common())[1])
		}
		if fn.Name() == "Del" {
			return true
		}
		if fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" || fn.Name() == "Load" {
			return false
		}
		home, ok := Home(ssaval.Operands(x.Common())[0]).(*types.Var)
		return ok && (places[home] || r.holdsSession(home.Type()))
	}
	return false
}
