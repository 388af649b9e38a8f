// This file tells how tests read for a POST.

package httpclient

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/verdict"
)

// Post answers how tests read for a POST with a body that can be read again,
// which is what every request of an MCP client is: round trippers that send
// only other requests again are safe.
type Post struct {
	eval verdict.Evaluator
	// used are the method tests that Test was asked about, with what they
	// are part of.
	used map[ssa.Value]bool
	// unclear says that a test of the method could not be decided.
	unclear bool
}

// NewPost returns a Post that has not been asked yet.
func NewPost() *Post {
	p := &Post{used: make(map[ssa.Value]bool)}
	p.eval = verdict.Evaluator{Leaf: p.leaf, Enter: enter}
	return p
}

// Test returns how cond reads for a POST, if that is known.
func (p *Post) Test(cond ssa.Value) (value, known bool) {
	v := p.eval.Test(cond)
	if v == verdict.Unclear {
		p.unclear = true
	}
	return v == verdict.Yes, v == verdict.Yes || v == verdict.No
}

// Unclear reports whether a test of the method in fns was not understood, or
// never seen as the condition of a branch: what is sent again then may well
// not be a POST.
func (p *Post) Unclear(fns []*ssa.Function) bool {
	if p.unclear {
		return true
	}
	for _, fn := range fns {
		for v := range ssaval.All[ssa.Value](fn) {
			if !p.used[v] && isMethodTest(v) {
				return true
			}
		}
	}
	return false
}

// isMethodTest reports whether v compares or looks up the method of a request.
func isMethodTest(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.BinOp:
		return (x.Op == token.EQL || x.Op == token.NEQ) && (isMethod(x.X) || isMethod(x.Y))
	case *ssa.Lookup:
		return isMethod(x.Index)
	}
	return false
}

// leaf decides tests of the method and the body of a request.
func (p *Post) leaf(v ssa.Value, in verdict.Args) verdict.Verdict {
	p.used[v] = true
	switch x := v.(type) {
	case *ssa.BinOp:
		return p.compare(x, in)
	case *ssa.Lookup:
		if methodOf(x.Index, in) {
			return p.member(x.X)
		}
	case *ssa.Extract:
		if l, ok := x.Tuple.(*ssa.Lookup); ok && methodOf(l.Index, in) {
			p.used[l] = true
			return p.member(l.X)
		}
	case *ssa.Call:
		return p.call(x, in)
	}
	return verdict.Open
}

func (p *Post) compare(x *ssa.BinOp, in verdict.Args) verdict.Verdict {
	if x.Op != token.EQL && x.Op != token.NEQ {
		return verdict.Open
	}
	a, b := x.X, x.Y
	if _, ok := a.(*ssa.Const); ok {
		a, b = b, a
	}
	equal := verdict.Open
	if c, ok := b.(*ssa.Const); ok {
		switch name, isText := ssaval.String(c); {
		case c.Value == nil && bodyOf(a):
			equal = verdict.No // there is one
		case isText && methodOf(a, in):
			equal = verdict.Of(strings.EqualFold(name, "POST"))
		}
	} else if methodOf(a, in) || methodOf(b, in) {
		equal = verdict.Unclear
	} else if bodyOf(a) && isNoBody(b) || bodyOf(b) && isNoBody(a) {
		equal = verdict.No
	}
	if x.Op == token.NEQ {
		return equal.Not()
	}
	return equal
}

// member tells whether POST is among the keys or elements of a table.
func (p *Post) member(table ssa.Value) verdict.Verdict {
	names, ok := tableOf(table)
	if !ok {
		return verdict.Unclear
	}
	return verdict.Of(names["POST"])
}

