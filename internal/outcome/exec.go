// This file executes instructions on a path, all but calls, comparisons and loads.

package outcome

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Objects that the attempt's results point to.
const (
	resultObject = "@res"  // the tool's result
	respObject   = "@resp" // the HTTP response, and what is read from it
	rpcObject    = "@rpc"  // the JSON-RPC error in the attempt's error
	netObject    = "@net"  // the *net.OpError or *url.Error in it
)

// exec executes one instruction on p. If it forks, the successors are returned
// and p is dead; an empty, non-nil slice means that no path goes on.
func (w *Walk) exec(p *Path, instr ssa.Instruction) []*Path {
	switch x := instr.(type) {
	case *ssa.Alloc:
		loc := w.names.loc(x) + "*"
		p.env.kill(loc)
		p.env.put(loc, Abs{K: Zero})
	case *ssa.Store:
		w.store(p, x.Addr, x.Val)
	case *ssa.UnOp:
		w.unop(p, x)
	case *ssa.BinOp:
		p.env.set(w.names.loc(x), w.binop(p, x))
	case *ssa.Send:
		if c := w.channel(p, x.Chan); c != "" {
			p.env.set(c+"<-", w.eval(p, x.X))
			w.copyValue(p, x.X, c+"<-")
		}
	case *ssa.TypeAssert:
		if x.CommaOk {
			return w.typeAssert(p, x)
		}
	case *ssa.Select:
		w.selects(p, x)
	case *ssa.Call:
		return w.call(p, x)
	case *ssa.Defer:
		p.env.put(deferred(x), True)
	case *ssa.Go:
		// The operation itself is the visitor's business; what the callee
		// writes is not known to have happened.
		w.killArgs(p, &x.Call, 0)
	case *ssa.RunDefers:
		return w.runDefers(p)
	case *ssa.MapUpdate:
		if k, ok := x.Key.(*ssa.Const); ok && k.Value != nil {
			if m := w.names.loc(x.Map); m != "" {
				p.env.set(m+"["+k.Value.ExactString()+"]", w.eval(p, x.Value))
			}
		}
	case *ssa.Lookup:
		w.lookup(p, x)
	case *ssa.Field:
		p.env.set(w.names.ids[x], w.eval(p, x))
	case *ssa.Slice:
		if a := w.eval(p, x.X); ssaval.IsString(x.Type()) && (a.K == Text || a.P != "") {
			p.env.set(w.names.loc(x), a) // a part of the text
		}
	case *ssa.Phi, *ssa.DebugRef:
		// Phis are evaluated on the edge.
	}
	return nil
}

func (w *Walk) store(p *Path, addr, val ssa.Value) {
	m := w.names.mem(p.env, addr)
	if m == "" {
		return
	}
	a := w.eval(p, val)
	if src := w.names.loc(val); src != "" && src != m {
		if isRef(val.Type()) && a.P == "" && a.K != Nil && !(a.K == Err && a.S == "") {
			a.P = src
		}
	}
	tree := w.tree(p, val)
	p.env.set(m, a)
	for _, t := range tree {
		p.env.put(m+t.Loc, t.A)
	}
}

// channel returns the location under which what is sent on v is known.
func (w *Walk) channel(p *Path, v ssa.Value) string {
	l := w.names.loc(v)
	if a, ok := p.env.at(l); ok && a.P != "" {
		return a.P
	}
	return l
}

// tree returns what is known inside a struct, array or tuple value (not what
// its pointers lead to).
func (w *Walk) tree(p *Path, v ssa.Value) []LocAbs {
	src := w.names.loc(v)
	if src == "" {
		return nil
	}
	var out []LocAbs
	for rest, a := range p.env.below(src) {
		if rest != "" && rest[0] != '*' {
			out = append(out, LocAbs{rest, a})
		}
	}
	return out
}

func (w *Walk) copyValue(p *Path, v ssa.Value, to string) {
	for _, t := range w.tree(p, v) {
		p.env.put(to+t.Loc, t.A)
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func (w *Walk) unop(p *Path, x *ssa.UnOp) {
	loc := w.names.loc(x)
	switch x.Op {
	case token.NOT:
		a := w.eval(p, x.X)
		if a.K == Bool {
			a = a.not()
		}
		p.env.set(loc, a)
	case token.MUL:
		w.load(p, x, loc)
	case token.ARROW:
		c := w.channel(p, x.X)
		if c == "" {
			return
		}
		p.env.kill(loc)
		to := loc
		if x.CommaOk {
			to = loc + "#0"
		}
		if _, ok := p.env.at(c + "<-"); ok {
			p.env.copyTree(c+"<-", to)
		} else if p.handed {
			w.received(p, to, x.X.Type())
		}
	case token.SUB:
		if a := w.eval(p, x.X); a.K == Int {
			p.env.set(loc, Abs{K: Int, N: -a.N})
			return
		}
		p.env.set(loc, Abs{})
	default:
		p.env.set(loc, Abs{})
	}
}

func (w *Walk) selects(p *Path, x *ssa.Select) {
	loc := w.names.loc(x)
	p.env.kill(loc)
	recv := 0
	answers := 0
	for i, s := range x.States {
		if s.Dir != types.RecvOnly {
			continue
		}
		c := w.channel(p, s.Chan)
		if _, known := p.env.at(c + "<-"); !known && p.handed && bringsAnswer(s.Chan.Type()) {
			w.received(p, loc+"#"+itoa(2+recv), s.Chan.Type())
			if answers++; answers == 1 && p.answered() {
				p.env.put(loc+"#0", Abs{K: Int, N: int64(i)})
			} else {
				p.env.drop(loc + "#0") // which of them brings it is not known
			}
		}
		if _, ok := p.env.at(c + "<-"); ok && c != "" {
			p.env.copyTree(c+"<-", loc+"#"+itoa(2+recv))
			if p.Ends&^(knowledge.Of(knowledge.Done, knowledge.ToolError)) == 0 {
				// The awaited answer is there.
				p.env.put(loc+"#0", Abs{K: Int, N: int64(i)})
			}
		}
		recv++
	}
}

// typeAssert forks on a comma-ok assertion of an error.
func (w *Walk) typeAssert(p *Path, x *ssa.TypeAssert) []*Path {
	a := w.eval(p, x.X)
	loc := w.names.loc(x)
	if a.K == Nil {
		p.env.set(loc+"#1", False)
		return nil
	}
	if !a.isErr() {
		p.env.set(loc+"#1", Either)
		return nil
	}
	// An assertion looks at the outermost error only; a wrapped one fails it.
	return w.forkAs(p, a, x.X, x.AssertedType, func(q *Path, ok bool, bind Abs) {
		q.env.kill(loc)
		if ok {
			q.env.put(loc+"#1", True)
			// Component 0 shares the operand's location.
			if bind.P != "" {
				l := w.names.loc(x.X)
				b := q.env.of(l)
				b.P = bind.P
				q.env.put(l, b)
			}
		} else {
			q.env.put(loc+"#1", False)
		}
	})
}
