// This file finds what a package keeps of what a server told it.

package stream

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A State is something that the package keeps of what a server told it: a
// field, a package-level variable or a local variable that holds a list, a
// map or a result.
type State struct {
	// Place is a field or package-level variable; nil for a local variable.
	Place *types.Var
	// Value is the local variable's value.
	Value ssa.Value
	// Owners are the structs that have the field.
	Owners []*types.Named
	// Method is the JSON-RPC method that told it, or that tells it anew.
	Method string
	// From are the requests whose answers are kept.
	From []*Send
}

// Name is what the program calls the state, for messages.
func (s *State) Name() string {
	if s.Place != nil {
		return s.Place.Name()
	}
	if phi, ok := s.Value.(*ssa.Phi); ok && phi.Comment != "" {
		return phi.Comment
	}
	return ""
}

// States returns what the package keeps in fields and package-level variables
// of what requests that read told it, and of what notifications did.
func (r *Room) States() []*State {
	var out []*State
	owners := r.owners()
	add := func(from Set, method string, send *Send) {
		for p := range from {
			v, ok := p.(*types.Var)
			if !ok || v.Pkg() != r.Pkg || !holder(v.Type()) || v.IsField() && len(owners[v]) == 0 {
				continue
			}
			i := slices.IndexFunc(out, func(s *State) bool { return s.Place == v })
			if i < 0 {
				i = len(out)
				out = append(out, &State{Place: v, Owners: owners[v], Method: method})
			}
			if send != nil {
				out[i].From = append(out[i].From, send)
			}
		}
	}
	for _, m := range listMethods {
		for _, s := range r.Sends {
			if s.Method == m {
				add(r.Flow.From(Content&^Back, r.told(s)...), m, s)
			}
		}
	}
	for _, n := range []struct{ notification, method string }{
		{"notifications/tasks/status", "tasks/get"}, {"notifications/resources/updated", "resources/read"},
	} {
		add(r.Flow.From(Content&^Back, r.notified(n.notification)...), n.method, nil)
	}
	out = slices.DeleteFunc(out, func(s *State) bool { return r.refreshed(s) || !r.goesOn(s) })
	slices.SortFunc(out, func(a, b *State) int { return int(a.Place.Pos()) - int(b.Place.Pos()) })
	return out
}

var listMethods = []string{
	"tools/list", "resources/list", "resources/templates/list", "prompts/list", "resources/read", "prompts/get",
	"tasks/get", "tasks/result", "tasks/list",
}

// told returns where the answer to a request is found.
func (r *Room) told(s *Send) []Place {
	c, ok := s.Instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	var out []Place
	if v := c.Value(); v != nil {
		for _, p := range results(v) {
			if v, ok := p.(ssa.Value); ok && (!s.Far || list(v.Type())) {
				out = append(out, p)
			}
		}
	}
	for _, a := range ssaval.Operands(c.Common()) {
		// call(ctx, "tools/list", nil, &out)
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		if _, ok := a.Type().Underlying().(*types.Pointer); ok && !s.Far && outParam(a) {
			out = append(out, Home(a))
		}
	}
	return out
}

// outParam: the address of a variable, or of a field.
func outParam(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.FieldAddr:
		return true
	}
	return false
}

// notified returns where the contents of a notification are found: the
// parameters of the SDK's handlers, and what is read from events where the
// method is known.
func (r *Room) notified(method string) []Place {
	var out []Place
	for _, fn := range r.Funcs {
		for _, p := range fn.Params {
			if notificationType(p.Type()) == method {
				out = append(out, p)
			}
		}
	}
	data := r.Flow.From(Content, r.Parts(FieldData)...)
	r.each(func(instr ssa.Instruction) {
		br, ok := instr.(*ssa.If)
		if !ok {
			return
		}
		b, ok := br.Cond.(*ssa.BinOp)
		if !ok {
			return
		}
		if x, _ := ssaval.Text(b.X); x != method {
			if y, _ := ssaval.Text(b.Y); y != method {
				return
			}
		}
		for _, blk := range br.Parent().Blocks {
			if !Guarded(blk, b) {
				continue
			}
			for _, in := range blk.Instrs {
				if v, ok := in.(ssa.Value); ok && data[v] {
					out = append(out, v)
				}
			}
		}
	})
	return out
}

func notificationType(t types.Type) string {
	name := strings.TrimPrefix(knowledge.TypeName(t), "*")
	i := strings.LastIndexByte(name, '.')
	if i < 0 || !knowledge.IsSDK(name[:i]) {
		return ""
	}
	switch name = name[i+1:]; {
	case strings.HasPrefix(name, "ResourceUpdatedNotification"):
		return "notifications/resources/updated"
	case strings.HasPrefix(name, "TaskStatusNotification"):
		return "notifications/tasks/status"
	}
	return ""
}

// holder: what can hold more than one thing told, or one result.
func holder(t types.Type) bool {
	if list(t) {
		return true
	}
	name := strings.TrimPrefix(knowledge.TypeName(t), "*")
	return name == "sync.Map" || strings.HasPrefix(name, "sync/atomic.")
}

func list(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return !ok || b.Kind() != types.Byte
	case *types.Map:
		return true
	}
	m, ok := knowledge.ResultMethod(strings.TrimPrefix(knowledge.TypeName(t), "*"))
	return ok && IsList(m)
}

// owners returns the structs of this package that have each field.
func (r *Room) owners() map[*types.Var][]*types.Named {
	out := make(map[*types.Var][]*types.Named)
	for named := range ssaval.Named(r.Pkg) {
		if st, ok := named.Underlying().(*types.Struct); ok {
			for i := range st.NumFields() {
				f := st.Field(i).Origin()
				out[f] = append(out[f], named)
			}
		}
	}
	return out
}
