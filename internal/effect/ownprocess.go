// This file tells transports whose server is a part of the program, and ends
// with it: those that SDKs make in memory, those to a server of httptest, and
// types of the package that connect to nothing else.

package effect

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// maxOwnDepth bounds how many transports may lie around each other.
const maxOwnDepth = 8

// ownProcess reports whether v is a transport, or a connection of one, to a
// server in this process.
func (e *Engine) ownProcess(v ssa.Value) bool { return e.own(v, 0) }

func (e *Engine) own(v ssa.Value, depth int) bool {
	if depth > maxOwnDepth {
		return false
	}
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return e.own(x.X, depth)
	case *ssa.ChangeInterface:
		return e.own(x.X, depth)
	case *ssa.Extract:
		return e.own(x.Tuple, depth)
	case *ssa.Phi:
		for _, edge := range x.Edges {
			if !ssaval.IsNil(edge) && !e.own(edge, depth+1) {
				return false
			}
		}
		return true
	case *ssa.BinOp: // a path at a server of the test
		return x.Op == token.ADD && e.own(x.X, depth+1)
	case *ssa.UnOp:
		return x.Op == token.MUL && e.ownRead(x.X, depth)
	case *ssa.Call:
		return e.ownCall(x, depth)
	case *ssa.Alloc:
		return e.ownType(ssaval.Deref(x.Type()), depth) || ofSDK(x.Type()) && e.ownEndpoint(x, depth)
	case *ssa.Const:
		return e.ownType(ssaval.Deref(v.Type()), depth)
	case *ssa.Parameter:
		// A method of a type hands on what the type is.
		return x.Parent().Signature.Recv() != nil && x == x.Parent().Params[0] && e.ownType(ssaval.Deref(x.Type()), depth)
	}
	return false
}

// ownEndpoint: a transport of an SDK that is pointed at a server of the test.
func (e *Engine) ownEndpoint(a *ssa.Alloc, depth int) bool {
	for _, st := range ssaval.Stores(a) {
		if fa, ok := st.Addr.(*ssa.FieldAddr); ok && sdkEndpoint(fa) {
			return e.own(st.Val, depth+1)
		}
	}
	return false
}

// ownRead: whatever the variable or field at addr is ever set to.
func (e *Engine) ownRead(addr ssa.Value, depth int) bool {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		if ssaval.FieldName(x.X.Type(), x.Field) == "URL" && knowledge.TypeName(ssaval.Deref(x.X.Type())) == "net/http/httptest.Server" {
			return true
		}
		return e.ownField(ssaval.Field(x.X.Type(), x.Field), depth)
	case *ssa.Alloc:
		if e.ownType(ssaval.Deref(x.Type()), depth) {
			return true
		}
		stores := ssaval.Stores(x)
		for _, st := range stores {
			if st.Addr != x || !e.own(st.Val, depth+1) {
				return false
			}
		}
		return len(stores) > 0
	}
	return false
}

func (e *Engine) ownField(v *types.Var, depth int) bool {
	if v == nil || v.Pkg() != e.Pass.Pkg {
		return false // others set it
	}
	vals := e.fieldStores(v)
	for _, val := range vals {
		if !ssaval.IsNil(val) && !e.own(val, depth+1) {
			return false
		}
	}
	return len(vals) > 0 && len(vals) < maxFieldValues
}

// ownCall: made in memory by an SDK, or connected through such a transport.
func (e *Engine) ownCall(c *ssa.Call, depth int) bool {
	f := ssaval.Callee(c.Common())
	if f == nil || f.Pkg() == nil {
		return false
	}
	if inProcess(f) {
		return true
	}
	recv := ssaval.Receiver(c.Common())
	return recv != nil && f.Name() == connectMethod && e.own(recv, depth+1)
}

// connectMethod is what makes a type a transport.
const connectMethod = "Connect"

