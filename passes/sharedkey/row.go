package sharedkey

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/mcprecovery/mcplint/internal/effect"
	"github.com/mcprecovery/mcplint/internal/identity"
	"github.com/mcprecovery/mcplint/internal/keys"
	"github.com/mcprecovery/mcplint/internal/knowledge"
	"github.com/mcprecovery/mcplint/internal/ssaval"
)

// inARow reports the key of a call that an earlier call of the same tool, with
// other arguments, was given as well.
func (c checker) inARow(site *effect.Site) {
	fn := site.Instr.Parent()
	for _, f := range c.FollowUps(site) {
		if !c.Consequential(f.Second) {
			continue
		}
		earlier := make(map[string]identity.Term)
		for k := range f.First.Keys(knowledge.Medium) {
			earlier[k.Name] = k.Value
		}
		for k := range f.Second.Keys(knowledge.Medium) {
			other, ok := earlier[k.Name]
			if !ok || !c.counts(k.Name, k.Value) || !k.Value.Has(identity.Mint, identity.Time, identity.Param) {
				continue // constants are judged by themselves
			}
			if effect.SameID(other, k.Value, fn) && c.Invariant(k.Value, f.Between, fn) {
				c.report(between(c.KeyPositions(fn), site.Instr, f.At, k.Name), k.Name, f.Second, "is that of an earlier call")
			}
		}
	}
}

// between finds where the second of two calls gets its key: behind the first,
// or else the second call itself.
func between(all []keys.Position, first, second ssa.CallInstruction, name string) token.Pos {
	pos := second.Pos()
	for _, p := range all {
		if p.Name != name || p.Strength == knowledge.NotKey {
			continue
		}
		if p.Instr == ssa.Instruction(second) || ssaval.Precedes(first, p.Instr) && ssaval.Precedes(p.Instr, second) {
			pos = p.Pos
		}
	}
	return pos
}
