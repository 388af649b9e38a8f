// This file finds requests whose requestState is not the one that came.

package rounds

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/stream"
	"github.com/mcprecovery/mcplint/internal/tasks"
)

// A Send is a request whose requestState is not the one that came.
type Send struct {
	At     ssa.CallInstruction
	Method string
	Tool   identity.Term
	Fault  Fault
	// Source names the other call that the state came with.
	Source string
}

// Sends lists the requests of the package with a wrong requestState.
func (r *Reader) Sends() []Send {
	var out []Send
	for _, fn := range r.Engine.SSA.Funcs {
		asked := r.asked(fn)
		sites := r.Engine.Sites(fn)
		for _, s := range sites {
			for _, op := range s.Ops {
				if op.Func != nil || op.Method != nil || op.Body != nil {
					continue
				}
				send := Send{At: s.Instr, Method: "tools/call", Tool: op.Name}
				if r.set(fn, s.Instr) {
					send.Fault, send.Source = r.fault(fn, op)
				}
				if send.Fault == NoFault && r.again(sites, s, op, asked) {
					send.Fault = Dropped
				}
				if send.Fault != NoFault && !r.below(s.Instr, send.Fault) {
					out = append(out, send)
					break
				}
			}
		}
		out = append(out, r.others(fn)...)
	}
	return out
}

// set reports whether what fn puts into the parameters of a round can be there
// when the call is made: the first call is made with the same parameters, and
// without it.
func (r *Reader) set(fn *ssa.Function, call ssa.Instruction) bool {
	none := true
	for st := range ssaval.All[*ssa.Store](fn) {
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || !knowledge.RoundParam(strings.TrimPrefix(knowledge.TypeName(fa.X.Type()), "*")+"."+ssaval.FieldName(fa.X.Type(), fa.Field)) {
			continue
		}
		if ssaval.Reaches(st, call, nil) {
			return true
		}
		none = false
	}
	return none
}

// fault judges one tools/call by itself.
func (r *Reader) fault(fn *ssa.Function, op effect.Op) (Fault, string) {
	if given(op.Inputs) && absent(op.State) && !r.echoes(fn) {
		return Dropped, ""
	}
	if f := judge(op.State); f != NoFault {
		return f, ""
	}
	if from, other := another(op.State, source{"tools/call", op.Name, op.Args}); other {
		return Other, from
	}
	if r.kept(fn, op) {
		return Kept, ""
	}
	return NoFault, ""
}

// echoes: the function puts the state of a result somewhere. A result that is
// filled through a pointer does not show where its state comes from.
func (r *Reader) echoes(fn *ssa.Function) bool {
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.Store:
			if r.read(x.Val) == "requestState" {
				return true
			}
		case *ssa.MapUpdate:
			v := x.Value
			if mi, ok := v.(*ssa.MakeInterface); ok {
				v = mi.X
			}
			if r.read(v) == "requestState" {
				return true
			}
		}
	}
	return false
}

// given: the request has answers for the server, as far as it can be seen.
func given(inputs identity.Term) bool {
	return !absent(inputs) && !(inputs.Kind == identity.Opaque && inputs.Name == "") &&
		len(alternatives(inputs)) > 0
}

// another reports whether the state certainly comes with the result of another
// request, and names that.
func another(state identity.Term, op source) (from string, ok bool) {
	for _, t := range alternatives(state) {
		if t.Kind != identity.RequestState {
			continue
		}
		list := sources(t)
		for _, s := range list {
			if s.method == op.method && !differ(s.name, op.name) && !differ(s.args, op.args) {
				return "", false
			}
			from = s.method
			if name, isConst := s.name.Constant(); isConst {
				from += ` "` + name + `"`
			}
		}
		if len(list) > 0 {
			return from, true
		}
	}
	return "", false
}

// again reports whether the call is made again only because its result asked
// for input, and does not bring the state back.
func (r *Reader) again(sites []*effect.Site, t *effect.Site, op effect.Op, asked []tasks.Evidence) bool {
	if len(asked) == 0 || !r.without(t, op) || r.echoes(t.Instr.Parent()) {
		return false
	}
	for _, s := range sites {
		for _, o := range s.Ops {
			if o.Func == nil && effect.SameOp(o, op) {
				if _, only := tasks.Only(asked, s.Instr, t.Instr); only {
					return true
				}
			}
		}
	}
	return false
}

// without: the request has no state, or the one that the parameters had from
// the start, which nothing here puts there.
func (r *Reader) without(t *effect.Site, op effect.Op) bool {
	if absent(op.State) {
		return true
	}
	own := op.State.Kind == identity.RequestState && len(op.State.Sub) == 1 && op.State.Sub[0].Kind == identity.Param ||
		op.State.Kind == identity.Param && strings.HasSuffix(op.State.Path, "RequestState")
	return own && r.writes(t.Instr.Parent(), "InputResponses", 0) && !r.writes(t.Instr.Parent(), "RequestState", 0)
}

