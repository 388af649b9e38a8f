// This file evaluates calls that test or build errors.

package outcome

import (
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
		addr := ssaval.Inside(args[1])
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
			p.env.put(loc+"#1", Either)
			if a.K == Nil {
				p.env.put(loc+"#1", False)
			}
			return nil, true
		}
		return w.forkAs(p, a, args[0], inst.TypeArgs()[0], func(q *Path, ok bool, bind Abs) {
			q.env.kill(loc)
			q.env.put(loc+"#1", False)
			if ok {
				q.env.put(loc+"#1", True)
				q.env.put(loc+"#0", bind)
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
			return set(w.anyOf(p, args[1]))
		}
		if strings.HasPrefix(w.eval(p, args[0]).P, respObject) {
			if r, ok := w.bodyTest(p, args[1]); ok {
				return set(r)
			}
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

// anyOf is the Bool of the text containing v, an element of a list that a loop
// goes through: it is true if one is contained, and the loop ends if none is.
func (w *Walk) anyOf(p *Path, v ssa.Value) Abs {
	ld, ok := v.(*ssa.UnOp)
	if !ok {
		return Opaque
	}
	at, ok := ld.X.(*ssa.IndexAddr)
	if !ok {
		return Opaque
	}
	texts := w.textsIn(p, at.X)
	if len(texts) == 0 {
		return Opaque
	}
	r := False
	for _, t := range texts {
		r = or(r, w.textTest(t))
	}
	return r
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