// ownType: a type of this package that is a transport which connects in memory
// only, or a connection around those of such a transport. A connection that is
// written by hand counts in test files only, as a stand-in for a server.
func (e *Engine) ownType(t types.Type, depth int) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != e.Pass.Pkg || depth > maxOwnDepth {
		return false
	}
	if fn := e.declared(named, connectMethod); fn != nil {
		return e.connectsOwn(fn, depth)
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false // nothing is known of what it holds
	}
	around := false
	for f := range st.Fields() {
		if !ofSDK(f.Type()) {
			continue
		}
		if !types.IsInterface(f.Type()) || !e.ownField(f, depth) {
			return false
		}
		around = true
	}
	return around || e.inTest(named.Obj().Pos()) && !e.leaves(named)
}

// declared returns the method of a type that is written for that very type.
func (e *Engine) declared(named *types.Named, name string) *ssa.Function {
	for m := range named.Methods() {
		if m.Name() == name {
			return e.SSA.SSA.Prog.FuncValue(m.Origin())
		}
	}
	return nil
}

// connectsOwn: all connections that fn returns are to this process.
func (e *Engine) connectsOwn(fn *ssa.Function, depth int) bool {
	found := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 || ssaval.IsNil(ret.Results[0]) {
			continue
		}
		if !e.own(ret.Results[0], depth+1) {
			return false
		}
		found = true
	}
	return found
}

// leaves reports whether a type may reach what is not in this process: it holds
// something of, or one of its methods calls, a package of the network, of
// commands or of files, or it holds what may be anything.
func (e *Engine) leaves(named *types.Named, seen ...*types.Named) bool {
	if slices.Contains(seen, named) {
		return false
	}
	seen = append(seen, named)
	var fields []*types.Var
	if st, ok := named.Underlying().(*types.Struct); ok {
		fields = slices.Collect(st.Fields())
	}
	for _, f := range fields {
		t := element(f.Type())
		if iface, ok := t.Underlying().(*types.Interface); ok && iface.NumMethods() > 0 && !e.inSDK(t) {
			return true
		}
		if _, ok := t.Underlying().(*types.Signature); ok {
			return true
		}
		n, ok := t.(*types.Named)
		if !ok || n.Obj().Pkg() == nil {
			continue
		}
		if out(n.Obj().Pkg().Path()) || n.Obj().Pkg() == e.Pass.Pkg && e.leaves(n, seen...) {
			return true
		}
	}
	for m := range named.Methods() {
		fn := e.SSA.SSA.Prog.FuncValue(m.Origin())
		if fn == nil {
			continue
		}
		for _, g := range withLiterals(fn) {
			for _, b := range g.Blocks {
				for _, instr := range b.Instrs {
					c, ok := instr.(ssa.CallInstruction)
					if !ok {
						continue
					}
					if f := ssaval.Callee(c.Common()); f != nil && f.Pkg() != nil && out(f.Pkg().Path()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// out: packages with which a program reaches others.
func out(path string) bool {
	return path == "net" || strings.HasPrefix(path, "net/") || path == "os" || path == "os/exec" || path == "io" || path == "syscall"
}

// element is what a type is a pointer to, or a collection of.
func element(t types.Type) types.Type {
	for {
		t = types.Unalias(t)
		if _, named := t.(*types.Named); named {
			return t
		}
		e, ok := t.(interface{ Elem() types.Type })
		if !ok {
			return t
		}
		t = e.Elem()
	}
}

// inSDK: declared by an SDK, such as a message.
func (e *Engine) inSDK(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && knowledge.IsSDK(n.Obj().Pkg().Path())
}

// ofSDK: a transport or a connection as SDKs declare them.
func ofSDK(t types.Type) bool {
	named, ok := types.Unalias(ssaval.Deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !knowledge.IsSDK(named.Obj().Pkg().Path()) {
		return false
	}
	n := named.Obj().Name()
	return strings.HasSuffix(n, "Transport") || strings.HasSuffix(n, "Connection")
}
