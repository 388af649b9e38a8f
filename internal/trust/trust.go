// Package trust recognises decisions about which server's annotations are
// believed: membership in an allow-list, a comparison with a configured
// server, a setting that says so.
package trust

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/lazy"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Tester tells which conditions are such decisions. It remembers.
type Tester struct {
	pkg  *ssa.Package
	memo map[ssa.Value]bool
}

// New returns a tester for a package.
func New(pkg *ssa.Package) *Tester { return &Tester{pkg: pkg, memo: make(map[ssa.Value]bool)} }

// Decides reports whether a boolean says that a server, or a tool of it, is
// trusted, or that it is not.
func (t *Tester) Decides(v ssa.Value) bool {
	if known, ok := t.memo[v]; ok {
		return known
	}
	t.memo[v] = false // recursion
	t.memo[v] = t.decides(v, 0)
	return t.memo[v]
}

func (t *Tester) decides(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return t.decides(x.X, depth+1)
		}
		return x.Op == token.MUL && trustName(nameOf(x.X))
	case *ssa.Field:
		return trustName(nameOf(x))
	case *ssa.Parameter:
		return trustName(x.Name())
	case *ssa.FreeVar:
		return trustName(x.Name())
	case *ssa.BinOp:
		if x.Op != token.EQL && x.Op != token.NEQ {
			return false
		}
		return compares(x.X, x.Y) || compares(x.Y, x.X) || setting(x.X, 0) || setting(x.Y, 0)
	case *ssa.Lookup:
		return t.listed(x)
	case *ssa.Extract:
		switch tuple := x.Tuple.(type) {
		case *ssa.Lookup:
			return t.listed(tuple)
		case *ssa.Call:
			return x.Index == 0 && t.asks(tuple, depth)
		}
	case *ssa.Call:
		return t.asks(x, depth)
	}
	return false
}

// listed: allowed[tool.Name].
func (t *Tester) listed(x *ssa.Lookup) bool {
	if !identifies(x.Index) {
		return false
	}
	m, ok := x.X.Type().Underlying().(*types.Map)
	if !ok {
		return false
	}
	// A set; other maps are registries.
	switch e := m.Elem().Underlying().(type) {
	case *types.Basic:
		return e.Info()&types.IsBoolean != 0
	case *types.Struct:
		return e.NumFields() == 0
	}
	return false
}

// asks: a predicate that says so by its name, compares the identity of a
// server, or decides by one of these in its body.
func (t *Tester) asks(c *ssa.Call, depth int) bool {
	fn := ssaval.Callee(&c.Call)
	if fn == nil {
		return false
	}
	if trustName(fn.Name()) {
		return true
	}
	args := c.Call.Args
	if setting(c, 0) {
		return true
	}
	switch knowledge.Name(fn) {
	case "slices.Contains", "path.Match", "path/filepath.Match", "strings.HasPrefix", "strings.HasSuffix",
		"strings.EqualFold", "(*regexp.Regexp).MatchString":
		for _, a := range args {
			if identifies(a) {
				return true
			}
		}
		return false
	}
	body := c.Call.StaticCallee()
	if (body == nil || body.Pkg != t.pkg) && fn.Pkg() != nil && !knowledge.IsStd(fn.Pkg().Path()) {
		// Out of sight; but it is asked about this server.
		return slices.ContainsFunc(args, identifies)
	}
	if body == nil || body.Pkg != t.pkg || len(body.Blocks) == 0 || len(body.Blocks) > 30 {
		return false
	}
	for instr := range ssaval.Instructions(body) {
		switch x := instr.(type) {
		case *ssa.If:
			if t.decides(x.Cond, depth+2) {
				return true
			}
		case *ssa.Return:
			if len(x.Results) > 0 && ssaval.IsBool(x.Results[0].Type()) && t.decides(x.Results[0], depth+2) {
				return true
			}
		}
	}
	return false
}

