// This file finds where a client is put under an MCP transport.

package httpclient

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazyssa"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Result is what one package puts under MCP transports.
type Result struct {
	Plugs []Plug // in order of position
	// Facts are what importers need to know of objects of this package.
	Facts map[types.Object]*Fact
	// Default says that the package has transports on the default client.
	Default bool
}

// A plug is a value that is put under a transport.
type plug struct {
	instr ssa.Instruction
	value ssa.Value
	sent  bool
}

type analyser struct {
	*walker
	out     *Result
	work    []plug
	done    map[plug]bool
	plugged map[*types.Var]bool
}

// Analyse follows the clients that the package puts under MCP transports. If
// the package has nothing to do with MCP, only the facts are of use.
func Analyse(world *World, relevant bool) *Result {
	a := &analyser{
		walker:  newWalker(world),
		out:     &Result{Facts: make(map[types.Object]*Fact)},
		done:    make(map[plug]bool),
		plugged: make(map[*types.Var]bool),
	}
	if relevant {
		a.find()
		for len(a.work) > 0 {
			p := a.work[0]
			a.work = a.work[1:]
			a.follow(p)
		}
		a.ambient()
	}
	a.export()
	slices.SortStableFunc(a.out.Plugs, func(x, y Plug) int { return cmp.Compare(x.Pos, y.Pos) })
	return a.out
}

func (a *analyser) push(p plug) {
	if p.value != nil && !a.done[p] {
		a.done[p] = true
		a.work = append(a.work, p)
	}
}

// find lists the places that put a client under a transport.
func (a *analyser) find() {
	for _, fn := range a.Funcs {
		for instr := range ssaval.Instructions(fn) {
			switch x := instr.(type) {
			case *ssa.Store:
				if fa, ok := x.Addr.(*ssa.FieldAddr); ok {
					if a.plugField(fa) {
						a.push(plug{instr: x, value: x.Val})
					} else if knowledge.HeaderField(fieldPath(fa)) {
						a.table(x, x.Val)
					}
				}
			case *ssa.Alloc:
				a.transport(x)
			case ssa.CallInstruction:
				a.called(x)
			}
			a.onParams(instr)
		}
	}
	for _, c := range a.Sends {
		a.push(plug{instr: c, value: ssaval.Receiver(c.Common()), sent: true})
		a.sent(c)
		a.sentAgain(c)
	}
}

