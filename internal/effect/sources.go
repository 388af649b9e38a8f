// This file tells whether two calls send what was built once.

package effect

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// sharesSource reports whether two calls of a function send what was built
// once: the same bytes, message or closure.
func sharesSource(a, b ssa.Instruction) bool {
	from := sources(a)
	for v := range sources(b) {
		if from[v] && built(v) {
			return true
		}
	}
	return false
}

func built(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.MakeClosure, *ssa.Alloc, *ssa.MakeMap:
		return true
	case *ssa.Extract, *ssa.Call:
		switch knowledge.TypeName(v.Type()) {
		case "*bytes.Buffer", "*bytes.Reader", "*strings.Reader", "io.Reader":
			return true
		}
		return bytesOrText(v.Type())
	}
	return false
}

// sources are the values that what a call is given is made of.
func sources(instr ssa.Instruction) map[ssa.Value]bool {
	out := make(map[ssa.Value]bool)
	var visit func(v ssa.Value, depth int)
	visit = func(v ssa.Value, depth int) {
		if v == nil || out[v] || depth > 8 || strings.HasSuffix(v.Type().String(), "context.Context") {
			return
		}
		out[v] = true
		switch x := v.(type) {
		case *ssa.Extract:
			visit(x.Tuple, depth+1)
		case *ssa.Call:
			for _, a := range x.Call.Args {
				visit(a, depth+1)
			}
		case *ssa.MakeInterface:
			visit(x.X, depth+1)
		case *ssa.ChangeType:
			visit(x.X, depth+1)
		case *ssa.Convert:
			visit(x.X, depth+1)
		case *ssa.ChangeInterface:
			visit(x.X, depth+1)
		case *ssa.UnOp:
			visit(x.X, depth+1)
		case *ssa.Phi:
			for _, e := range x.Edges {
				visit(e, depth+1)
			}
		case *ssa.MakeClosure:
			for _, b := range x.Bindings {
				visit(b, depth+1)
			}
		}
	}
	c, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	args := c.Common().Args
	if r := ssaval.Receiver(c.Common()); r != nil && !c.Common().IsInvoke() && len(args) > 0 {
		args = args[1:]
	}
	if mc, ok := c.Common().Value.(*ssa.MakeClosure); ok {
		visit(mc, 0)
	}
	for _, a := range args {
		visit(a, 0)
	}
	return out
}

func bytesOrText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}
