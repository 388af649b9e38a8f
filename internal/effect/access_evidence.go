// This file answers what an operation may do, what asks about it, and how a call is
// named in a message.

package effect

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Consequential reports whether the tool of op may have an effect that counts:
// not if a contract calls it read, nor, by default, if its name has a plain verb
// of reading, whatever it is computed of. A name is no contract, but a good hint.
func (e *Engine) Consequential(op Op) bool {
	switch op.Effect {
	case contract.Read:
		return false
	case contract.Write:
		return true
	}
	return e.Settings.Strict || !op.reads && !e.readsByName(op.Name, nil)
}

// IsLookup reports whether a call asks about the state of the world.
func (e *Engine) IsLookup(c ssa.CallInstruction) bool { return e.isLookup(c) }

// OpsOf returns the operations that a call issues.
func (e *Engine) OpsOf(c ssa.CallInstruction) []Op { return e.opsOf(c) }

// CalleeName names what c calls in a message.
func (e *Engine) CalleeName(c ssa.CallInstruction) string {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return "a func value"
	}
	if fn.Pkg() == e.Pass.Pkg {
		if f := e.SSA.SSA.Prog.FuncValue(fn); f != nil {
			return f.RelString(e.Pass.Pkg)
		}
		if r := fn.Signature().Recv(); r != nil {
			return types.TypeString(r.Type(), types.RelativeTo(e.Pass.Pkg)) + "." + fn.Name()
		}
		return fn.Name()
	}
	return knowledge.Short(knowledge.Name(fn))
}
