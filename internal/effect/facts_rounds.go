// This file tells which clients do not answer a server that asks for input.

package effect

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// RoundsOff is the fact on a function that the clients and sessions it gives
// do not answer a server that asks for input: the SDK's own rounds are
// switched off.
type RoundsOff struct{}

// AFact marks RoundsOff as a fact.
func (*RoundsOff) AFact() {}

func (*RoundsOff) String() string { return "rounds off" }

// findRounds looks at how the package makes its clients, and exports which of
// its functions give some without rounds.
func (e *Engine) findRounds() {
	if !e.Relevant {
		return
	}
	off := make(map[*ssa.Function]bool)
	on := false
	for _, fn := range e.SSA.Funcs {
		for c := range ssaval.All[ssa.CallInstruction](fn) {
			callee := ssaval.Callee(c.Common())
			switch {
			case callee == nil:
			case knowledge.Name(callee) == knowledge.RoundsClient:
				if e.switchesOff(ssaval.Argument(c.Common(), 1)) {
					off[ssaval.Root(fn)] = true
				} else {
					on = true
				}
			case callee.Pkg() != nil && callee.Pkg() != e.Pass.Pkg:
				if e.Pass.ImportObjectFact(callee, new(RoundsOff)) {
					off[ssaval.Root(fn)] = true
				}
			}
		}
	}
	e.roundsOff = len(off) > 0 && !on
	if !e.roundsOff {
		return
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range e.SSA.Funcs {
			for c := range ssaval.All[ssa.CallInstruction](fn) {
				if f := c.Common().StaticCallee(); f != nil && off[f] && !off[ssaval.Root(fn)] {
					off[ssaval.Root(fn)] = true
					changed = true
				}
			}
		}
	}
	for fn := range off {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() && givesClient(obj.Signature().Results()) {
			e.Pass.ExportObjectFact(obj, new(RoundsOff))
		}
	}
}

// switchesOff reports whether the options of a client switch its rounds off.
func (e *Engine) switchesOff(options ssa.Value) bool {
	if options == nil {
		return false
	}
	field := knowledge.RoundsOffField[strings.LastIndexByte(knowledge.RoundsOffField, '.')+1:]
	t := e.term(options, knowledge.RoundsOffOption, field)
	return t.Kind == identity.Const && t.Name == "true"
}

// givesClient: a client or a session, or a struct that holds one.
func givesClient(res *types.Tuple) bool {
	is := func(t types.Type) bool {
		return knowledge.ClientType(strings.TrimPrefix(knowledge.TypeName(t), "*"))
	}
	for v := range res.Variables() {
		if is(v.Type()) {
			return true
		}
		t := v.Type().Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		if st, ok := t.(*types.Struct); ok {
			for i := range st.NumFields() {
				if is(st.Field(i).Type()) {
					return true
				}
			}
		}
	}
	return false
}

// RoundsOff reports whether the clients of the package do not answer a server
// that asks for input.
func (e *Engine) RoundsOff() bool { return e.roundsOff }