// call evaluates functions of other packages that are given the method.
func (p *Post) call(x *ssa.Call, in verdict.Args) verdict.Verdict {
	fn := x.Call.StaticCallee()
	list := x.Call.Args
	if fn == nil || !slices.ContainsFunc(list, func(a ssa.Value) bool { return methodOf(a, in) }) {
		return verdict.Open
	}
	// An instance of a generic function has a body that only leads to it.
	if len(ssaval.Declared(fn).Blocks) > 0 {
		return verdict.Open
	}
	if len(list) == 2 {
		switch {
		case fn.Name() == "Contains" && methodOf(list[1], in): // slices.Contains
			return p.member(list[0])
		case strings.HasPrefix(fn.Name(), "Contains[") && methodOf(list[1], in):
			return p.member(list[0])
		case fn.Name() == "EqualFold":
			for i, a := range list {
				if s, ok := ssaval.String(a); ok && methodOf(list[1-i], in) {
					return verdict.Of(strings.EqualFold(s, "POST"))
				}
			}
		}
	}
	return verdict.Unclear
}

// enter looks into predicates of a request or its method.
func enter(c *ssa.Call, fn *ssa.Function, in verdict.Args) (verdict.Args, bool) {
	sub := make(verdict.Args)
	asks := false
	for i, a := range c.Call.Args {
		if i >= len(fn.Params) {
			break
		}
		if methodOf(a, in) {
			sub[fn.Params[i]] = true
			asks = true
		}
		asks = asks || isRequest(a.Type())
	}
	return sub, asks
}

func methodOf(v ssa.Value, in verdict.Args) bool {
	if isMethod(v) {
		return true
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return in[x]
	case *ssa.Call:
		// strings.ToUpper(method)
		for _, a := range x.Call.Args {
			if methodOf(a, in) {
				return true
			}
		}
	}
	return false
}

// isMethod reports whether v is the method of a request.
func isMethod(v ssa.Value) bool { return isField(v, "Method") }

func bodyOf(v ssa.Value) bool { return isField(v, "Body") || isField(v, "GetBody") }

// isField reports whether v is that field of an http.Request.
func isField(v ssa.Value, name string) bool {
	switch x := v.(type) {
	case *ssa.UnOp, *ssa.Field:
		t, i, ok := ssaval.Read(v)
		return ok && isRequest(t) && ssaval.FieldName(t, i) == name
	case *ssa.MakeInterface:
		return isField(x.X, name)
	case *ssa.ChangeInterface:
		return isField(x.X, name)
	case *ssa.FreeVar:
		b := identity.Binding(x)
		return b != nil && isField(b, name)
	}
	return false
}

func isNoBody(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return isNoBody(x.X)
	case *ssa.ChangeInterface:
		return isNoBody(x.X)
	case *ssa.UnOp:
		g, ok := x.X.(*ssa.Global)
		return ok && g.Name() == "NoBody"
	}
	return false
}

// tableOf returns the constant keys or elements of a map or slice that is
// written out.
func tableOf(v ssa.Value) (map[string]bool, bool) {
	if load, ok := v.(*ssa.UnOp); ok {
		if v = initial(load); v == nil {
			return nil, false // not a variable of a package in sight
		}
		return tableOf(v)
	}
	names, ok := ssaval.Strings(v)
	if !ok {
		return nil, false
	}
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out, true
}

// initial returns the value with which the package-level variable that is
// loaded begins.
func initial(load *ssa.UnOp) ssa.Value {
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg == nil || g.Pkg.Func("init") == nil {
		return nil // a local, or a package without a body
	}
	var value ssa.Value
	for st := range ssaval.All[*ssa.Store](g.Pkg.Func("init")) {
		if st.Addr == g {
			value = st.Val
		}
	}
	return value
}

// AsksMethod reports whether the functions look at the method of a request, or
// at the Op of a *url.Error, which tells it.
func AsksMethod(fns []*ssa.Function) bool {
	for _, fn := range fns {
		for v := range ssaval.All[ssa.Value](fn) {
			if isMethod(v) {
				return true
			}
			if ld, ok := v.(*ssa.UnOp); ok {
				if t, i, ok := ssaval.Read(ld); ok && knowledge.TypeName(t) == "*net/url.Error" && ssaval.FieldName(t, i) == "Op" {
					return true
				}
			}
		}
	}
	return false
}