// setting reports whether a value is looked up by a name that says so: in the
// environment, or in a configuration.
func setting(v ssa.Value, depth int) bool {
	c, ok := v.(*ssa.Call)
	if !ok || depth > 3 {
		return false
	}
	for _, a := range c.Call.Args {
		if name, ok := ssaval.String(a); ok && trustName(name) || setting(a, depth+1) {
			return true
		}
	}
	return false
}

var trusts = lazy.Regexp(`(?i)(trust|vetted|allow[-_]?list|white[-_]?list|first[-_]?party)`)

func trustName(name string) bool {
	n := strings.ToLower(name)
	return trusts().MatchString(name) && !strings.Contains(n, "untrust") && !strings.Contains(n, "distrust")
}

// compares: a server's identity with a configured one, or the name of a tool
// with a constant; two names of tools are compared to find one in a list.
func compares(a, b ssa.Value) bool {
	if !identifies(a) || !configured(b) {
		return false
	}
	if _, isConst := b.(*ssa.Const); isConst {
		return true
	}
	return !toolName(a)
}

func toolName(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		return ownerName(x.X) != "Implementation" && sdkName(x.X)
	case *ssa.Field:
		return ownerName(x) != "Implementation" && sdkName(x)
	}
	return false
}

// configured: what the identity is compared with is not merely empty.
func configured(v ssa.Value) bool {
	if _, isConst := v.(*ssa.Const); !isConst {
		return true // it is not known here
	}
	s, _ := ssaval.String(v)
	return s != ""
}

var serverNames = lazy.Regexp(`(?i)^(server(name|id|url|info)?|mcpserver|endpoint|baseurl|url|host(name)?|origin|issuer|command)$`)

// identifies reports whether a value names a server, or a tool of one.
func identifies(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return identifies(x.X)
	case *ssa.ChangeType:
		return identifies(x.X)
	case *ssa.Convert:
		return identifies(x.X)
	case *ssa.UnOp:
		return x.Op == token.MUL && ssaval.IsString(x.Type()) && (serverNames().MatchString(nameOf(x.X)) || sdkName(x.X))
	case *ssa.Field:
		return ssaval.IsString(x.Type()) && (serverNames().MatchString(nameOf(x)) || sdkName(x))
	case *ssa.Parameter:
		return ssaval.IsString(x.Type()) && serverNames().MatchString(x.Name())
	case *ssa.FreeVar:
		return serverNames().MatchString(x.Name())
	case *ssa.Call:
		// strings.ToLower(u.Hostname())
		if fn := x.Call.StaticCallee(); fn != nil && fn.Name() == "Hostname" {
			return true
		}
		for _, a := range x.Call.Args {
			if ssaval.IsString(x.Type()) && identifies(a) {
				return true
			}
		}
	case *ssa.BinOp:
		return x.Op == token.ADD && (identifies(x.X) || identifies(x.Y))
	}
	return false
}

// nameOf names the field or variable at an address.
func nameOf(v ssa.Value) string {
	if t, i, ok := ssaval.Selected(v); ok {
		return ssaval.FieldName(t, i)
	}
	switch x := v.(type) {
	case *ssa.Global:
		return x.Name()
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return nameOf(x.X) // a pointer that is kept there
		}
	case *ssa.FreeVar:
		return x.Name()
	case *ssa.Alloc:
		return x.Comment
	}
	return ""
}

// sdkName reports whether a field is the name of a server, or of a tool, in a
// type of an SDK.
func sdkName(v ssa.Value) bool {
	if nameOf(v) != "Name" {
		return false
	}
	switch ownerName(v) {
	case "Tool", "Implementation", "CallToolParams":
		return true
	}
	return false
}

// ownerName returns the name of the SDK type that a field belongs to.
func ownerName(v ssa.Value) string {
	owner, _, ok := ssaval.Selected(v)
	if !ok {
		return "" // no field
	}
	n, ok := types.Unalias(ssaval.Deref(owner)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !knowledge.IsSDK(n.Obj().Pkg().Path()) {
		return ""
	}
	return n.Obj().Name()
}
