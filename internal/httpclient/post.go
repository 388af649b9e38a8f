package httpclient

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// Post answers how tests read for a POST with a body that can be read again,
// which is what every request of an MCP client is: round trippers that send
// only other requests again are safe.
type Post struct {
	// used are the method tests that Test was asked about, with what they
	// are part of.
	used map[ssa.Value]bool
	// unclear says that a test of the method could not be decided.
	unclear bool
}

// NewPost returns a Post that has not been asked yet.
func NewPost() *Post { return &Post{used: make(map[ssa.Value]bool)} }

// A verdict says how a condition reads for a POST.
type verdict uint8

const (
	open verdict = iota // it has nothing to do with it
	yes
	no
	unclear // it depends on the method in a way that is not understood
)

func verdictOf(b bool) verdict {
	if b {
		return yes
	}
	return no
}

func (v verdict) not() verdict {
	switch v {
	case yes:
		return no
	case no:
		return yes
	}
	return v
}

// Test returns how cond reads for a POST, if that is known.
func (p *Post) Test(cond ssa.Value) (value, known bool) {
	v := p.test(cond, nil, 0)
	if v == unclear {
		p.unclear = true
	}
	return v == yes, v == yes || v == no
}

// Unclear reports whether a test of the method in fns was not understood, or
// never seen as the condition of a branch: what is sent again then may well
// not be a POST.
func (p *Post) Unclear(fns []*ssa.Function) bool {
	if p.unclear {
		return true
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok && !p.used[v] && isMethodTest(v) {
					return true
				}
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

// args maps the parameters of a predicate to what it is given.
type args map[*ssa.Parameter]ssa.Value

func (p *Post) test(v ssa.Value, in args, depth int) verdict {
	if depth > 6 {
		return open
	}
	p.used[v] = true
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.Bool {
			return verdictOf(constant.BoolVal(x.Value))
		}
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return p.test(x.X, in, depth+1).not()
		}
	case *ssa.BinOp:
		return p.compare(x, in)
	case *ssa.Phi:
		return p.either(x, in, depth)
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
		return p.call(x, in, depth)
	}
	return open
}

// either is the value of a && b or a || b.
func (p *Post) either(x *ssa.Phi, in args, depth int) verdict {
	result := verdict(99)
	for i, e := range x.Edges {
		// An edge that a decided test closes does not count.
		pred := x.Block().Preds[i]
		if c, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If); ok {
			v := p.test(c.Cond, in, depth+1)
			taken := pred.Succs[0] == x.Block()
			if v == yes && !taken || v == no && taken {
				continue
			}
		}
		if !p.enters(pred, in, depth) {
			continue
		}
		switch v := p.test(e, in, depth+1); {
		case result == 99 || result == v:
			result = v
		case v == unclear || result == unclear:
			result = unclear
		default:
			result = open
		}
	}
	if result == 99 {
		return open
	}
	return result
}

// enters reports whether block b, with a single predecessor, is entered.
func (p *Post) enters(b *ssa.BasicBlock, in args, depth int) bool {
	if len(b.Preds) != 1 {
		return true
	}
	c, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok {
		return true
	}
	v := p.test(c.Cond, in, depth+1)
	taken := b.Preds[0].Succs[0] == b
	return !(v == yes && !taken || v == no && taken)
}

func (p *Post) compare(x *ssa.BinOp, in args) verdict {
	if x.Op != token.EQL && x.Op != token.NEQ {
		return open
	}
	a, b := x.X, x.Y
	if _, ok := a.(*ssa.Const); ok {
		a, b = b, a
	}
	equal := open
	if c, ok := b.(*ssa.Const); ok {
		switch {
		case c.Value == nil && bodyOf(a):
			equal = no // there is one
		case c.Value != nil && c.Value.Kind() == constant.String && methodOf(a, in):
			equal = verdictOf(strings.EqualFold(constant.StringVal(c.Value), "POST"))
		}
	} else if methodOf(a, in) || methodOf(b, in) {
		equal = unclear
	} else if bodyOf(a) && isNoBody(b) || bodyOf(b) && isNoBody(a) {
		equal = no
	}
	if x.Op == token.NEQ {
		return equal.not()
	}
	return equal
}

// member tells whether POST is among the keys or elements of a table.
func (p *Post) member(table ssa.Value) verdict {
	names, ok := tableOf(table)
	if !ok {
		return unclear
	}
	return verdictOf(names["POST"])
}