// writes reports whether fn, or a function of the package that it calls, sets
// the field of a request.
func (r *Reader) writes(fn *ssa.Function, field string, depth int) bool {
	for instr := range ssaval.Instructions(fn) {
		switch x := instr.(type) {
		case *ssa.Store:
			fa, ok := x.Addr.(*ssa.FieldAddr)
			if !ok || ssaval.FieldName(fa.X.Type(), fa.Field) != field {
				continue
			}
			if knowledge.RoundParam(strings.TrimPrefix(knowledge.TypeName(fa.X.Type()), "*") + "." + field) {
				return true
			}
		case ssa.CallInstruction:
			if depth >= 2 {
				continue
			}
			for _, body := range r.Engine.Bodies(x) {
				if r.writes(body, field, depth+1) {
					return true
				}
			}
			if fn := ssaval.Callee(x.Common()); len(r.Engine.Bodies(x)) == 0 && fn != nil && fn.Pkg() != nil &&
				!knowledge.IsSDK(fn.Pkg().Path()) && !knowledge.IsStd(fn.Pkg().Path()) {
				return true // out of sight
			}
		}
	}
	return false
}

// below reports whether the function that is called shows the same fault, so
// that it is told there.
func (r *Reader) below(c ssa.CallInstruction, fault Fault) bool {
	same := func(s *effect.Summary) bool {
		if s == nil {
			return false
		}
		for _, op := range s.Ops {
			if fault == Dropped && given(op.Inputs) && absent(op.State) || judge(op.State) == fault {
				return true
			}
			if _, other := another(op.State, source{"tools/call", op.Name, op.Args}); other && fault == Other {
				return true
			}
		}
		return false
	}
	for _, body := range r.Engine.Bodies(c) {
		if same(r.Engine.SummaryOf(body)) || fault == Kept {
			return true
		}
	}
	if fn := ssaval.Callee(c.Common()); fn != nil {
		return same(r.Engine.Summary(fn))
	}
	return false
}

// kept: the function sends the state that it keeps in a field with whatever
// call it is asked for, and keeps there the one that comes back.
func (r *Reader) kept(fn *ssa.Function, op effect.Op) bool {
	if op.Name.Kind != identity.Param || op.Name.Fn != "" || op.Name.Path != "" || r.compared(fn, op.Name.Index) {
		return false
	}
	path := ""
	for _, t := range alternatives(op.State) {
		if t.Kind == identity.RequestState && len(t.Sub) == 1 {
			t = t.Sub[0]
		}
		if t.Kind == identity.Param && t.Index == 0 && fn.Signature.Recv() != nil {
			path = t.Path
		}
	}
	if path == "" || strings.Contains(path, ".") {
		return false
	}
	for st := range ssaval.All[*ssa.Store](fn) {
		if fa, ok := st.Addr.(*ssa.FieldAddr); ok && ssaval.FieldName(fa.X.Type(), fa.Field) == path && len(fn.Params) > 0 && fa.X == fn.Params[0] && r.read(st.Val) == "requestState" {
			return true
		}
	}
	return false
}

// compared: the function looks at its parameter, so that it may know the call.
func (r *Reader) compared(fn *ssa.Function, param int) bool {
	if param >= len(fn.Params) {
		return true
	}
	for _, ref := range *fn.Params[param].Referrers() {
		if b, ok := ref.(*ssa.BinOp); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
			return true
		}
	}
	return false
}

// others judges the rounds of prompts/get and resources/read.
func (r *Reader) others(fn *ssa.Function) []Send {
	var out []Send
	for c := range ssaval.All[ssa.CallInstruction](fn) {
		state, inputs, ok := r.Engine.Round(c)
		if !ok {
			continue
		}
		send := Send{At: c, Method: "resources/read", Fault: judge(state)}
		if ssaval.Callee(c.Common()).Name() == "GetPrompt" {
			send.Method = "prompts/get"
		}
		if send.Fault == NoFault && given(inputs) && absent(state) {
			send.Fault = Dropped
		}
		if from, other := another(state, source{method: send.Method}); send.Fault == NoFault && other {
			send.Fault, send.Source = Other, from
		}
		if send.Fault != NoFault {
			out = append(out, send)
		}
	}
	return out
}

// Parses lists the calls that take the state of a result apart.
func (r *Reader) Parses() []ssa.CallInstruction {
	room := r.Engine.Stream()
	var seeds []stream.Place
	r.each(func(instr ssa.Instruction) {
		if v, ok := instr.(ssa.Value); ok && r.read(v) == "requestState" {
			seeds = append(seeds, v)
		}
	})
	if len(seeds) == 0 || room == nil {
		return nil
	}
	from := room.Flow.From(stream.Same, seeds...)
	var out []ssa.CallInstruction
	r.each(func(instr ssa.Instruction) {
		c, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		fn := ssaval.Callee(c.Common())
		if fn == nil {
			return
		}
		if i, ok := knowledge.Decodes(knowledge.Name(fn)); ok {
			if v := ssaval.Argument(c.Common(), i); v != nil && from[v] {
				out = append(out, c)
			}
		}
	})
	return out
}
