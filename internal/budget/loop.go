// This file tells whether a loop around a request waits, and whether it ends.

package budget

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/schedule"
	"github.com/mcprecovery/mcplint/internal/ssaval"
	"github.com/mcprecovery/mcplint/internal/words"
)

// unbudgeted tells whether a loop around a request waits, and whether it ends
// for anything but the request's own outcome.
func (r *Reader) unbudgeted(c ssa.CallInstruction, region *identity.Region) (atOnce, endless bool) {
	if n, ok := schedule.Rounds(region); ok && n <= few {
		return false, false
	}
	return !r.waits(region), !r.ends(c, region)
}

// waits reports whether something in the loop can wait.
func (r *Reader) waits(region *identity.Region) bool {
	for instr := range region.Instructions() {
		if r.idle(instr, 0) {
			return true
		}
	}
	return false
}

// idle reports whether an instruction can wait: for time, for a channel, in a
// function that is out of sight and named like it.
func (r *Reader) idle(instr ssa.Instruction, depth int) bool {
	switch x := instr.(type) {
	case *ssa.UnOp:
		return x.Op == token.ARROW
	case *ssa.Select:
		return x.Blocking
	case *ssa.Next:
		return false
	case ssa.CallInstruction:
		if _, async := x.(*ssa.Go); async {
			return false
		}
		fn := ssaval.Callee(x.Common())
		if fn == nil {
			// A func value may do anything.
			_, builtin := x.Common().Value.(*ssa.Builtin)
			return !builtin && depth == 0 && len(r.Engine.Bodies(x)) == 0
		}
		if takesTime(fn) {
			return true
		}
		if depth > 3 {
			return false
		}
		for _, body := range r.Engine.Bodies(x) {
			if r.idleIn(body, depth+1) {
				return true
			}
		}
	}
	return false
}

func (r *Reader) idleIn(fn *ssa.Function, depth int) bool {
	if idle, ok := r.idles[fn]; ok {
		return idle
	}
	r.idles[fn] = false
	for instr := range ssaval.Instructions(fn) {
		if r.idle(instr, depth) {
			r.idles[fn] = true
			return true
		}
	}
	return false
}

// waiting are words of functions that wait.
var waiting = []string{
	"sleep", "wait", "pause", "delay", "backoff", "back", "throttle", "limit", "jitter", "take", "acquire", "accept", "receive", "next", "poll", "tick", "after",
}

// takesTime: it is given a duration, or named like something that waits. The
// SDK's own functions do not wait before they send.
func takesTime(fn *types.Func) bool {
	if fn.Pkg() == nil || knowledge.IsSDK(fn.Pkg().Path()) {
		return false
	}
	name := knowledge.Name(fn)
	switch name {
	case "time.Sleep", "time.After", "time.NewTimer", "time.Tick", "time.AfterFunc", "(*time.Timer).Reset":
		return true
	}
	if fn.Pkg().Path() == "context" || strings.HasPrefix(fn.Pkg().Path(), "log") || fn.Pkg().Path() == "errors" || fn.Pkg().Path() == "time" {
		return false // a deadline is no wait
	}
	for v := range fn.Signature().Params().Variables() {
		if knowledge.TypeName(v.Type()) == "time.Duration" {
			return true
		}
	}
	return slices.ContainsFunc(words.Split(fn.Name()), func(w string) bool { return slices.Contains(waiting, w) })
}

// ends reports whether the loop has a way out that does not hang on the
// request's outcome alone: a count, a deadline, a context, a channel.
func (r *Reader) ends(c ssa.CallInstruction, region *identity.Region) bool {
	for b := range region.Blocks {
		last := b.Instrs[len(b.Instrs)-1]
		br, ok := last.(*ssa.If)
		if !ok || !leaves(b, region) {
			continue
		}
		if !r.own(br.Cond, c, make(map[ssa.Value]bool)) {
			return true
		}
	}
	return false
}

// leaves: one of the ways from b leads out of the loop, at once or after
// blocks that do not come back.
func leaves(b *ssa.BasicBlock, region *identity.Region) bool {
	return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return !region.Blocks[s] })
}

// own reports whether a value is made of the request's results and constants
// alone.
func (r *Reader) own(v ssa.Value, c ssa.CallInstruction, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Global:
		// What a context ends with says that it can end.
		return x.Pkg.Pkg.Path() != "context"
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return true
	case *ssa.Call:
		if ssa.CallInstruction(x) == c {
			return true
		}
		if len(x.Call.Args) == 0 && !x.Call.IsInvoke() {
			return false // something of its own: time.Now
		}
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Next, *ssa.Select, *ssa.Alloc:
		return false
	case *ssa.Phi:
		if isCounter(x) {
			return false
		}
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	var ops [8]*ssa.Value
	for _, op := range instr.Operands(ops[:0]) {
		if *op != nil && !r.own(*op, c, seen) {
			return false
		}
	}
	return true
}

// isCounter: a phi that an addition changes.
func isCounter(p *ssa.Phi) bool {
	return slices.ContainsFunc(p.Edges, func(e ssa.Value) bool {
		b, ok := e.(*ssa.BinOp)
		return ok && (b.Op == token.ADD || b.Op == token.SUB)
	})
}

// counted reports whether the loop ends after a number of rounds: an integer
// is compared, or elements are gone through.
func counted(region *identity.Region) bool {
	for b := range region.Blocks {
		if !leaves(b, region) {
			continue
		}
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		switch x := br.Cond.(type) {
		case *ssa.Extract:
			return true // of a range
		case *ssa.BinOp:
			if t, ok := x.X.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsInteger != 0 && x.Op != token.EQL && x.Op != token.NEQ {
				return true
			}
			if _, phi := x.X.(*ssa.Phi); phi && (x.Op == token.EQL || x.Op == token.NEQ) {
				if t, ok := x.X.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsInteger != 0 {
					return true
				}
			}
		case *ssa.Phi, *ssa.UnOp:
			if t, ok := br.Cond.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsBoolean != 0 {
				return true // a flag: once
			}
		}
	}
	return false
}
