// This file collects what a function returns after an attempt, as callers see it.

package outcome

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A collector gathers what is known at the returns of a function.
type collector struct {
	names *names
	fn    *ssa.Function
	walk  *Walk
	found []Alt
}

func newCollector(e *Engine, fn *ssa.Function) *collector {
	return &collector{names: e.namesOf(fn), fn: fn, walk: &Walk{Engine: e, Fn: fn, names: e.namesOf(fn)}}
}

func (c *collector) ret(ret *ssa.Return, p *Path) {
	alt := Alt{When: p.Ends, May: p.May, Tags: p.Tags}
	for i, v := range ret.Results {
		r := "r" + itoa(i)
		a := c.walk.test(v, c.walk.eval(p, v))
		obj := a.P
		if obj != "" && obj[0] != '@' {
			a.P = ""
		}
		alt.Results = append(alt.Results, LocAbs{r, a})
		for _, t := range c.walk.tree(p, v) {
			alt.Results = append(alt.Results, LocAbs{r + t.Loc, portable(t.A)})
		}
		// What a returned pointer leads to.
		m := obj
		if m == "" {
			m = c.names.loc(v)
		}
		if m != "" && m[0] != '@' {
			for rest, x := range p.env.below(m + "*") {
				if len(rest) < 24 {
					alt.Results = append(alt.Results, LocAbs{r + "*" + rest, portable(x)})
				}
			}
		}
	}
	for l, a := range p.env.all() {
		if (l[0] == 'p' || l[0] == 'f') && strings.Contains(l, "*") && len(l) < 32 {
			if root, _ := splitLoc(l); root != "" {
				alt.Results = append(alt.Results, LocAbs{l, portable(a)})
			}
		}
	}
	slices.SortFunc(alt.Results, func(a, b LocAbs) int { return strings.Compare(a.Loc, b.Loc) })
	alt.Results = slices.CompactFunc(alt.Results, func(a, b LocAbs) bool { return a.Loc == b.Loc })
	c.found = append(c.found, alt)
}

func portable(a Abs) Abs {
	if a.P != "" && a.P[0] != '@' {
		a.P = ""
	}
	return a
}

const maxAlts = 10

// alts merges outcomes with equal results.
func (c *collector) alts() []Alt {
	var out []Alt
next:
	for _, a := range c.found {
		for i := range out {
			if out[i].May == a.May && out[i].Tags == a.Tags && slices.Equal(out[i].Results, a.Results) {
				out[i].When |= a.When
				continue next
			}
		}
		out = append(out, a)
	}
	if len(out) > maxAlts {
		// Keep what the results themselves say.
		for i := range out {
			out[i].Results = slices.DeleteFunc(slices.Clone(out[i].Results), func(l LocAbs) bool {
				return l.Loc[0] != 'r' || len(l.Loc) > 2
			})
			for k := range out[i].Results {
				out[i].Results[k].A.S = unsaid(out[i].Results[k].A.S)
			}
		}
		c.found, out = out, nil
	again:
		for _, a := range c.found {
			for i := range out {
				if out[i].May == a.May && slices.Equal(out[i].Results, a.Results) {
					out[i].When |= a.When
					out[i].Tags &= a.Tags
					continue again
				}
			}
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Alt) int {
		if a.When < b.When {
			return -1
		} else if a.When > b.When {
			return 1
		}
		return 0
	})
	return out
}
