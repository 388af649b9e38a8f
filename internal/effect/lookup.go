// This file tells calls that look something up, and what can reach out of the program
// at all.

package effect

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// isLookup reports whether the result of a call tells about the world: it
// issues a tools/call itself, or is named and shaped like a lookup.
func (e *Engine) isLookup(c ssa.CallInstruction) bool {
	if slices.ContainsFunc(e.opsOf(c), func(o Op) bool { return o.Func == nil && !o.open() }) {
		return true
	}
	fn := ssaval.Callee(c.Common())
	if fn == nil || fn.Pkg() == nil || knowledge.IsStd(fn.Pkg().Path()) {
		return false // http.Header.Get looks nothing up
	}
	return lookupName(fn)
}

func (e *Engine) opsOf(c ssa.CallInstruction) []Op {
	for _, s := range e.sites[c.Parent()] {
		if s.Instr == c {
			return s.Ops
		}
	}
	return nil
}

var lookupVerbs = []string{"find", "lookup", "search", "exists", "status", "reconcile", "verify", "query", "check", "was", "is", "has", "get", "fetch", "list"}

// lookupName: a function that asks about an operation, by a key or an id:
// named by a verb of looking, with an argument beside the context, and with a
// result that says what was found.
func lookupName(fn *types.Func) bool {
	name := strings.ToLower(fn.Name())
	verb := ""
	for _, v := range lookupVerbs {
		if strings.HasPrefix(name, v) {
			verb = v
			break
		}
	}
	if verb == "" {
		return false
	}
	for _, w := range []string{"session", "client", "conn", "token", "transport", "retry", "temporary", "transient", "closed", "alive", "health", "ping", "tool", "schema", "config", "delay", "backoff", "err"} {
		if strings.Contains(name, w) {
			return false
		}
	}
	sig := fn.Signature()
	if !reachesOut(sig) {
		return false
	}
	args := 0
	for i := range sig.Params().Len() {
		switch t := sig.Params().At(i).Type().Underlying().(type) {
		case *types.Basic:
			if t.Info()&types.IsString != 0 {
				args++
			}
		case *types.Struct:
			args++
		}
	}
	res := sig.Results()
	if args == 0 || res.Len() == 0 {
		return false
	}
	switch verb {
	case "was", "is", "has", "exists", "check", "verify":
		return true
	}
	return res.Len() >= 1 && !ssaval.IsError(res.At(0).Type())
}

// reachesOut reports whether a function can ask something outside the program:
// it can be cancelled, or can fail. One that can neither tells what the program
// holds, such as its configuration.
func reachesOut(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if knowledge.TypeName(p.Type()) == "context.Context" {
			return true
		}
	}
	return ssaval.CanFail(sig)
}

// onlyReads reports whether a call leaves what its pointer arguments lead to
// as it is: a tools/call.
func (e *Engine) onlyReads(c ssa.CallInstruction) bool {
	fn := ssaval.Callee(c.Common())
	return fn != nil && toolName(fn.Name())
}
