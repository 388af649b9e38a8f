// This file recognises the calls that issue tools/call.

package effect

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/contract"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/outcome"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// sink returns the op that the call itself is, without looking into callees:
// a known SDK function, a signature that only a client has, a method of the
// client's own interface that is named like a tool call, or a function that a
// directive names.
func (e *Engine) sink(c ssa.CallInstruction) (Op, outcome.Shape, bool) {
	common := c.Common()
	fn := ssaval.Callee(common)
	if fn != nil {
		if f := e.contractOf(fn); f != nil && len(f.Calls) > 0 {
			return e.byDirective(c, fn, f), outcome.Result, true
		}
		if s, ok := knowledge.SinkOf(knowledge.Name(fn)); ok {
			return e.bySink(c, s, knowledge.Name(fn))
		}
	}
	if op, ok := e.byMiddleware(c); ok {
		return op, outcome.Result, true
	}
	sig := common.Signature()
	if s, i, ok := paramsInSignature(sig, fn); ok {
		if fn != nil && !common.IsInvoke() && fn.Pkg() == e.Pass.Pkg {
			// A function of this package: its body tells.
			if f := e.SSA.SSA.Prog.FuncValue(fn.Origin()); f != nil && len(f.Blocks) > 0 {
				return Op{}, 0, false
			}
		}
		if fn != nil && !common.IsInvoke() {
			if far := e.imported(fn); far != nil && len(far.Ops) > 0 {
				return Op{}, 0, false // what is known of its body tells
			}
		}
		s.Params = i
		name := "a func value"
		if fn != nil {
			name = knowledge.Name(fn)
		}
		return e.bySink(c, s, name)
	}
	if common.IsInvoke() && e.ownToolMethod(common.Method) {
		return e.byInterface(c, common.Method), outcome.Result, true
	}
	return Op{}, 0, false
}

// middlewareSink is the Sink of a call of the next handler in a sending
// middleware of the official SDK.
const middlewareSink = "mcp.MethodHandler"

// byMiddleware: the method is whatever the session sends, tools/call included.
func (e *Engine) byMiddleware(c ssa.CallInstruction) (Op, bool) {
	common := c.Common()
	if common.IsInvoke() || len(common.Args) != 3 ||
		knowledge.TypeName(common.Value.Type()) != "github.com/modelcontextprotocol/go-sdk/mcp.MethodHandler" {
		return Op{}, false
	}
	m := e.term(common.Args[1])
	op := Op{Sink: middlewareSink, Name: identity.Term{Kind: identity.Opaque, Name: "request"}, Args: e.term(common.Args[2])}
	if k, ok := m.Constant(); ok {
		return op, k == "tools/call"
	}
	if !openMethod(m) {
		return Op{}, false
	}
	op.Method = &m
	return op, true
}

func (e *Engine) contractOf(obj types.Object) *contract.ContractFact {
	if e.Contracts == nil || obj == nil {
		return nil
	}
	return e.Contracts.Of(obj)
}

func (e *Engine) term(v ssa.Value, path ...string) identity.Term {
	if v == nil {
		return identity.Term{}
	}
	return e.Slicer.Value(v, path, e.region)
}

func (e *Engine) bySink(c ssa.CallInstruction, s knowledge.Sink, name string) (Op, outcome.Shape, bool) {
	op := Op{Sink: name}
	if r := ssaval.Receiver(c.Common()); r != nil {
		op.Server = e.term(r)
	}
	if s.Params >= 0 {
		p := ssaval.Argument(c.Common(), s.Params)
		if p == nil {
			return Op{}, 0, false
		}
		if s.Method != "" {
			m := e.term(p, split(s.Method)...)
			if k, ok := m.Constant(); ok {
				if k != "tools/call" {
					return Op{}, 0, false
				}
			} else if openMethod(m) {
				op.Method = &m
			} else {
				return Op{}, 0, false
			}
		}
		op.Name = e.term(p, split(s.Name)...)
		op.Args = e.term(p, split(s.Args)...)
		if s.Meta != "" {
			op.Meta = metaEntries(e.term(p, split(s.Meta)...))
		}
		op.State, op.Inputs = e.roundOf(p)
		return op, outcome.Result, true
	}
	op.Name = e.term(ssaval.Argument(c.Common(), s.NameArg))
	op.Args = e.term(ssaval.Argument(c.Common(), s.ArgsArg))
	return op, outcome.Result, true
}

// metaEntries returns what _meta holds: mcp-go keeps what it has no field for
// in a map, and sends it beside the fields.
func metaEntries(t identity.Term) identity.Term {
	if t.Kind == identity.Call && knowledge.MetaFromMap(t.Name) && len(t.Sub) == 1 {
		return t.Sub[0]
	}
	if t.Kind != identity.Compose || t.Name != "struct" {
		return t
	}
	out := t
	out.Sub = nil
	for _, s := range t.Sub {
		if s.Kind == identity.Entry && s.Name == knowledge.MetaRest && len(s.Sub) == 1 && s.Sub[0].Kind == identity.Compose {
			out.Name, out.Path = s.Sub[0].Name, ""
			out.Sub = append(out.Sub, s.Sub[0].Sub...)
			continue
		}
		out.Sub = append(out.Sub, s)
	}
	return out
}

