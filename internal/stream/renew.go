// This file tells what renews a session, and which calls do so by themselves.

package stream

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/knowledge"
)

// renewals are the blocks of fn that forget the session id or open a session.
func (s *replays) renewals(fn *ssa.Function, a attempt) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			c, ok := instr.(*ssa.Call)
			if ok && s.sendsLike(c, a) && !s.SendsBelow(c)["initialize"] {
				return s.heals(c)
			}
			return s.renewsAt(instr, nil)
		}) {
			out[b] = true
		}
	}
	return out
}

func (s *replays) renewsAt(instr ssa.Instruction, except *ssa.Call) bool {
	if c, ok := instr.(*ssa.Call); ok && c == except {
		return false
	}
	if s.touches(instr) {
		return true
	}
	c, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if f := s.farFact(c); f != nil && f.Renews {
		return true
	}
	if s.SendsBelow(c)["initialize"] || s.unseen(c) {
		return true
	}
	for _, g := range s.runs(c) {
		for h := range s.Under(g) {
			if s.stores(h) {
				return true
			}
		}
	}
	return false
}

// unseen: an interface method or a func out of sight that is given a context
// may open another session; one that is told a duration only waits.
func (s *replays) unseen(c ssa.CallInstruction) bool {
	common := c.Common()
	if common.StaticCallee() != nil || len(s.runs(c)) > 0 || std(calleePkg(c)) {
		return false
	}
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return false
	}
	given := false
	for _, a := range common.Args {
		switch knowledge.TypeName(a.Type()) {
		case "context.Context":
			given = true
		case "time.Duration", "*net/http.Request":
			return false
		}
	}
	return given
}

// heals reports whether a call that sends renews the session by itself when
// the answer is 404. That it keeps the id of an answer is nothing of the kind.
func (s *replays) heals(c *ssa.Call) bool {
	for _, fn := range s.hooks.Callees(c) {
		sync := s.Sync(fn)
		for _, g := range s.Funcs {
			if !sync[g] {
				continue
			}
			ok := s.world(Answer{Status: 200}).reach(g)
			for b := range s.gone.reach(g) {
				if !ok[b] && s.endsSession([]*ssa.BasicBlock{b}) != nil {
					return true
				}
			}
		}
	}
	return false
}
