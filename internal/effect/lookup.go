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
	return lookupName(fn) && !e.calledOn(c)
}

// calledOn reports whether the function makes its calls on what c returns: c
// then says where a call goes, and nothing of what came of an earlier one.
func (e *Engine) calledOn(c ssa.CallInstruction) bool {
	v, ok := c.(ssa.Value)
	return ok && slices.ContainsFunc(e.sites[c.Parent()], func(s *Site) bool {
		return s.Instr != c && partOf(ssaval.Receiver(s.Instr.Common()), v, 0)
	})
}

// partOf reports whether v is, on some way, from itself or what it leads to.
func partOf(v, from ssa.Value, depth int) bool {
	if v == nil || depth > 8 {
		return false
	}
	if v == from {
		return true
	}
	switch x := v.(type) {
	case *ssa.Extract:
		return x.Index == 0 && partOf(x.Tuple, from, depth+1)
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok {
			for _, st := range ssaval.Stores(a) {
				if partOf(st.Val, from, depth+1) {
					return true
				}
			}
		}
		return partOf(x.X, from, depth+1)
	case *ssa.FieldAddr:
		return partOf(x.X, from, depth+1)
	case *ssa.Field:
		return partOf(x.X, from, depth+1)
	case *ssa.MakeInterface:
		return partOf(x.X, from, depth+1)
	case *ssa.TypeAssert:
		return partOf(x.X, from, depth+1)
	case *ssa.Phi:
		return slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return partOf(e, from, depth+1) })
	}
	return false
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
