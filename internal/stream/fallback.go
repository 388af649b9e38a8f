package stream

import (
	"go/token"
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
	var out []Fallback
	r.eachCall(func(c ssa.CallInstruction) {
		if !r.SendsBelow(c)["initialize"] {
			return
		}
		guards := Guards(c.Block())
		codes := codesIn(guards)
		bad400 := r.under400(c)
		switch {
		case slices.ContainsFunc(codes, modernCode) && !r.choosesSupported(c.Parent()):
			out = append(out, Fallback{c, ModernError})
		case bad400 != nil && !r.readsBody(bad400):
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

// codesIn returns the JSON-RPC codes that are known to be the answer's.
func codesIn(guards []Guard) []int64 {
	var out []int64
	for _, g := range guards {
		b, ok := g.Cond.(*ssa.BinOp)
		if !ok || (b.Op == token.EQL) != g.True || b.Op != token.EQL && b.Op != token.NEQ {
			continue
		}
		for _, v := range []ssa.Value{b.X, b.Y} {
			if n, ok := ssaval.Int(v); ok && n <= -32000 && n >= -32768 {
				out = append(out, n)
			}
		}
	}
	return out
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
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if fa, ok := instr.(*ssa.FieldAddr); ok {
					if fv := ssaval.Field(fa.X.Type(), fa.Field); fv != nil && strings.HasPrefix(strings.ToLower(fv.Name()), "supported") {
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
	}
	return false
}

// probed reports whether the method is sent before the call, by a call whose
// outcome its conditions look at.
func (r *Room) probed(c ssa.CallInstruction, method string) bool {
	for _, b := range c.Parent().Blocks {
		for _, instr := range b.Instrs {
			probe, ok := instr.(*ssa.Call)
			if !ok || ssa.CallInstruction(probe) == c || !ssaval.Precedes(probe, c) || !r.SendsBelow(probe)[method] {
				continue
			}
			told := r.Flow.From(Content|Loose, append(results(probe), errorsOf(probe)...)...)
			if slices.ContainsFunc(Guards(c.Block()), func(g Guard) bool { return told[g.Cond] }) {
				return true
			}
		}
	}
	return false
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
	for _, b := range c.Parent().Blocks {
		for _, instr := range b.Instrs {
			o, ok := instr.(ssa.CallInstruction)
			if ok && o != c && r.SendsBelow(o)["initialize"] {
				return true
			}
		}
	}
	return false
}
