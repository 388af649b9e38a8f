// This file finds the JSON-RPC requests and notifications that a package sends.

package stream

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Send is a place that sends a JSON-RPC request or notification.
type Send struct {
	Method string
	Instr  ssa.Instruction
	// SDK: a function of an SDK sends it.
	SDK bool
	// Far: a function of another package sends it, among other things.
	Far bool
}

// Fn returns the function that s stands in.
func (s *Send) Fn() *ssa.Function { return s.Instr.Parent() }

// methods are the methods that clients send.
var methods = map[string]bool{
	"initialize": true, "ping": true, "tools/list": true, "tools/call": true, "resources/list": true,
	"resources/templates/list": true, "resources/read": true, "resources/subscribe": true, "resources/unsubscribe": true,
	"prompts/list": true, "prompts/get": true, "completion/complete": true, "logging/setLevel": true,
	"tasks/get": true, "tasks/result": true, "tasks/list": true, "tasks/cancel": true, "tasks/update": true,
	"server/discover": true, "subscriptions/listen": true,
	"notifications/initialized": true, "notifications/cancelled": true, "notifications/progress": true,
	"notifications/roots/list_changed": true,
}

// IsMethod reports whether s is a method that clients send.
func IsMethod(s string) bool { return methods[s] }

// IsList reports whether the method re-reads what a server offers, or the
// state of a task: what notifications keep fresh.
func IsList(method string) bool {
	switch method {
	case "tools/list", "resources/list", "resources/templates/list", "resources/read", "prompts/list", "prompts/get",
		"tasks/get", "tasks/result", "tasks/list":
		return true
	}
	return false
}

// Family is what a method is about: "tools", "resources", "prompts", "tasks".
func Family(method string) string {
	family, _, _ := strings.Cut(method, "/")
	return family
}

var methodText = lazy.Regexp(`"method"\s*:\s*"([A-Za-z_/]+)"`)

func (r *Room) findSends() {
	// Where a value is the method of a message.
	var positions []Place
	isMethod := make(map[ssa.Instruction]bool)
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.Store:
			if fa, ok := x.Addr.(*ssa.FieldAddr); ok && MethodField(fa.X.Type(), fa.Field) {
				positions = append(positions, x.Val)
				isMethod[x] = true
			}
		case *ssa.MapUpdate:
			if k, ok := ssaval.Text(x.Key); ok && k == "method" {
				positions = append(positions, x.Value)
				isMethod[x] = true
			}
		case ssa.CallInstruction:
			for i, a := range ssaval.Operands(x.Common()) {
				if ssaval.IsString(a.Type()) && r.sendsArg(x, i) {
					positions = append(positions, a)
				}
			}
		}
	})
	r.sent = r.Flow.Into(Same, positions...)
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.Store:
			if isMethod[x] {
				r.addSend(x, x.Val)
			}
		case *ssa.MapUpdate:
			if isMethod[x] {
				r.addSend(x, x.Value)
			}
		case ssa.CallInstruction:
			r.sendCall(x)
		}
		r.sendText(instr)
	})
}

func (r *Room) addSend(instr ssa.Instruction, v ssa.Value) {
	if m, ok := ssaval.Text(v); ok && methods[m] {
		r.Sends = append(r.Sends, &Send{Method: m, Instr: instr})
	}
}

// MethodField reports whether field i of a struct encodes as "method".
func MethodField(t types.Type, i int) bool {
	fv := ssaval.Field(t, i)
	if fv == nil || !ssaval.IsString(fv.Type()) {
		return false
	}
	st := ssaval.Struct(t)
	if name := ssaval.JSONName(st, i); name != "" {
		return name == "method"
	}
	return ssaval.InJSON(st, i) && fv.Name() == "Method" && own(fv)
}

// sendNames are the first words of names under which functions out of sight
// send what their caller names.
var sendNames = []string{"call", "send", "request", "do", "notify", "invoke", "rpc", "exec", "post", "roundtrip"}

