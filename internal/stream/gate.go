// This file tells what compares editions, and which era a condition stands for.

package stream

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// Gated reports whether the code compares an edition with something, so that
// it tells eras apart.
func (r *Room) Gated() bool {
	gated := false
	sent := r.versionsSent()
	r.each(func(instr ssa.Instruction) {
		switch x := instr.(type) {
		case *ssa.BinOp:
			gated = gated || isVersion(x.X) != isVersion(x.Y)
		case *ssa.Lookup:
			// legacy[version]
			_, isConst := x.Index.(*ssa.Const)
			gated = gated || !isConst && r.keyedByVersion(Home(x.X))
		case *ssa.Call:
			gated = gated || r.gate(x, sent)
		}
	})
	return gated
}

func isVersion(v ssa.Value) bool {
	s, ok := ssaval.Text(v)
	return ok && versions[s]
}

// versionsSent are the places whose values are sent as the version.
func (r *Room) versionsSent() Set {
	var ends []Place
	for _, h := range r.Written(ProtocolVersion) {
		ends = append(ends, h.Value, Home(h.Value))
	}
	return r.Flow.Into(Same, ends...)
}

func (r *Room) keyedByVersion(m Place) bool {
	found := false
	homes := r.Flow.Into(Same, m)
	r.each(func(instr ssa.Instruction) {
		if mu, ok := instr.(*ssa.MapUpdate); ok && homes[Home(mu.Map)] && isVersion(mu.Key) {
			found = true
		}
	})
	return found
}

// gate: a function that compares strings is given an edition, or one out of
// sight that answers yes or no is given the version that is sent.
func (r *Room) gate(c *ssa.Call, sent Set) bool {
	name := CalleeName(c)
	if knowledge.IsModernTest(name) {
		return true
	}
	args := ssaval.Operands(c.Common())
	switch name {
	case "strings.Compare", "strings.EqualFold", "strings.HasPrefix", "cmp.Compare", "cmp.Less":
		return len(args) == 2 && (isVersion(args[0]) != isVersion(args[1]) || name == "strings.HasPrefix" && yearOfVersion(args[1]))
	case "slices.Contains", "slices.Index":
		return r.listsVersions(Home(args[0]))
	}
	res := c.Call.Signature().Results()
	if len(r.hooks.Callees(c)) > 0 || res.Len() == 0 || !ssaval.IsBool(res.At(0).Type()) && !isNumber(res.At(0).Type()) {
		return false
	}
	return slices.ContainsFunc(args, func(a ssa.Value) bool { return ssaval.IsString(a.Type()) && (sent[a] || isVersion(a)) })
}

// yearOfVersion: strings.HasPrefix(version, "2026-").
func yearOfVersion(v ssa.Value) bool {
	s, ok := ssaval.Text(v)
	return ok && len(s) >= 4 && len(s) <= len(Modern) && (s == Modern[:len(s)] || s[:4] == "2025" || s[:4] == "2024")
}

func (r *Room) listsVersions(list Place) bool {
	found := false
	homes := r.Flow.Into(Same, list)
	r.each(func(instr ssa.Instruction) {
		if st, ok := instr.(*ssa.Store); ok && isVersion(st.Val) {
			if at, ok := st.Addr.(*ssa.IndexAddr); ok && homes[Home(at.X)] {
				found = true
			}
		}
	})
	return found
}

// eraAt tells which era the conditions for an instruction say, in its function
// or in all calls of it.
func (r *Room) eraAt(at ssa.Instruction, up int) (modern, legacy bool) {
	for _, g := range Guards(at.Block()) {
		m, l := r.eraOf(g.Cond, g.True, 2)
		modern, legacy = modern || m, legacy || l
	}
	if modern || legacy || up == 0 || len(r.callers[at.Parent()]) == 0 {
		return modern, legacy
	}
	modern, legacy = true, true
	for _, c := range r.callers[at.Parent()] {
		m, l := r.eraAt(c, up-1)
		modern, legacy = modern && m, legacy && l
	}
	return modern, legacy
}

// eraOf tells which era a condition says, if it is true or not, as is.
func (r *Room) eraOf(cond ssa.Value, is bool, depth int) (modern, legacy bool) {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return r.eraOf(x.X, !is, depth)
		}
	case *ssa.BinOp:
		op, with := x.Op, x.Y
		if isVersion(x.X) {
			op, with = flipped[x.Op], x.X
		}
		s, _ := ssaval.Text(with)
		if !versions[s] {
			return false, false
		}
		if !is {
			op = opposite[op]
		}
		switch op {
		case token.EQL:
			return s >= Modern, s < Modern
		case token.NEQ:
			return false, s == Modern
		case token.GEQ:
			return s >= Modern, false
		case token.GTR:
			return s >= lastLegacy, false
		case token.LSS:
			return false, s <= Modern
		case token.LEQ:
			return false, s < Modern
		}
	case *ssa.Call:
		if knowledge.IsModernTest(CalleeName(x)) {
			return is, !is
		}
		for _, fn := range r.hooks.Callees(x) {
			if ret := onlyReturn(fn); ret != nil && depth > 0 && len(ret.Results) == 1 {
				return r.eraOf(result(ret, 0), is, depth-1)
			}
		}
	}
	return false, false
}

const lastLegacy = "2025-11-25"

var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

func onlyReturn(fn *ssa.Function) *ssa.Return {
	var out *ssa.Return
	for ret := range ssaval.Returns(fn) {
		if ret.Block() == fn.Recover {
			continue
		}
		if out != nil {
			return nil
		}
		out = ret
	}
	return out
}

// decided reports whether it depends on a flag or a mode, which may stand for
// an era, whether an instruction is reached: in its function, or in all calls
// of it.
func (r *Room) decided(at ssa.Instruction, up int) bool {
	if slices.ContainsFunc(Guards(at.Block()), func(g Guard) bool { return r.isFlag(g.Cond, 3) }) {
		return true
	}
	calls := r.callers[at.Parent()]
	return up > 0 && len(calls) > 0 && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { return !r.decided(c, up-1) })
}

// isFlag: a boolean variable, field or parameter, what a function out of sight
// answers, or the comparison of an enumeration.
func (r *Room) isFlag(cond ssa.Value, depth int) bool {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return r.isFlag(x.X, depth)
		}
		return x.Op == token.MUL
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Field:
		return true
	case *ssa.BinOp:
		return enumerated(x.X.Type()) && (isConst(x.X) || isConst(x.Y))
	case *ssa.Call:
		bodies := r.hooks.Callees(x)
		if len(bodies) == 0 {
			return !std(calleePkg(x))
		}
		return slices.ContainsFunc(bodies, func(fn *ssa.Function) bool {
			ret := onlyReturn(fn)
			return ret != nil && depth > 0 && len(ret.Results) == 1 && r.isFlag(result(ret, 0), depth-1)
		})
	}
	return false
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

func enumerated(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || std(n.Obj().Pkg().Path()) {
		return false
	}
	_, basic := n.Underlying().(*types.Basic)
	return basic
}
