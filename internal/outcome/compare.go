// This file evaluates operators, and above all comparisons: of errors, codes and
// statuses.

package outcome

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

func (w *Walk) binop(p *Path, x *ssa.BinOp) Abs {
	a, b := w.eval(p, x.X), w.eval(p, x.Y)
	xv, yv := x.X, x.Y
	if a.K == Int && b.K == Int {
		return intOp(x.Op, a.N, b.N)
	}
	switch x.Op {
	case token.EQL, token.NEQ:
		r := w.equal(p, xv, yv, a, b)
		if x.Op == token.NEQ {
			r = r.not()
		}
		return r
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		op := x.Op
		if a.K == Int && b.K != Int {
			a, b = b, a
			op = mirror(op)
		}
		if b.K == Int {
			switch a.K {
			case Status:
				return ofMatch(knowledge.Match(rangeMatch(op, b.N, statusValues)))
			case Code:
				return ofMatch(knowledge.Match(rangeMatch(op, b.N, codeValues)))
			}
		}
		return tagged(a.On|b.On, Either)
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		if a.K == Bool && b.K == Bool && x.Op == token.OR {
			return or(a, b)
		}
		if a.K == Bool && b.K == Bool && x.Op == token.AND {
			return or(a.not(), b.not()).not()
		}
	case token.QUO:
		if a.K == Status && b.K == Int && b.N == 100 {
			return Abs{K: Status, N: 100}
		}
	case token.ADD:
		if a.K == Text || b.K == Text {
			return Abs{K: Text}
		}
	}
	if ssaval.IsBool(x.Type()) {
		return tagged(a.On|b.On, Either)
	}
	return Abs{On: a.On | b.On}
}

func tagged(t Tag, a Abs) Abs {
	a.On |= t
	a.Off |= t
	return a
}

func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func intOp(op token.Token, a, b int64) Abs {
	cmp := func(v bool) Abs {
		if v {
			return True
		}
		return False
	}
	switch op {
	case token.EQL:
		return cmp(a == b)
	case token.NEQ:
		return cmp(a != b)
	case token.LSS:
		return cmp(a < b)
	case token.LEQ:
		return cmp(a <= b)
	case token.GTR:
		return cmp(a > b)
	case token.GEQ:
		return cmp(a >= b)
	case token.ADD:
		return Abs{K: Int, N: a + b}
	case token.SUB:
		return Abs{K: Int, N: a - b}
	}
	return Abs{}
}

// equal is the Bool of x == y.
func (w *Walk) equal(p *Path, x, y ssa.Value, a, b Abs) Abs {
	if isNilConst(x) || (a.K == Nil && b.K != Nil) {
		x, y, a, b = y, x, b, a
	}
	if isNilConst(y) || b.K == Nil {
		if a.P == hintTrue || a.P == hintFalse {
			r := Either
			if a.P == hintFalse {
				r.On, r.Off = Hinted, Hinted
			} else {
				r.Off = Hinted
			}
			return r
		}
		nonNil, isNil := a.nilness()
		r := boolOf(isNil, nonNil)
		if a.K == Top {
			r.On, r.Off = a.On, a.On
			if knowledge.IsAnnotationType(typeName(ssaval.Deref(x.Type()))) {
				r.On |= Hinted // there are none, and that permits it
			}
		}
		return r
	}
	if a.K == Bool && (b == True || b == False) {
		if b == True {
			return a
		}
		return a.not()
	}
	if b.K == Bool && (a == True || a == False) {
		return w.equal(p, y, x, b, a)
	}
	if a.K == Str && b.K == Str {
		if a.S == b.S {
			return True
		}
		return False
	}
	if b.K == Status || b.K == Code || b.K == Text || b.K == NetOp || b.K == Classified || b.K == Licence {
		a, b, x, y = b, a, y, x
	}
	switch a.K {
	case Classified:
		if b.K == Int {
			return isClass(b.N)
		}
		return Opaque
	case Licence:
		if b.K == Int {
			return isAction(b.N)
		}
	case Status:
		if b.K == Int {
			if a.N == 100 {
				return ofMatch(knowledge.Match(rangeMatch(token.GEQ, b.N*100, statusValues).and(rangeMatch(token.LSS, b.N*100+100, statusValues))))
			}
			return statusIs(b.N)
		}
		return Opaque
	case Code:
		if b.K == Int {
			return ofMatch(knowledge.Code(b.N))
		}
		return Opaque
	case NetOp:
		if b.K == Str {
			return ofMatch(knowledge.NetOp(b.S))
		}
	case Text:
		if b.K == Str {
			return w.textTest(b.S)
		}
		return Opaque
	}
	// Comparison of errors: x == sentinel.
	if s := w.sentinelOf(y, b); s != "" && a.isErr() {
		return w.isSentinel(a, s, true)
	}
	if s := w.sentinelOf(x, a); s != "" && b.isErr() {
		return w.isSentinel(b, s, true)
	}
	if a.isErr() || b.isErr() {
		return Opaque
	}
	return tagged(a.On|b.On, Either)
}

// statusIs is the Bool of the HTTP status being n. A response whose body is
// lost, or holds an error, has a status of success.
func statusIs(n int64) Abs {
	if n < 200 || n >= 300 {
		return ofMatch(knowledge.Status(n))
	}
	ok := knowledge.All &^ knowledge.Statuses
	if n == 200 {
		return boolOf(ok, knowledge.Statuses)
	}
	return boolOf(ok, knowledge.All)
}

// sentinelOf names the package-level error variable that v was loaded from.
func (w *Walk) sentinelOf(v ssa.Value, a Abs) string {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			if g, ok := x.X.(*ssa.Global); ok && x.Op == token.MUL {
				return globalName(g)
			}
			return ""
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			if c, ok := x.X.(*ssa.Const); ok && c.Value != nil && typeName(c.Type()) == "syscall.Errno" {
				return "syscall.Errno:" + c.Value.ExactString()
			}
			v = x.X
		case *ssa.Const:
			return ""
		default:
			if a.K == Err && !a.Chain && a.S != "" && !strings.Contains(a.S, "\n") {
				return a.S
			}
			return ""
		}
	}
}

func globalName(g *ssa.Global) string {
	if g.Pkg == nil {
		return g.Name()
	}
	return g.Pkg.Pkg.Path() + "." + g.Name()
}

func addMarks(a, b string) string {
	if b == "" || a == b {
		return a
	}
	if a == "" {
		return b
	}
	all := append(strings.Split(a, "\n"), strings.Split(b, "\n")...)
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "\n")
}
