package stream

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

func TestGuards(t *testing.T) {
	r := load(t, `func hit() {}
		func plain(a, b bool) { if a { hit() } }
		func els(a, b bool) { if a { return }; hit() }
		func and(a, b bool) { if a && b { hit() } }
		func or(a, b bool) { if a || b { hit() } }
		func not(a, b bool) { if !a { hit() } }
		func kept(a, b bool) { c := a && b; if c { hit() } }
		func loop(a, b bool) { for { if !a { continue }; hit() } }`)
	for name, want := range map[string]string{
		"plain": "a", "els": "!a", "and": "a b", "or": "", "not": "!a", "kept": "a b", "loop": "a",
	} {
		fn := r.fn(t, name)
		var got []string
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); !ok || CalleeName(c) != "x.hit" {
					continue
				}
				for _, g := range Guards(b) {
					p, ok := g.Cond.(*ssa.Parameter)
					if !ok {
						continue
					}
					s := p.Name()
					if !g.True {
						s = "!" + s
					}
					got = append(got, s)
				}
			}
		}
		slices.Sort(got)
		if s := strings.Join(slices.Compact(got), " "); s != want {
			t.Errorf("%s: got %q, want %q", name, s, want)
		}
	}
}
