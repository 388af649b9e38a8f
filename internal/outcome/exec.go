package outcome

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

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

// eval returns what p knows of v.
func (w *Walk) eval(p *Path, v ssa.Value) Abs {
	if param, ok := v.(*ssa.Parameter); ok {
		if a, ok := w.Engine.Given[param]; ok {
			return a
		}
	}
	switch x := v.(type) {
	case *ssa.Const:
		return constAbs(x)
	case *ssa.Function, *ssa.MakeClosure, *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global,
		*ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice:
		return Abs{K: NonNil}
	case *ssa.MakeInterface:
		a := w.eval(p, x.X)
		if a.K == Top || a.K == Nil || a.K == Zero {
			// An interface that holds a value is not nil, whatever it holds.
			a = Abs{K: NonNil, P: a.P, On: a.On}
		}
		return w.asError(p, x, a)
	case *ssa.Field:
		base := w.names.loc(x.X)
		return w.field(x.X.Type(), x.Field, base+"."+itoa(x.Field), p)
	}
	loc := w.names.loc(v)
	if loc == "" {
		return Abs{}
	}
	return p.env.get(loc, v.Type())
}

// asError describes a value of the client's own error type that is converted
// to an interface: it carries its type's name as a mark.
func (w *Walk) asError(p *Path, x *ssa.MakeInterface, a Abs) Abs {
	if !ssaval.IsError(x.Type()) && !types.Implements(x.X.Type(), errorInterface) {
		return a
	}
	if a.K == Err {
		return a
	}
	if a.P == rpcObject {
		// The JSON-RPC error of the response, returned as it is.
		return Abs{K: Err, Chain: true, Text: true, S: typeName(x.X.Type()), P: rpcObject}
	}
	name := typeName(x.X.Type())
	if name == "" {
		return a
	}
	out := Abs{K: Err, S: name, P: a.P, On: a.On}
	// What the error wraps decides what errors.Is sees through it, if its type
	// unwraps.
	if inner, ok := w.wrapped(p, x.X); ok {
		out.Text = inner.Text
		if hasMethod(x.X.Type(), "Unwrap") {
			out.Chain = inner.Chain
			out.S = addMarks(out.S, inner.S)
		}
	}
	return out
}

// wrapped finds the attempt's error in a field of v.
func (w *Walk) wrapped(p *Path, v ssa.Value) (Abs, bool) {
	base := w.names.loc(v)
	if _, ok := v.Type().Underlying().(*types.Pointer); ok {
		base = w.names.mem(p.env, v)
	}
	if base == "" {
		return Abs{}, false
	}
	var found Abs
	ok := false
	for l, a := range p.env {
		if rest, in := below(l, base); in && rest != "" && !strings.ContainsAny(rest, "*<") && (a.K == Err || a.K == Text) {
			if a.K == Text {
				a = Abs{K: Err, Text: true}
			}
			found.K, found.Chain, found.Text = Err, found.Chain || a.Chain, found.Text || a.Text
			found.S = addMarks(found.S, a.S)
			ok = true
		}
	}
	return found, ok
}

func constAbs(c *ssa.Const) Abs {
	if c.Value == nil {
		if isNillable(c.Type()) {
			return Abs{K: Nil}
		}
		return Abs{K: Zero}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return True
		}
		return False
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return Abs{K: Int, N: n}
		}
	case constant.String:
		return Abs{K: Str, S: constant.StringVal(c.Value)}
	}
	return Abs{}
}

// exec executes one instruction on p. If it forks, the successors are returned
// and p is dead; an empty, non-nil slice means that no path goes on.
func (w *Walk) exec(p *Path, instr ssa.Instruction) []*Path {
	switch x := instr.(type) {
	case *ssa.Alloc:
		loc := w.names.loc(x) + "*"
		p.env.kill(loc)
		p.env[loc] = Abs{K: Zero}
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
		p.env[deferred(x)] = True
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
		p.env[m+t.Loc] = t.A
	}
}

