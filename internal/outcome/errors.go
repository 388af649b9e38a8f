package outcome

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// isSentinel is the Bool of errors.Is(a, sentinel), or of == if direct.
func (w *Walk) isSentinel(a Abs, sentinel string, direct bool) Abs {
	if a.K == Nil {
		return False
	}
	var r Abs
	switch {
	case a.HasMark(sentinel):
		r = True
	case !a.Chain:
		r = False
	default:
		m, known := knowledge.Sentinel(sentinel)
		if n, ok := strings.CutPrefix(sentinel, "syscall.Errno:"); ok {
			m, known = errno(n)
		}
		switch {
		case known:
			r = ofMatch(m)
			if direct {
				// A wrapped sentinel is not equal to itself.
				r.F = knowledge.All
			}
		case w.Engine.Contracts != nil && w.Engine.Contracts.NoEffectVar(sentinel):
			r = Either
			r.On = NoEffect
		case w.Engine.Mode.Strict && (w.Engine.Produced == nil || !w.Engine.Produced(sentinel)):
			r = Opaque
		default:
			// The client's own sentinel that was not seen produced on this
			// path: the attempt's error does not contain it.
			r = False
		}
	}
	if a.HasMark(sentinel) && w.Engine.Contracts != nil && w.Engine.Contracts.NoEffectVar(sentinel) {
		r.On |= NoEffect
	}
	if a.K == ErrIf {
		// A nil error is no sentinel.
		r.T &= a.T
		r.F |= a.F
	}
	return r
}

func errno(n string) (knowledge.Match, bool) {
	v := 0
	for _, c := range n {
		if c < '0' || c > '9' {
			return knowledge.Match{}, false
		}
		v = v*10 + int(c-'0')
	}
	return knowledge.Errno(v)
}

// forkAs splits p by whether the error a is of type target, and lets then
// complete both sides; bind says what the target then points to.
func (w *Walk) forkAs(p *Path, a Abs, at ssa.Value, target types.Type, then func(q *Path, ok bool, bind Abs)) []*Path {
	name := typeName(target)
	var m knowledge.Match
	bind := Abs{K: NonNil}
	may := false
	switch {
	case a.HasMark(name):
		m = knowledge.Match{True: knowledge.All}
		bind.P = a.P
		if bind.P == "" {
			bind.P = w.names.loc(at)
		}
	case a.K == Err && !a.Chain:
		m = knowledge.Match{}
	default:
		var known bool
		m, known = knowledge.ErrorType(name)
		switch {
		case known:
			bind = Abs{K: Err, Chain: true, Text: true, P: objectFor(name)}
		case types.IsInterface(target) && hasMethod(target, "Timeout"):
			// The client's own view of net.Error.
			m, _ = knowledge.ErrorType("net.Error")
			bind = Abs{K: Err, Chain: true, Text: true, P: netObject}
		case types.IsInterface(target) && !w.Engine.Mode.Strict && ownType(target, w.Fn):
			// The client's own interface of errors, for example
			// interface{ Retryable() bool }: not classifiable.
			m, may = knowledge.Match{May: knowledge.All}, true
			bind = Abs{K: Err, Chain: true, Text: true}
		case w.Engine.Mode.Strict:
			m, may = knowledge.Match{May: knowledge.All}, true
		}
	}
	if a.K == ErrIf {
		m.True &= a.T
		m.May &= a.T
	}
	var out []*Path
	if t := p.Ends & m.CanTrue(); t != 0 {
		q := p.clone()
		q.Ends, q.May = t, q.May || may
		then(q, true, bind)
		out = append(out, q)
	}
	if f := p.Ends & m.CanFalse(); f != 0 {
		q := p.clone()
		q.Ends, q.May = f, q.May || may
		then(q, false, Abs{})
		out = append(out, q)
	}
	return out
}

func ownType(t types.Type, fn *ssa.Function) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || named.Obj().Pkg() != nil && fn.Pkg != nil && named.Obj().Pkg() == fn.Pkg.Pkg
}

// objectFor names what an error of a known type is taken for.
func objectFor(name string) string {
	switch {
	case strings.HasSuffix(name, "jsonrpc.Error"), strings.HasSuffix(name, "jsonrpc2.WireError"):
		return rpcObject
	}
	return netObject
}

// textTest is the Bool of a test whether the attempt's error text contains s.
func (w *Walk) textTest(s string) Abs {
	m, known := knowledge.Text(s)
	if !known {
		// Nothing says where this text comes from: an error that no test
		// names may have it.
		un := knowledge.Of(knowledge.Unclassified)
		return Abs{K: Bool, T: un, F: knowledge.All, May: true}
	}
	return ofMatch(m)
}

// matchOf turns ranges of codes or statuses into a Match.
type valueSet struct {
	values []int64
	match  func(int64) knowledge.Match
	rest   knowledge.Ending // the ending of all other values
	lo, hi int64
}

var statusValues = valueSet{
	values: []int64{400, 401, 403, 404, 405, 408, 429, 500, 502, 503, 504},
	match:  func(n int64) knowledge.Match { return knowledge.Status(n) },
	rest:   knowledge.StatusOther,
	lo:     300, hi: 599,
}

