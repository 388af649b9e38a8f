// This file tells calls that create a task.

package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// CreatesTask reports whether a call asks the server to run a tool as a task:
// it sends a tools/call with a task member.
func (e *Engine) CreatesTask(c ssa.CallInstruction) bool {
	t, ok := e.taskMember(c, 0)
	return ok && !absent(t) && t.Kind != identity.Param
}

func absent(t identity.Term) bool {
	return t.Kind == identity.Const && (t.Name == "zero" || t.Name == "nil") || t.Kind == identity.Opaque && t.Name == ""
}

// taskMember returns where the task member comes from of the tools/call that c
// sends, by itself or in a function of this package.
func (e *Engine) taskMember(c ssa.CallInstruction, depth int) (identity.Term, bool) {
	if depth > maxFlow {
		return identity.Term{}, false
	}
	if fn := ssaval.Callee(c.Common()); fn != nil {
		name := knowledge.Name(fn)
		if knowledge.TaskCreator(name) {
			return identity.Term{Kind: identity.Const, Name: `"task"`}, true
		}
		if s, ok := knowledge.SinkOf(name); ok {
			path := knowledge.TaskField(s)
			p := ssaval.Argument(c.Common(), s.Params)
			if path == nil || p == nil {
				return identity.Term{}, false
			}
			return e.Slicer.Value(p, path, nil), true
		}
	}
	if body := e.rawBody(c); body != nil {
		return e.rawTask(e.Slicer.Value(body, nil, nil))
	}
	for _, t := range e.targets(c.Common()) {
		if t.fn == nil {
			continue
		}
		for _, site := range e.sites[t.fn] {
			m, ok := e.taskMember(site.Instr, depth+1)
			if !ok || absent(m) {
				continue
			}
			for _, out := range e.inFrame(Op{Sink: "task", Name: m}, t, c) {
				return out.Name, true
			}
		}
	}
	return identity.Term{}, false
}

// rawBody returns the hand-written request that c sends, if it does.
func (e *Engine) rawBody(c ssa.CallInstruction) ssa.Value {
	if _, _, ok := e.rawSend(c); !ok {
		return nil
	}
	args := c.Common().Args
	for i := len(args) - 1; i >= 0; i-- {
		if t := e.Slicer.Value(args[i], nil, nil); t.Has(identity.Compose) {
			return args[i]
		}
	}
	return nil
}

// rawTask finds the task member of the params of a request.
func (e *Engine) rawTask(t identity.Term) (identity.Term, bool) {
	var out identity.Term
	found := false
	t.Walk(func(s identity.Term) bool {
		if found {
			return false
		}
		if s.Kind != identity.Compose {
			return true
		}
		if _, ok := s.Field("method"); !ok {
			return true
		}
		if p, ok := s.Field("params"); ok {
			out, found = p.Field("task")
		}
		return !found
	})
	return out, found
}

// SameOp reports whether two ops of one function are the same operation: one
// tool with the same arguments.
func SameOp(a, b Op) bool { return opKey(a) == opKey(b) }