// sendsArg reports whether a function whose body is out of sight sends the
// method that its argument i names.
func (r *Room) sendsArg(c ssa.CallInstruction, i int) bool {
	if len(r.hooks.Callees(c)) > 0 {
		return false
	}
	fn := ssaval.Callee(c.Common())
	if fn == nil || fn.Pkg() == nil || computes(fn) || std(fn.Pkg().Path()) {
		return false
	}
	if f := r.hooks.Fact(fn); f != nil && slices.Contains(f.SendsArg, i) {
		return true
	}
	if recv := fn.Signature().Recv(); recv == nil || !types.IsInterface(recv.Type()) || fn.Pkg() != r.Pkg {
		return false
	}
	name := strings.ToLower(fn.Name())
	return slices.ContainsFunc(sendNames, func(w string) bool { return strings.HasPrefix(name, w) })
}

// sendCall: a method of an SDK, a function of another package that sends, or
// one that is handed the method.
func (r *Room) sendCall(c ssa.CallInstruction) {
	fn := ssaval.Callee(c.Common())
	bodies := r.hooks.Callees(c)
	if fn != nil && len(bodies) == 0 {
		if m, ok := knowledge.ClientRequest(fn); ok {
			r.Sends = append(r.Sends, &Send{Method: m, Instr: c, SDK: true})
			return
		}
		if f := r.hooks.Fact(fn); f != nil {
			for _, m := range f.Sends {
				r.Sends = append(r.Sends, &Send{Method: m, Instr: c, Far: true})
			}
		}
	}
	if m, ok := resultMethod(c); ok && len(bodies) == 0 {
		r.Sends = append(r.Sends, &Send{Method: m, Instr: c, SDK: true})
		return
	}
	for i, a := range ssaval.Operands(c.Common()) {
		m, ok := ssaval.Text(a)
		if !ok || !methods[m] {
			continue
		}
		if r.sendsArg(c, i) || slices.ContainsFunc(bodies, func(b *ssa.Function) bool { return i < len(b.Params) && r.sent[b.Params[i]] }) {
			r.Sends = append(r.Sends, &Send{Method: m, Instr: c})
		}
	}
}

// resultMethod tells by the type of a result what a call out of sight, of an
// interface or a func value, has asked for.
func resultMethod(c ssa.CallInstruction) (string, bool) {
	if fn := c.Common().StaticCallee(); fn != nil {
		return "", false
	}
	res := c.Common().Signature().Results()
	if res.Len() == 0 {
		return "", false
	}
	return knowledge.ResultMethod(strings.TrimPrefix(knowledge.TypeName(res.At(0).Type()), "*"))
}

// sendText: a message written out as JSON text.
func (r *Room) sendText(instr ssa.Instruction) {
	var ops [8]*ssa.Value
	for _, op := range instr.Operands(ops[:0]) {
		if *op == nil {
			continue
		}
		// The constant itself: what it is converted to is another operand.
		k, ok := (*op).(*ssa.Const)
		if !ok {
			continue
		}
		s, ok := ssaval.Text(k)
		if !ok || !strings.Contains(s, `"method"`) {
			continue
		}
		if _, ok := instr.(*ssa.BinOp); ok {
			continue
		}
		for _, m := range methodText().FindAllStringSubmatch(s, -1) {
			if methods[m[1]] {
				r.Sends = append(r.Sends, &Send{Method: m[1], Instr: instr})
			}
		}
	}
}

// SendsUnder returns the methods that running fn may send.
func (r *Room) SendsUnder(fn *ssa.Function) map[string]bool {
	out := make(map[string]bool)
	set := r.Under(fn)
	for _, s := range r.Sends {
		if set[s.Fn()] {
			out[s.Method] = true
		}
	}
	return out
}

// SendsBelow returns the methods that a call may send: those of the
// functions it may run, or of the SDK's function that it calls.
func (r *Room) SendsBelow(c ssa.CallInstruction) map[string]bool {
	out := make(map[string]bool)
	for _, fn := range r.runs(c) {
		for m := range r.SendsUnder(fn) {
			out[m] = true
		}
	}
	for _, s := range r.Sends {
		if s.Instr == c {
			out[s.Method] = true
		}
	}
	return out
}
