// This file finds fall-backs to initialize that the answer does not call for.

package stream

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// A Reason says why a fall-back to initialize is wrong.
type Reason uint8

// The reasons.
const (
	ModernError  Reason = iota // the server has said that it is modern
	OneCode                    // a stdio fall-back for one code only
	Unread                     // any HTTP 400, its body not read
	WriteAsProbe               // the probe was a tools/call
)

// A Fallback is a place that falls back to initialize.
type Fallback struct {
	At  ssa.CallInstruction
	Why Reason
}

// Fallbacks returns the fall-backs to initialize that a modern server, or a
// legacy one that answers otherwise, does not deserve.
func (r *Room) Fallbacks() []Fallback {
	if !r.knowsModern() {
		return nil // a client of older editions opens its session again
	}
	var out []Fallback
	r.eachCall(func(c ssa.CallInstruction) {
		if !r.SendsBelow(c)["initialize"] || !r.handshake(c) {
			return
		}
		codes := r.codesFor(c)
		bad400 := r.under400(c)
		switch {
		case slices.ContainsFunc(codes, modernCode):
			if !r.choosesSupported(c.Parent()) {
				out = append(out, Fallback{c, ModernError})
			}
		case bad400 != nil && !r.readsBody(bad400) && !r.handshakes(bad400, "initialize"):
			out = append(out, Fallback{c, Unread})
		case len(codes) == 1 && len(r.Exchanges) == 0 && r.probed(c, "server/discover") && !r.otherWay(c):
			out = append(out, Fallback{c, OneCode})
		}
		if (len(codes) > 0 || bad400 != nil) && r.probed(c, "tools/call") && !r.sendsAny("server/discover") {
			out = append(out, Fallback{c, WriteAsProbe})
		}
	})
	return out
}

func modernCode(n int64) bool { return n == -32020 || n == -32021 || n == -32022 }

// knowsModern reports whether the code has words of the 2026-07-28 edition:
// others have one era only, and no fall-back.
func (r *Room) knowsModern() bool {
	if r.Shown().Modern || r.sendsAny("server/discover") || r.sendsAny("subscriptions/listen") || len(r.Written(MethodName)) > 0 {
		return true
	}
	return slices.ContainsFunc(r.codes(), modernCode)
}

// codes are the codes of JSON-RPC errors that the package names.
func (r *Room) codes() []int64 {
	if r.named == nil {
		r.named = []int64{}
		var ops [8]*ssa.Value
		r.each(func(instr ssa.Instruction) {
			for _, op := range instr.Operands(ops[:0]) {
				if *op == nil {
					continue
				}
				if n, ok := ssaval.Int(*op); ok && isCode(n) && !slices.Contains(r.named, n) {
					r.named = append(r.named, n)
				}
			}
		})
		slices.Sort(r.named)
	}
	return r.named
}

// codesFor returns the codes of errors after which a call is made, if it is
// made after some only.
func (r *Room) codesFor(c ssa.CallInstruction) []int64 {
	b := c.Block()
	if r.world(Answer{Code: otherCode}).may(b) {
		return nil
	}
	var out []int64
	for _, n := range slices.Concat([]int64{-32020, -32021, -32022, -32601, -32600}, r.codes()) {
		if !slices.Contains(out, n) && r.world(Answer{Code: n}).may(b) {
			out = append(out, n)
		}
	}
	return out
}

// handshake reports whether a call leads to the handshake of older editions.
// What an SDK calls so negotiates, unless it is told an older version.
func (r *Room) handshake(c ssa.CallInstruction) bool {
	under := make(map[*ssa.Function]bool)
	for _, fn := range r.runs(c) {
		for g := range r.Under(fn) {
			under[g] = true
		}
	}
	sdk := false
	for _, s := range r.Sends {
		if s.Method != "initialize" || s.Instr != ssa.Instruction(c) && !under[s.Fn()] {
			continue
		}
		if !s.SDK {
			return true
		}
		sdk = true
	}
	return sdk && !r.Shown().Modern && r.Shown().Legacy
}

// under400 returns the test of the status 400 under which a call is made.
func (r *Room) under400(c ssa.CallInstruction) *StatusTest {
	for _, t := range r.StatusTests(400, 200) {
		if t.Fn() == c.Parent() && slices.Contains(t.Under, c.Block()) {
			return t
		}
	}
	return nil
}

// choosesSupported reports whether the function looks at the versions that
// the server says it supports: the choice of a legacy one is no fall-back.
func (r *Room) choosesSupported(fn *ssa.Function) bool {
	for f := range r.Under(fn) {
		for instr := range ssaval.Instructions(f) {
			if v, ok := instr.(ssa.Value); ok {
				if of, i, ok := ssaval.Selected(v); ok && isSupported(of, i) {
					return true
				}
			}
			if l, ok := instr.(*ssa.Lookup); ok {
				if s, ok := ssaval.Text(l.Index); ok && strings.HasPrefix(s, "supported") {
					return true
				}
			}
		}
	}
	return false
}

// isSupported: the versions that a server supports, as they read in JSON.
func isSupported(of types.Type, i int) bool {
	st := ssaval.Struct(of)
	if st == nil {
		return false
	}
	name := strings.ToLower(ssaval.JSONName(st, i))
	return strings.HasPrefix(name, "supported") || strings.HasPrefix(strings.ToLower(ssaval.FieldName(of, i)), "supported")
}

// probed reports whether the method is sent before the call, by a call whose
// outcome its conditions look at.
func (r *Room) probed(c ssa.CallInstruction, method string) bool {
	for probe := range ssaval.All[*ssa.Call](c.Parent()) {
		if ssa.CallInstruction(probe) == c || !ssaval.Precedes(probe, c) || !r.SendsBelow(probe)[method] {
			continue
		}
		told := r.Flow.From(Content|Loose, append(results(probe), errorsOf(probe)...)...)
		for d := c.Block().Idom(); d != nil; d = d.Idom() {
			if br, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok && r.looksAt(br.Cond, told) {
				return true
			}
		}
	}
	return false
}

// looksAt reports whether a condition is made of one of the places, or by a
// predicate that is given one.
func (r *Room) looksAt(cond ssa.Value, places Set) bool {
	if places[cond] {
		return true
	}
	c, ok := cond.(*ssa.Call)
	if u, isNot := cond.(*ssa.UnOp); isNot {
		c, ok = u.X.(*ssa.Call)
	}
	return ok && slices.ContainsFunc(ssaval.Operands(c.Common()), func(a ssa.Value) bool { return places[a] })
}

func errorsOf(c *ssa.Call) []Place {
	out := []Place{c}
	for _, ref := range *c.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok {
			out = append(out, e)
		}
	}
	return out
}

// otherWay reports whether the function has another way to initialize.
func (r *Room) otherWay(c ssa.CallInstruction) bool {
	for o := range ssaval.All[ssa.CallInstruction](c.Parent()) {
		if o != c && r.SendsBelow(o)["initialize"] {
			return true
		}
	}
	return false
}