// call evaluates a predicate of a request, or of its method.
func (p *Post) call(x *ssa.Call, in args, depth int) verdict {
	fn := x.Call.StaticCallee()
	if fn == nil {
		return open
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	list := x.Call.Args
	if fn.Pkg == nil || fn.Object() == nil || len(fn.Blocks) == 0 {
		given := false
		for _, a := range list {
			given = given || methodOf(a, in)
		}
		if !given {
			return open
		}
		name := fn.Name()
		if len(list) == 2 {
			switch {
			case name == "Contains" && methodOf(list[1], in): // slices.Contains
				return p.member(list[0])
			case name == "EqualFold":
				for i, a := range list {
					if c, ok := a.(*ssa.Const); ok && c.Value != nil && methodOf(list[1-i], in) {
						return verdictOf(strings.EqualFold(constant.StringVal(c.Value), "POST"))
					}
				}
			}
		}
		return unclear
	}
	sub := make(args)
	asks := false
	for i, a := range list {
		if i < len(fn.Params) {
			if methodOf(a, in) {
				sub[fn.Params[i]] = methodMark
				asks = true
			}
			asks = asks || isRequest(a.Type())
		}
	}
	if !asks {
		return open
	}
	return p.returns(fn, sub, depth)
}

// returns evaluates the boolean that fn returns, block by block.
func (p *Post) returns(fn *ssa.Function, in args, depth int) verdict {
	result := verdict(99)
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			v := open
			if len(last.Results) > 0 {
				v = p.test(last.Results[0], in, depth+1)
			}
			switch {
			case result == 99 || result == v:
				result = v
			case v == unclear || result == unclear:
				result = unclear
			default:
				result = open
			}
		case *ssa.If:
			switch p.test(last.Cond, in, depth+1) {
			case yes:
				visit(b.Succs[0])
			case no:
				visit(b.Succs[1])
			default:
				visit(b.Succs[0])
				visit(b.Succs[1])
			}
		default:
			for _, s := range b.Succs {
				visit(s)
			}
		}
	}
	visit(fn.Blocks[0])
	if result == 99 {
		return open
	}
	return result
}

// methodMark stands for the method of the request in [args].
var methodMark = ssa.NewConst(constant.MakeString("POST"), types.Typ[types.String])

func methodOf(v ssa.Value, in args) bool {
	if isMethod(v) {
		return true
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return in[x] == methodMark
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
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		return ok && x.Op == token.MUL && isRequest(fa.X.Type()) && fieldName(fa.X.Type(), fa.Field) == name
	case *ssa.Field:
		return isRequest(x.X.Type()) && fieldName(x.X.Type(), x.Field) == name
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
	out := make(map[string]bool)
	switch x := v.(type) {
	case *ssa.UnOp:
		g, ok := x.X.(*ssa.Global)
		if !ok || g.Pkg == nil {
			return nil, false
		}
		var value ssa.Value
		init := g.Pkg.Func("init")
		if init == nil {
			return nil, false
		}
		for _, b := range init.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok && st.Addr == g {
					value = st.Val
				}
			}
		}
		if value == nil {
			return nil, false
		}
		return tableOf(value)
	case *ssa.MakeMap:
		for _, r := range *x.Referrers() {
			if u, ok := r.(*ssa.MapUpdate); ok {
				c, ok := u.Key.(*ssa.Const)
				if !ok || c.Value == nil || c.Value.Kind() != constant.String {
					return nil, false
				}
				if val, ok := u.Value.(*ssa.Const); ok && val.Value != nil && val.Value.Kind() == constant.Bool && !constant.BoolVal(val.Value) {
					continue
				}
				out[constant.StringVal(c.Value)] = true
			}
		}
		return out, true
	case *ssa.Slice:
		a, ok := x.X.(*ssa.Alloc)
		if !ok {
			return nil, false
		}
		for _, r := range *a.Referrers() {
			ia, ok := r.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, s := range *ia.Referrers() {
				if st, ok := s.(*ssa.Store); ok {
					c, ok := st.Val.(*ssa.Const)
					if !ok || c.Value == nil || c.Value.Kind() != constant.String {
						return nil, false
					}
					out[constant.StringVal(c.Value)] = true
				}
			}
		}
		return out, true
	}
	return nil, false
}

// AsksMethod reports whether the functions look at the method of a request, or
// at the Op of a *url.Error, which tells it.
func AsksMethod(fns []*ssa.Function) bool {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				v, ok := instr.(ssa.Value)
				if !ok {
					continue
				}
				if isMethod(v) {
					return true
				}
				if ld, ok := v.(*ssa.UnOp); ok {
					if fa, ok := ld.X.(*ssa.FieldAddr); ok && knowledge.TypeName(fa.X.Type()) == "*net/url.Error" && fieldName(fa.X.Type(), fa.Field) == "Op" {
						return true
					}
				}
			}
		}
	}
	return false
}