// sentAgain: a hand-written request is sent by a method of another package
// that sends it again.
func (a *analyser) sentAgain(c ssa.CallInstruction) {
	fn := ssaval.Callee(c.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == a.SSA.Pkg || fn.Name() != "Do" {
		return
	}
	if fact := a.Fact(fn.Origin()); fact != nil && len(fact.Replays) > 0 {
		a.out.Plugs = append(a.out.Plugs, Plug{Pos: c.Pos(), Instr: c, Replays: fact.Replays, Sent: true})
	}
}

func (a *analyser) plugField(fa *ssa.FieldAddr) bool {
	v := ssaval.Field(fa.X.Type(), fa.Field)
	if v == nil {
		return false
	}
	if knowledge.PlugField(fieldPath(fa)) {
		return true
	}
	if v.Pkg() != nil && v.Pkg() != a.SSA.Pkg && isTransportLike(v.Type()) {
		if f := a.Fact(v); f != nil && f.Plugged {
			return true
		}
	}
	return false
}

// fieldPath names a field for the tables: "example.com/pkg.Type.Field".
func fieldPath(fa *ssa.FieldAddr) string {
	return knowledge.TypeName(ssaval.Deref(fa.X.Type())) + "." + ssaval.FieldName(fa.X.Type(), fa.Field)
}

// transport notes a transport that is left with the default client.
func (a *analyser) transport(x *ssa.Alloc) {
	t := ssaval.Deref(x.Type())
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	name := knowledge.TypeName(t)
	for i := range st.NumFields() {
		if f := st.Field(i).Name(); knowledge.PlugField(name+"."+f) && len(a.fieldOf(x, f)) == 0 {
			a.out.Default = true
		}
	}
}

func (a *analyser) called(c ssa.CallInstruction) {
	fn := ssaval.Callee(c.Common())
	if fn == nil {
		return
	}
	name := knowledge.Name(fn)
	if i, ok := knowledge.PlugArg(name); ok {
		a.push(plug{instr: c, value: ssaval.Argument(c.Common(), i)})
		return
	}
	if fn.Pkg() == nil || fn.Pkg() == a.SSA.Pkg {
		return
	}
	if i, ok := knowledge.HeaderArg(name); ok {
		a.handed(c, ssaval.Argument(c.Common(), i))
	} else if knowledge.IsSDK(fn.Pkg().Path()) {
		for _, v := range ssaval.Operands(c.Common()) {
			a.handed(c, v)
		}
	}
	if row, ok := sender(c); ok && a.carriesRPC(c) {
		f := &found{seen: make(map[ssa.Value]bool)}
		a.produced(row, c, a.made(c), c.Pos(), f)
		if len(f.replays) > 0 {
			a.out.Plugs = append(a.out.Plugs, Plug{Pos: c.Pos(), Instr: c, Replays: f.replays, Sent: true})
		}
	}
	if knowledge.IsSDK(fn.Pkg().Path()) {
		if overHTTP(fn.Name()) {
			a.out.Default = true // a constructor of a client over HTTP
		}
	}
	if f := a.Fact(fn); f != nil {
		list := ssaval.Operands(c.Common())
		for _, i := range f.Plugs {
			if i < len(list) {
				a.push(plug{instr: c, value: list[i]})
			}
		}
	}
}

// carriesRPC reports whether the request that a call sends was built from a
// hand-written JSON-RPC request.
func (a *analyser) carriesRPC(c ssa.CallInstruction) bool {
	for _, call := range a.made(c).calls {
		if slices.ContainsFunc(ssaval.Operands(call.Common()), a.IsRPC) {
			return true
		}
	}
	return false
}

// overHTTP: NewStreamableHttpClient, NewSSEMCPClient, and the like.
func overHTTP(name string) bool {
	n := strings.ToLower(name)
	return strings.HasPrefix(n, "new") && (strings.Contains(n, "http") || strings.Contains(n, "sse")) && !strings.Contains(n, "server") && !strings.Contains(n, "handler")
}

// follow finds what the client of one plug is made of.
func (a *analyser) follow(p plug) {
	f := &found{seen: make(map[ssa.Value]bool)}
	a.client(p.value, nil, f, 0)
	a.out.Default = a.out.Default || f.ambient
	for _, param := range f.params {
		a.plugParam(param)
	}
	for _, v := range f.fields {
		a.plugFieldVar(v)
	}
	if len(f.replays) == 0 {
		return
	}
	if _, sends := p.instr.(ssa.CallInstruction); sends && p.sent {
		// The place that puts the client into the hand-written transport, if
		// that is a field.
		if ld, ok := p.value.(*ssa.UnOp); ok {
			if fa, ok := ld.X.(*ssa.FieldAddr); ok {
				if stores := a.fields[ssaval.Field(fa.X.Type(), fa.Field)]; len(stores) > 0 {
					for _, st := range stores {
						a.push(plug{instr: st, value: st.Val, sent: true})
					}
					return
				}
			}
		}
	}
	a.out.Plugs = append(a.out.Plugs, Plug{Pos: position(p.instr), Instr: p.instr, Replays: f.replays, Sent: p.sent})
}

func position(instr ssa.Instruction) token.Pos {
	if st, ok := instr.(*ssa.Store); ok && !st.Pos().IsValid() {
		return st.Addr.Pos()
	}
	return instr.Pos()
}

// ambient finds assignments to the default client and transport, if anything
// of this package or its imports is left with them.
func (a *analyser) ambient() {
	if !a.out.Default && !a.Default {
		return
	}
	for _, fn := range lazyssa.WithInit(a.SSA, a.Funcs) {
		for st := range ssaval.All[*ssa.Store](fn) {
			if !isDefault(st.Addr) {
				continue
			}
			f := &found{seen: make(map[ssa.Value]bool)}
			a.client(st.Val, nil, f, 0)
			if len(f.replays) > 0 {
				a.out.Plugs = append(a.out.Plugs, Plug{Pos: position(st), Instr: st, Replays: f.replays, Default: true})
			}
		}
	}
}

// isDefault: http.DefaultTransport, http.DefaultClient, and the latter's
// Transport.
func isDefault(addr ssa.Value) bool {
	switch x := addr.(type) {
	case *ssa.Global:
		return x.Pkg != nil && knowledge.PlugVar(x.Pkg.Pkg.Path()+"."+x.Name())
	case *ssa.FieldAddr:
		ld, ok := x.X.(*ssa.UnOp)
		return ok && ssaval.FieldName(x.X.Type(), x.Field) == "Transport" && isDefault(ld.X)
	}
	return false
}