var codeValues = valueSet{
	values: []int64{-32600, -32601, -32602, -32020, -32021, -32022, -32042, -32003, -32004, -32005},
	match:  func(n int64) knowledge.Match { return knowledge.Code(n) },
	rest:   knowledge.CodeOther,
	lo:     -32700, hi: 100000,
}

type match knowledge.Match

func (m match) and(n match) match {
	t := m.True & n.True
	return match{True: t, May: ((m.True | m.May) & (n.True | n.May)) &^ t}
}

// rangeMatch says for which endings a status or code stands in relation op to
// n. A success has status 200 and no code.
func rangeMatch(op token.Token, n int64, set valueSet) match {
	holds := func(v int64) bool {
		switch op {
		case token.LSS:
			return v < n
		case token.LEQ:
			return v <= n
		case token.GTR:
			return v > n
		case token.GEQ:
			return v >= n
		}
		return v == n
	}
	var m match
	for _, v := range set.values {
		if holds(v) {
			vm := set.match(v)
			m.True |= vm.True
			m.May |= vm.May
		}
	}
	lo, hi := holds(set.lo), holds(set.hi)
	// Values between the listed ones.
	some := lo || hi
	for v := max(n-1, set.lo); v <= min(n+1, set.hi); v++ {
		some = some || holds(v)
	}
	rest := knowledge.Of(set.rest)
	if lo && hi && (op == token.LSS && n > set.hi || op == token.GTR && n < set.lo || op == token.LEQ && n >= set.hi || op == token.GEQ && n <= set.lo) {
		m.True |= rest
	} else if some {
		m.May |= rest
	}
	if set.rest == knowledge.StatusOther {
		ok := knowledge.Of(knowledge.Done, knowledge.ToolError) | knowledge.Codes | knowledge.Lost | knowledge.Of(knowledge.NoResponse)
		if holds(200) {
			m.True |= ok
		}
	}
	m.May &^= m.True
	return m
}

// errorCall evaluates calls of the standard library that build or test errors.
// It reports whether it did.
func (w *Walk) errorCall(p *Path, x *ssa.Call, name string) (alts []*Path, done bool) {
	args := x.Call.Args
	loc := w.names.loc(x)
	set := func(a Abs) ([]*Path, bool) {
		p.env.set(loc, a)
		return nil, true
	}
	switch name {
	case "errors.Is":
		a := w.eval(p, args[0])
		s := w.sentinelOf(args[1], w.eval(p, args[1]))
		switch {
		case a.K == Nil:
			return set(False)
		case s != "" && a.isErr():
			return set(w.isSentinel(a, s, false))
		case a.isErr():
			return set(Opaque)
		}
		// The error of something else, a lookup perhaps.
		r := tagged(a.On, Either)
		if s != "" && w.Engine.Contracts != nil && w.Engine.Contracts.NoEffectVar(s) {
			r.On |= NoEffect
		}
		return set(r)
	case "errors.As":
		a := w.eval(p, args[0])
		if a.K == Nil {
			return set(False)
		}
		if !a.isErr() {
			return set(tagged(a.On, Either))
		}
		addr := unwrapInterface(args[1])
		mem := w.names.mem(p.env, addr)
		return w.forkAs(p, a, args[0], ssaval.Deref(addr.Type()), func(q *Path, ok bool, bind Abs) {
			q.env.set(loc, False)
			if ok {
				q.env.set(loc, True)
				if mem != "" {
					q.env.set(mem, bind)
				}
			}
		}), true
	case "errors.AsType":
		a := w.eval(p, args[0])
		inst := x.Call.StaticCallee()
		if inst == nil || len(inst.TypeArgs()) == 0 {
			return nil, false
		}
		if !a.isErr() {
			p.env.kill(loc)
			p.env[loc+"#1"] = Either
			if a.K == Nil {
				p.env[loc+"#1"] = False
			}
			return nil, true
		}
		return w.forkAs(p, a, args[0], inst.TypeArgs()[0], func(q *Path, ok bool, bind Abs) {
			q.env.kill(loc)
			q.env[loc+"#1"] = False
			if ok {
				q.env[loc+"#1"] = True
				q.env[loc+"#0"] = bind
			}
		}), true
	case "errors.New":
		out := Abs{K: Err}
		if text := w.eval(p, args[0]); text.K == Str {
			out.S = saying(text.S)
		}
		return set(out)
	case "errors.Unwrap":
		a := w.eval(p, args[0])
		if a.isErr() {
			return set(a)
		}
		return nil, false
	case "errors.Join", "fmt.Errorf":
		return set(w.errorf(p, x, name))
	case "strings.ToLower", "strings.ToUpper", "strings.TrimSpace":
		switch a := w.eval(p, args[0]); {
		case a.K == Text:
			return set(Abs{K: Text})
		case a.K == Str && name == "strings.ToLower":
			return set(Abs{K: Str, S: strings.ToLower(a.S)})
		}
	case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold":
		if a, b := w.eval(p, args[0]), w.eval(p, args[1]); a.K == Str && b.K == Str && name == "strings.Contains" {
			if strings.Contains(a.S, b.S) {
				return set(True)
			}
			return set(False)
		}
		if w.eval(p, args[0]).K == Text {
			if s := w.eval(p, args[1]); s.K == Str {
				return set(w.textTest(s.S))
			}
			return set(Opaque)
		}
	case "fmt.Sprint", "fmt.Sprintf", "fmt.Sprintln":
		for _, v := range variadic(args) {
			if a := w.eval(p, v); a.K == Err && a.Text || a.K == Text {
				return set(Abs{K: Text})
			}
		}
	case "slices.Contains":
		a := w.eval(p, args[1])
		if a.K == Str {
			if in, ok := w.listed(args[0], a.S); ok {
				return set(in)
			}
			return nil, false
		}
		if a.K != Code && a.K != Status {
			return nil, false
		}
		return set(w.among(p, a, args[0]))
	case "regexp.MatchString", "(*regexp.Regexp).MatchString":
		if w.eval(p, args[len(args)-1]).K == Text {
			return set(Opaque)
		}
	}
	return nil, false
}

