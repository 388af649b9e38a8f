// Package tasks finds the places where a program learns something of a task
// that leaves open whether it had its effect: a request to cancel it, the
// statuses cancelled and failed, and a task that is not found or cannot be
// asked for. And it tells what happens only because of that.
package tasks

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/persist"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Kind says what was learned.
type Kind uint8

// The kinds.
const (
	Asked     Kind = iota // tasks/cancel was sent
	Cancelled             // the status is cancelled
	Failed                // the status is failed
	Ended                 // the status is not completed
	NotFound              // the task is not found, or could not be asked for
)

// An Evidence is one place where something is learned: an edge of the control
// flow graph, or for Asked the call.
type Evidence struct {
	Kind Kind
	If   *ssa.If
	Succ int
	Call ssa.CallInstruction
}

// A Reader reads the functions of one package.
type Reader struct {
	Engine *effect.Engine
	polls  map[*ssa.Function]knowledge.Role
	finder *persist.Finder // made when something is asked of records
}

// Evidence lists what fn learns.
func (r *Reader) Evidence(fn *ssa.Function) []Evidence {
	var out []Evidence
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case ssa.CallInstruction:
			switch r.role(x, 0) {
			case knowledge.TaskCancel:
				out = append(out, Evidence{Kind: Asked, Call: x})
			case knowledge.TaskPoll:
				out = append(out, r.misses(x)...)
			}
		case *ssa.BinOp:
			out = append(out, r.compared(x)...)
		}
	}
	return out
}

// role tells whether a call asks for a task, or for its end: a function of an
// SDK, a request with the method's name, or a function of the package that
// does no more.
func (r *Reader) role(c ssa.CallInstruction, depth int) knowledge.Role {
	if fn := ssaval.Callee(c.Common()); fn != nil {
		if role := knowledge.RoleOf(knowledge.Name(fn)); role == knowledge.TaskPoll || role == knowledge.TaskCancel {
			return role
		}
	}
	for _, a := range c.Common().Args {
		switch method, _ := ssaval.Text(a); method {
		case "tasks/get", "tasks/result":
			return knowledge.TaskPoll
		case "tasks/cancel":
			return knowledge.TaskCancel
		}
	}
	if depth > 2 {
		return knowledge.NoRole
	}
	for _, body := range r.Engine.Bodies(c) {
		if role := r.roleOf(body, depth); role != knowledge.NoRole {
			return role
		}
	}
	return knowledge.NoRole
}

// roleOf: a function of the package takes the role of the one call in it, if
// it calls no tool itself.
func (r *Reader) roleOf(fn *ssa.Function, depth int) knowledge.Role {
	if r.polls == nil {
		r.polls = make(map[*ssa.Function]knowledge.Role)
	}
	if role, ok := r.polls[fn]; ok {
		return role
	}
	r.polls[fn] = knowledge.NoRole
	if len(r.Engine.Sites(fn)) > 0 && !r.onlyTasks(fn) {
		return knowledge.NoRole
	}
	role := knowledge.NoRole
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		if got := r.role(c, depth+1); got == knowledge.TaskCancel || got == knowledge.TaskPoll && role == knowledge.NoRole {
			role = got
		}
	}
	r.polls[fn] = role
	return role
}

// onlyTasks: the requests that fn sends have a method that is not known here,
// as in a sender of any request.
func (r *Reader) onlyTasks(fn *ssa.Function) bool {
	for _, s := range r.Engine.Sites(fn) {
		for _, op := range s.Ops {
			if op.Method == nil {
				return false
			}
		}
	}
	return true
}

