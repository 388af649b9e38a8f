// This file tells where a finding stands, and whether what a call is given changes on
// the way to another.

package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// standsAt is where a finding on instr stands: a function literal that is
// called or started where it is written leads to the call inside it.
func (e *Engine) standsAt(instr ssa.Instruction, op Op) token.Pos {
	c, ok := instr.(ssa.CallInstruction)
	if !ok {
		return instr.Pos()
	}
	mc, ok := c.Common().Value.(*ssa.MakeClosure)
	if !ok {
		return instr.Pos()
	}
	fn := mc.Fn.(*ssa.Function)
	if fn.Parent() == nil || !writtenAt(fn, instr) {
		return instr.Pos() // a method value, or a variable that holds the literal
	}
	for _, s := range e.sites[fn] {
		if len(s.Ops) > 0 {
			return e.standsAt(s.Instr, op)
		}
	}
	return instr.Pos()
}

// writtenAt reports whether the call instr is written with the literal itself
// as its function: func() { … }(), go func() { … }().
func writtenAt(fn *ssa.Function, instr ssa.Instruction) bool {
	lit, ok := fn.Syntax().(*ast.FuncLit)
	if !ok {
		return false
	}
	switch instr.(type) {
	case *ssa.Go, *ssa.Defer:
		return instr.Pos() < lit.Pos() && lit.Pos()-instr.Pos() < 16
	}
	return instr.Pos() >= lit.Pos() && instr.Pos() <= lit.End()+1
}

// deferredSites are the attempts in function literals that fn defers.
func (e *Engine) deferredSites(fn *ssa.Function) []*Site {
	var out []*Site
	for d := range ssaval.All[*ssa.Defer](fn) {
		if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok {
			out = append(out, e.sites[mc.Fn.(*ssa.Function)]...)
		}
	}
	return out
}

// changedBetween reports whether what call a was given is changed on the way
// to call b, other than in what may differ between attempts of one operation.
func (e *Engine) changedBetween(a, b ssa.CallInstruction) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	seen := make(map[ssa.Value]bool)
	changed := false
	var visit func(v ssa.Value)
	check := func(at ssa.Instruction, name string, val ssa.Value) {
		if isKeyName(name) || harmlessField[name] {
			return
		}
		if c, ok := val.(*ssa.Const); ok && c.Value != nil && c.Value.Kind().String() == "Int" {
			return // an attempt number
		}
		t := e.Slicer.Value(val, nil, nil)
		if t.Kind == identity.Mint || t.Kind == identity.Time {
			return
		}
		if between(a, at, b) {
			changed = true
		}
	}
	var walkRefs func(v ssa.Value, name string)
	walkRefs = func(v ssa.Value, name string) {
		refs := v.Referrers()
		if refs == nil {
			return
		}
		for _, r := range *refs {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == v {
					check(r, name, r.Val)
					visit(r.Val)
				}
			case *ssa.FieldAddr:
				f := ""
				if fv := ssaval.Field(r.X.Type(), r.Field); fv != nil {
					f = fv.Name()
				}
				if !harmlessField[f] && !(f == "ID" && isRPCRequest(r.X.Type())) {
					walkRefs(r, f)
				}
			case *ssa.MapUpdate:
				if r.Map == v {
					k := ""
					if c, ok := r.Key.(*ssa.Const); ok && c.Value != nil {
						k = trimQuotes(c.Value.ExactString())
					}
					check(r, k, r.Value)
				}
			}
		}
	}
	visit = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > 100 {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Alloc, *ssa.MakeMap:
			walkRefs(v, "")
		case *ssa.UnOp:
			visit(x.X)
		case *ssa.FieldAddr:
			visit(x.X)
		case *ssa.MakeInterface:
			visit(x.X)
		case *ssa.ChangeType:
			visit(x.X)
		}
	}
	for _, arg := range a.Common().Args {
		visit(arg)
	}
	return changed
}

// isRPCRequest: a struct with a method and an id.
func isRPCRequest(t types.Type) bool {
	st := ssaval.Struct(t)
	if st == nil {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == "Method" {
			return true
		}
	}
	return false
}

// harmlessField: members of a call's parameters that may differ between
// attempts of one operation.
var harmlessField = map[string]bool{
	"Meta": true, "InputResponses": true, "RequestState": true, "ProgressToken": true, "Header": true,
}

func trimQuotes(s string) string {
	if len(s) >= 2 && s[0] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// between reports whether every way from a to b passes x.
func between(a, x, b ssa.Instruction) bool {
	return precedes(a, x) && precedes(x, b)
}

// precedes is [ssaval.Precedes], but an instruction precedes itself, too: an
// attempt may make the change by itself.
func precedes(a, b ssa.Instruction) bool { return a == b || ssaval.Precedes(a, b) }

// Position renders a position as facts carry it: import path and base name,
// never a path of this machine.
func (e *Engine) Position(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := e.Pass.Fset.Position(pos)
	return strings.TrimSuffix(e.Pass.Pkg.Path(), "_test") + "/" + filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}