// openMethod reports whether the method is for the callers to say.
func openMethod(m identity.Term) bool { return m.Kind == identity.Param }

func split(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}

// paramsInSignature finds the SDK's client params type among the parameters
// of a function that returns a result and an error.
func paramsInSignature(sig *types.Signature, fn *types.Func) (knowledge.Sink, int, bool) {
	res := sig.Results()
	if res.Len() < 2 || !ssaval.CanFail(sig) {
		return knowledge.Sink{}, 0, false
	}
	for i := range sig.Params().Len() {
		name := strings.TrimPrefix(knowledge.TypeName(sig.Params().At(i).Type()), "*")
		if name == "" {
			continue
		}
		if s, ok := knowledge.ClientParamsType(name); ok {
			if isResult(res.At(0).Type()) {
				return s, i, true
			}
		}
		// A server's handlers look the same: only methods of this name.
		if s, ok := knowledge.RequestParamsType(name); ok && fn != nil && fn.Name() == "CallTool" && isResult(res.At(0).Type()) {
			return s, i, true
		}
	}
	return knowledge.Sink{}, 0, false
}

func isResult(t types.Type) bool {
	return strings.HasSuffix(knowledge.TypeName(t), "CallToolResult")
}

// ownToolMethod reports whether m is a method of a client's own interface
// that issues tools/call by its name and shape, unless what implements it in
// sight has nothing to do with MCP.
func (e *Engine) ownToolMethod(m *types.Func) bool {
	if !e.Relevant || !toolMethodShape(m) {
		return false
	}
	if s := e.imported(m); s != nil && len(s.Ops) > 0 {
		return true
	}
	if m.Pkg() == nil {
		return false
	}
	if m.Pkg() != e.Pass.Pkg {
		var r Relevant
		if !e.Pass.ImportPackageFact(m.Pkg(), &r) {
			return false
		}
	}
	impls := e.implementers(m)
	for _, f := range impls {
		if s := e.summaries[f]; s != nil && len(s.Ops) > 0 {
			return true
		}
	}
	return len(impls) == 0
}

// toolMethodShape: CallTool, InvokeTool, ExecuteTool and the like, with a
// string, something for the arguments, and an error result.
func toolMethodShape(m *types.Func) bool {
	if !toolName(m.Name()) {
		return false
	}
	sig := m.Signature()
	if !ssaval.CanFail(sig) {
		return false
	}
	hasName, hasArgs := false, false
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		switch u := t.Underlying().(type) {
		case *types.Basic:
			hasName = hasName || u.Info()&types.IsString != 0
		case *types.Map:
			hasArgs = true
		case *types.Interface:
			hasArgs = hasArgs || u.NumMethods() == 0
		case *types.Slice:
			b, ok := u.Elem().Underlying().(*types.Basic)
			hasArgs = hasArgs || ok && b.Kind() == types.Byte
		}
	}
	return hasName && hasArgs
}

func toolName(name string) bool {
	n := strings.ToLower(name)
	n = strings.ReplaceAll(n, "mcp", "")
	for _, verb := range []string{"call", "invoke", "execute", "exec", "run"} {
		if rest, ok := strings.CutPrefix(n, verb); ok && strings.HasPrefix(rest, "tool") {
			return rest == "tool" || rest == "toolraw" || rest == "toolwithcontext" || rest == "tooljson" || rest == "toolcall"
		}
	}
	return false
}

func (e *Engine) byInterface(c ssa.CallInstruction, m *types.Func) Op {
	op := Op{Sink: knowledge.Name(m), Server: e.term(c.Common().Value)}
	sig := m.Signature()
	names := 0
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		v := ssaval.Argument(c.Common(), i)
		switch u := t.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsString == 0 {
				continue
			}
			names++
			pname := strings.ToLower(sig.Params().At(i).Name())
			if names == 1 || strings.Contains(pname, "tool") || pname == "name" {
				if names > 1 {
					op.Server = identity.Term{Kind: identity.Compose, Sub: []identity.Term{op.Server, op.Name}}
				}
				op.Name = e.term(v)
			}
		case *types.Map, *types.Slice:
			op.Args = e.term(v)
		case *types.Interface:
			if u.NumMethods() == 0 {
				op.Args = e.term(v)
			}
		}
	}
	return op
}

func (e *Engine) byDirective(c ssa.CallInstruction, fn *types.Func, f *contract.ContractFact) Op {
	op := Op{Sink: knowledge.Name(fn)}
	if r := ssaval.Receiver(c.Common()); r != nil {
		op.Server = e.term(r)
	}
	at := func(p contract.Path) identity.Term {
		if p.Param < 0 {
			return identity.Term{Kind: identity.Const, Name: "zero"}
		}
		return e.term(ssaval.Argument(c.Common(), p.Param), p.Fields...)
	}
	op.Name, op.Args = at(f.Calls[0].Name), at(f.Calls[0].Args)
	return op
}