// misses are the edges on which a poll gave an error.
func (r *Reader) misses(c ssa.CallInstruction) []Evidence {
	v := c.Value()
	if v == nil {
		return nil
	}
	err := ssa.Value(v)
	if n := c.Common().Signature().Results().Len(); n > 1 {
		err = nil
		for _, ref := range *v.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == n-1 {
				err = e
			}
		}
	}
	if err == nil || !ssaval.IsError(err.Type()) {
		return nil
	}
	var out []Evidence
	for _, cond := range tests(err) {
		for _, ref := range *cond.v.Referrers() {
			if br, ok := ref.(*ssa.If); ok {
				out = append(out, Evidence{Kind: NotFound, If: br, Succ: cond.edge})
			}
		}
	}
	return out
}

type test struct {
	v    ssa.Value
	edge int // the edge on which there is an error
}

// tests are the booleans that say whether err is an error of some kind.
func tests(err ssa.Value) []test {
	var out []test
	for _, ref := range *err.Referrers() {
		switch x := ref.(type) {
		case *ssa.BinOp:
			if ssaval.IsNil(x.X) || ssaval.IsNil(x.Y) {
				edge := 0
				if x.Op == token.EQL {
					edge = 1
				}
				out = append(out, test{x, edge})
			}
		case *ssa.Call:
			// errors.Is(err, …), isNotFound(err)
			if ssaval.IsBool(x.Type()) {
				out = append(out, test{x, 0})
			}
		case *ssa.Phi:
			if len(out) == 0 {
				out = append(out, tests(x)...)
			}
		}
	}
	return out
}

// compared are the edges on which a task's status is one that proves nothing.
func (r *Reader) compared(x *ssa.BinOp) []Evidence {
	if x.Op != token.EQL && x.Op != token.NEQ {
		return nil
	}
	v := x.X
	status, ok := ssaval.Text(x.Y)
	if !ok {
		v = x.Y
		status, _ = ssaval.Text(x.X)
	}
	if status == "" || !r.isStatus(v, 0) {
		return nil
	}
	edge := 0
	if x.Op == token.NEQ {
		edge = 1
	}
	kind := Kind(0)
	switch status {
	case "cancelled":
		kind = Cancelled
	case "failed":
		kind = Failed
	case "completed":
		kind, edge = Ended, 1-edge
	default:
		return nil
	}
	var out []Evidence
	for _, ref := range *x.Referrers() {
		if br, ok := ref.(*ssa.If); ok {
			out = append(out, Evidence{Kind: kind, If: br, Succ: edge})
		}
	}
	return out
}

// isStatus reports whether v is the status of a task: by the SDK's type, or by
// the protocol's names for the members of a task.
func (r *Reader) isStatus(v ssa.Value, depth int) bool {
	if depth > 3 {
		return false
	}
	if n, ok := types.Unalias(v.Type()).(*types.Named); ok && n.Obj().Pkg() != nil &&
		knowledge.IsSDK(n.Obj().Pkg().Path()) && n.Obj().Name() == "TaskStatus" {
		return true
	}
	switch x := v.(type) {
	case *ssa.Convert:
		return r.isStatus(x.X, depth)
	case *ssa.ChangeType:
		return r.isStatus(x.X, depth)
	case *ssa.UnOp, *ssa.Field:
		if t, i, ok := ssaval.Read(v); ok {
			return isTask(t, i)
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return r.returnsStatus(c, x.Index, depth)
		}
	case *ssa.Call:
		return r.returnsStatus(x, 0, depth)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if r.isStatus(e, depth+1) {
				return true
			}
		}
	}
	return false
}

func (r *Reader) returnsStatus(c *ssa.Call, i, depth int) bool {
	for _, body := range r.Engine.Bodies(c) {
		for ret := range ssaval.Returns(body) {
			if i < len(ret.Results) && r.isStatus(ret.Results[i], depth+1) {
				return true
			}
		}
	}
	return false
}

// isTask: field i is sent as "status", beside a "taskId".
func isTask(t types.Type, i int) bool {
	st := ssaval.Struct(t)
	return ssaval.JSONName(st, i) == "status" && ssaval.HasJSONName(st, "taskId")
}