// channel returns the location under which what is sent on v is known.
func (w *Walk) channel(p *Path, v ssa.Value) string {
	l := w.names.loc(v)
	if a, ok := p.env[l]; ok && a.P != "" {
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
	for l, a := range p.env {
		if rest, ok := below(l, src); ok && rest != "" && rest[0] != '*' {
			out = append(out, LocAbs{rest, a})
		}
	}
	return out
}

func (w *Walk) copyValue(p *Path, v ssa.Value, to string) {
	for _, t := range w.tree(p, v) {
		p.env[to+t.Loc] = t.A
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
		if _, ok := p.env[c+"<-"]; ok {
			p.env.copyTree(c+"<-", to)
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

func (w *Walk) load(p *Path, x *ssa.UnOp, loc string) {
	if g, ok := x.X.(*ssa.Global); ok && ssaval.IsError(x.Type()) {
		// An error variable of a package: a sentinel.
		p.env.set(loc, Abs{K: Err, S: globalName(g)})
		return
	}
	if fa, ok := x.X.(*ssa.FieldAddr); ok {
		m := w.names.mem(p.env, fa)
		a := w.field(ssaval.Deref(fa.X.Type()), fa.Field, m, p)
		a.On |= w.eval(p, fa.X).On &^ Hinted
		p.env.kill(loc)
		if m != "" {
			if a.P == "" && a.K != Nil && isRef(x.Type()) {
				a.P = m
			}
			p.env.copyTree(m, loc)
		}
		if a != (Abs{}) {
			p.env[loc] = a
		}
		return
	}
	m := w.names.mem(p.env, x.X)
	switch m {
	case "":
		p.env.set(loc, Abs{})
		return
	case hintTrue + "*":
		p.env.set(loc, Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: Hinted})
		return
	case hintFalse + "*":
		p.env.set(loc, Abs{K: Bool, T: knowledge.All, F: knowledge.All, Off: Hinted})
		return
	}
	a := p.env.get(m, x.Type())
	p.env.kill(loc)
	for l, b := range w.sub(p, m) {
		p.env[loc+l] = b
	}
	if a.P == "" && a.K != Nil && a.K != Err && isRef(x.Type()) {
		a.P = m
	}
	if a != (Abs{}) {
		p.env[loc] = a
	}
}

// sub returns what is known inside m, up to pointers.
func (w *Walk) sub(p *Path, m string) map[string]Abs {
	out := make(map[string]Abs)
	for l, a := range p.env {
		if rest, ok := below(l, m); ok && rest != "" && rest[0] != '*' {
			out[rest] = a
		}
	}
	return out
}

func isRef(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan, *types.Map:
		return true
	}
	return false
}

// field reads field i of struct type t at location m.
func (w *Walk) field(t types.Type, i int, m string, p *Path) Abs {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return Abs{}
	}
	f := st.Field(i)
	if a := p.env.get(m, f.Type()); a.K == Answer {
		return w.answer(f, a)
	}
	if a, ok := p.env[m]; ok && a.K != Top {
		if a.K == Zero {
			return zeroOf(f.Type(), a)
		}
		return a
	}
	switch {
	case strings.HasPrefix(m, resultObject+"*"):
		if f.Name() == "IsError" {
			return boolOf(knowledge.Of(knowledge.ToolError), knowledge.All&^knowledge.Of(knowledge.ToolError))
		}
	case strings.HasPrefix(m, respObject+"*"):
		if f.Name() == "StatusCode" {
			return Abs{K: Status}
		}
	case strings.HasPrefix(m, rpcObject+"*"):
		if f.Name() == "Code" {
			return Abs{K: Code}
		}
		if f.Name() == "Message" {
			return Abs{K: Text}
		}
	case strings.HasPrefix(m, netObject+"*"):
		if f.Name() == "Op" {
			return Abs{K: NetOp}
		}
		if f.Name() == "Err" {
			return AttemptError
		}
	}
	if hint, permissive := hintField(t, f.Name()); hint {
		return w.hint(f.Type(), permissive)
	}
	return p.env.get(m, f.Type())
}

// answer reads a member of what was decoded from the response: a JSON-RPC
// response has an error or a result.
func (w *Walk) answer(f *types.Var, a Abs) Abs {
	switch {
	case strings.EqualFold(f.Name(), "error") && isNillable(f.Type()):
		return Abs{K: ErrIf, T: knowledge.Codes | knowledge.Statuses | knowledge.Lost, F: knowledge.All &^ knowledge.Codes, P: rpcObject, Chain: true, Text: true, On: a.On}
	case strings.EqualFold(f.Name(), "iserror") && ssaval.IsBool(f.Type()):
		return boolOf(knowledge.Of(knowledge.ToolError), knowledge.All&^knowledge.Of(knowledge.ToolError))
	}
	return Abs{K: Answer, On: a.On}
}

// hint describes a tool annotation: a bool, or a pointer to one.
func (w *Walk) hint(t types.Type, permissive bool) Abs {
	if isPointer(t) {
		if permissive {
			return Abs{On: Hinted, P: hintTrue}
		}
		return Abs{On: Hinted, P: hintFalse}
	}
	a := Either
	if permissive {
		a.On = Hinted
	} else {
		a.Off = Hinted
	}
	return a
}

// What *bool annotations point to.
const (
	hintTrue  = "@hint+"
	hintFalse = "@hint-"
)

func (w *Walk) lookup(p *Path, x *ssa.Lookup) {
	loc := w.names.loc(x)
	a := Abs{On: w.eval(p, x.X).On | w.eval(p, x.Index).On&^Hinted}
	if k, ok := x.Index.(*ssa.Const); ok && k.Value != nil {
		if m := w.names.loc(x.X); m != "" {
			if b, ok := p.env[m+"["+k.Value.ExactString()+"]"]; ok {
				a = b
			}
		}
	} else if k := w.eval(p, x.Index); k.K == Str {
		if in, ok := w.listed(x.X, k.S); ok {
			p.env.kill(loc)
			if x.CommaOk {
				p.env[loc+"#0"], p.env[loc+"#1"] = in, in
			} else if ssaval.IsBool(x.Type()) {
				p.env[loc] = in
			}
			return
		}
	} else if k.K == Status {
		// A table of statuses: membership is an unclassifiable test.
		a = Opaque
	}
	if x.CommaOk {
		p.env.kill(loc)
		p.env[loc+"#0"] = a
		b := Either
		b.On, b.Off, b.May = a.On, a.On, a.May
		p.env[loc+"#1"] = b
		return
	}
	if ssaval.IsBool(x.Type()) && a.K != Bool {
		a = Abs{K: Bool, T: knowledge.All, F: knowledge.All, On: a.On, Off: a.On}
	}
	p.env.set(loc, a)
}

func (w *Walk) selects(p *Path, x *ssa.Select) {
	loc := w.names.loc(x)
	p.env.kill(loc)
	recv := 0
	for i, s := range x.States {
		if s.Dir != types.RecvOnly {
			continue
		}
		c := w.channel(p, s.Chan)
		if _, ok := p.env[c+"<-"]; ok && c != "" {
			p.env.copyTree(c+"<-", loc+"#"+itoa(2+recv))
			if p.Ends&^(knowledge.Of(knowledge.Done, knowledge.ToolError)) == 0 {
				// The awaited answer is there.
				p.env[loc+"#0"] = Abs{K: Int, N: int64(i)}
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
			q.env[loc+"#1"] = True
			// Component 0 shares the operand's location.
			if bind.P != "" {
				l := w.names.loc(x.X)
				b := q.env[l]
				b.P = bind.P
				q.env[l] = b
			}
		} else {
			q.env[loc+"#1"] = False
		}
	})
}

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
