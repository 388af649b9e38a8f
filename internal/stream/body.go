// This file tells whether the body of an answer is read before a branch on its
// status, or behind it.

package stream

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// readsBody reports whether what the server says is looked at before a branch
// on its status, or in what the branch leads to.
func (r *Room) readsBody(t *StatusTest) bool {
	blocks := slices.Clone(t.Under)
	for _, b := range t.Fn().Blocks {
		if b.Dominates(t.If.Block()) {
			blocks = append(blocks, b)
		}
	}
	if r.bodyReadIn(blocks, 3) {
		return true
	}
	// The function that sends has read it, and returns what it has.
	w := r.world(Answer{Status: t.code})
	for _, c := range t.Calls {
		for _, fn := range r.hooks.Callees(c) {
			sync := r.Sync(fn)
			for _, g := range r.Funcs {
				if sync[g] && r.bodyReadIn(slices.Collect(maps.Keys(w.reach(g))), 0) {
					return true
				}
			}
		}
	}
	return false
}

// bodyReadIn reports whether the body of a response is read in the blocks.
func (r *Room) bodyReadIn(blocks []*ssa.BasicBlock, depth int) bool {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && r.readsCall(c, depth) {
				return true
			}
		}
	}
	return false
}

func (r *Room) readsCall(c ssa.CallInstruction, depth int) bool {
	if c.Common().IsInvoke() && c.Common().Method.Name() == "Close" || discards(c) {
		return false
	}
	for _, a := range ssaval.Operands(c.Common()) {
		if isBody(a, 4) {
			return true
		}
		if knowledge.TypeName(a.Type()) != "*net/http.Response" {
			continue
		}
		// The whole response is handed to someone who may.
		bodies := r.hooks.Callees(c)
		if len(bodies) == 0 || depth == 0 {
			if pkg := calleePkg(c); pkg == "" || !std(pkg) {
				return true
			}
			continue
		}
		if slices.ContainsFunc(bodies, func(fn *ssa.Function) bool { return r.bodyReadIn(fn.Blocks, depth-1) }) {
			return true
		}
	}
	return false
}

// discards: io.Copy(io.Discard, resp.Body) empties the connection.
func discards(c ssa.CallInstruction) bool {
	switch CalleeName(c) {
	case "io.Copy", "io.CopyN", "io.CopyBuffer":
		g, ok := loaded(c.Common().Args[0]).(*ssa.Global)
		return ok && g.Name() == "Discard"
	}
	return false
}

func loaded(v ssa.Value) ssa.Value {
	if ci, ok := v.(*ssa.ChangeInterface); ok {
		v = ci.X
	}
	if load, ok := v.(*ssa.UnOp); ok {
		return load.X
	}
	return nil
}

// isBody reports whether v is the body of a response, or reads it.
func isBody(v ssa.Value, depth int) bool {
	switch x := v.(type) {
	case *ssa.ChangeInterface:
		return isBody(x.X, depth)
	case *ssa.MakeInterface:
		return isBody(x.X, depth)
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		if !ok || knowledge.TypeName(fa.X.Type()) != "*net/http.Response" {
			return false
		}
		fv := ssaval.Field(fa.X.Type(), fa.Field)
		return fv != nil && fv.Name() == "Body"
	case *ssa.Call:
		// io.LimitReader(resp.Body, n), http.MaxBytesReader(w, resp.Body, n)
		if pkg := calleePkg(x); depth > 0 && (pkg == "io" || pkg == "bufio") {
			return slices.ContainsFunc(x.Call.Args, func(a ssa.Value) bool { return isBody(a, depth-1) })
		}
	}
	return false
}