// among is the Bool of a code or status being an element of a list.
func (w *Walk) among(p *Path, a Abs, list ssa.Value) Abs {
	if sl, ok := list.(*ssa.Slice); !ok {
		return Opaque
	} else if _, ok := sl.X.(*ssa.Alloc); !ok {
		return Opaque
	}
	r := False
	for _, v := range variadic([]ssa.Value{list}) {
		k := w.eval(p, v)
		if k.K != Int {
			return Opaque
		}
		m := knowledge.Code(k.N)
		if a.K == Status {
			m = knowledge.Status(k.N)
		}
		r = or(r, ofMatch(m))
	}
	return r
}

// listed is the Bool of a string being an element of a list that is known.
func (w *Walk) listed(list ssa.Value, s string) (Abs, bool) {
	if ld, ok := list.(*ssa.UnOp); ok {
		if g, ok := ld.X.(*ssa.Global); ok && w.Engine.Strings != nil {
			if all, ok := w.Engine.Strings(g); ok {
				if slices.Contains(all, s) {
					return True, true
				}
				return False, true
			}
		}
	}
	return Abs{}, false
}

// errorf describes the error that fmt.Errorf or errors.Join makes.
func (w *Walk) errorf(p *Path, x *ssa.Call, name string) Abs {
	args := x.Call.Args
	wraps := name == "errors.Join"
	formatKnown := true
	if !wraps {
		f := w.eval(p, args[0])
		formatKnown = f.K == Str
		wraps = !formatKnown || strings.Contains(f.S, "%w")
		args = args[1:]
	}
	out := Abs{K: Err}
	all := variadic(args)
	if f := w.eval(p, x.Call.Args[0]); !wraps && f.K == Str && !strings.Contains(f.S, "%") {
		out.S = saying(f.S)
	}
	for i, v := range all {
		a := w.eval(p, v)
		if a.K == Text || a.K == Status || a.K == Code {
			out.Text = true
		}
		if !a.isErr() {
			continue
		}
		out.Text = out.Text || a.Text
		out.On |= a.On
		if wraps && (name == "errors.Join" || !formatKnown || verbWraps(w.eval(p, x.Call.Args[0]).S, i)) {
			out.Chain = out.Chain || a.Chain
			out.S = addMarks(out.S, unsaid(a.S))
			if a.Perm != "" {
				out.Perm = strings.TrimSuffix(a.Perm, WrappedMark) + WrappedMark
			}
			if out.P == "" {
				out.P = a.P
			}
			if name == "errors.Join" && a.K == ErrIf && len(all) == 1 {
				return Abs{K: ErrIf, T: a.T, F: a.F, Chain: a.Chain, Text: a.Text}
			}
		}
	}
	return out
}

// verbWraps reports whether the i-th verb of format is %w.
func verbWraps(format string, i int) bool {
	n := 0
	for j := 0; j < len(format); j++ {
		if format[j] != '%' {
			continue
		}
		j++
		for j < len(format) && strings.IndexByte("+-# 0123456789.[]*", format[j]) >= 0 {
			j++
		}
		if j >= len(format) {
			return false
		}
		if format[j] == '%' {
			continue
		}
		if n == i {
			return format[j] == 'w'
		}
		n++
	}
	return false
}

// variadic returns the values of a call's arguments with the final variadic
// slice expanded if it was built for the call.
func variadic(args []ssa.Value) []ssa.Value {
	if len(args) == 0 {
		return nil
	}
	out := append([]ssa.Value(nil), args[:len(args)-1]...)
	last := args[len(args)-1]
	elements, ok := ssaval.Elements(last)
	if !ok {
		return append(out, last)
	}
	for _, v := range elements {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// unwrapInterface returns what is in an interface. Unlike [ssaval.Plain] it
// keeps conversions that make another value of it.
func unwrapInterface(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}
