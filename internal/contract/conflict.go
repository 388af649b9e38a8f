// This file finds contracts that disagree.

package contract

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/mcprecovery/mcplint/internal/contract/syntax"
)

// A Conflict is a contract that another one contradicts. At least one of the
// two is a directive of the package, and there it is reported.
type Conflict struct {
	Pos, End token.Pos
	Message  string
}

// A claim is one contract on tools, wherever it comes from.
type claim struct {
	pattern string
	exact   bool // the pattern is a name
	effect  Effect
	dedupes *Dedupes
	where   string     // in words, for the other side's message
	dir     *Directive // nil if it is not a directive of this package
}

// covers reports whether whatever d speaks of, c speaks of too.
func (c claim) covers(d claim) bool {
	switch {
	case c.exact:
		return d.exact && c.pattern == d.pattern
	case d.exact:
		return syntax.Match(c.pattern, d.pattern)
	}
	return syntax.Covers(c.pattern, d.pattern)
}

// Conflicts returns the contracts that disagree: a read contract that is lost
// because a write contract speaks of the same tools, and two promises of
// deduplication by the same key that differ. A write contract on one tool
// under a read contract on many is an exception, not a conflict.
func (s *Set) Conflicts() []Conflict {
	if s == nil || s.own == nil {
		return nil
	}
	var out []Conflict
	claims := s.claims()
	for i, a := range claims {
		for j, b := range claims {
			if a.effect == Read && b.effect == Write && b.covers(a) {
				out = append(out, effectConflict(a, b)...)
			}
			if i < j && disagree(a.dedupes, b.dedupes) && (a.covers(b) || b.covers(a)) {
				out = append(out, dedupesConflict(a, b)...)
			}
		}
	}
	out = append(out, s.objectConflicts()...)
	slices.SortStableFunc(out, func(a, b Conflict) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(out)
}

// claims lists what is said of tools by name, from all sources.
func (s *Set) claims() []claim {
	var list []claim
	for _, dir := range s.own.List {
		c := claimOf(s, dir)
		for _, c.pattern = range dir.Tools {
			c.exact = !syntax.IsPattern(c.pattern)
			list = append(list, c)
		}
		c.exact = true
		for _, obj := range dir.Objects {
			if k, ok := obj.(*types.Const); ok && k.Val().Kind() == constant.String {
				c.pattern = constant.StringVal(k.Val())
				list = append(list, c)
			}
		}
	}
	for _, t := range s.imported {
		c := claim{pattern: t.Pattern, exact: true, effect: t.Effect, where: t.Pos}
		if len(t.Dedupes) == 0 {
			list = append(list, c)
		}
		for i := range t.Dedupes {
			c.dedupes = &t.Dedupes[i]
			list = append(list, c)
		}
	}
	if s.settings == nil {
		return list
	}
	for _, pattern := range s.settings.ReadPatterns() {
		list = append(list, claim{pattern: pattern, exact: !syntax.IsPattern(pattern), effect: Read, where: "-read=" + pattern})
	}
	for _, pattern := range s.settings.WritePatterns() {
		list = append(list, claim{pattern: pattern, exact: !syntax.IsPattern(pattern), effect: Write, where: "-write=" + pattern})
	}
	return list
}

func claimOf(s *Set, dir *Directive) claim {
	c := claim{dir: dir, where: factPos(s.fset, s.pass.Pkg, dir.Pos)}
	switch dir.Verb {
	case "read":
		c.effect = Read
	case "write":
		c.effect = Write
	case "dedupes":
		c.dedupes = &dir.Dedupes
	}
	return c
}

func effectConflict(read, write claim) []Conflict {
	switch {
	case read.dir != nil:
		return []Conflict{{read.dir.Pos, read.dir.End, fmt.Sprintf(
			"this read contract on %q has no effect: %s says write, and write wins; remove one of them", read.pattern, write.where)}}
	case write.dir != nil:
		return []Conflict{{write.dir.Pos, write.dir.End, fmt.Sprintf(
			"this write contract on %q contradicts %s, which says read; write wins; remove one of them", write.pattern, read.where)}}
	}
	return nil
}

// disagree reports whether two promises by the same key differ.
func disagree(a, b *Dedupes) bool {
	return a != nil && b != nil && a.Key.String() == b.Key.String() &&
		(differ(a.Window, b.Window) || differ(a.Scope, b.Scope))
}

// differ reports whether both are stated and not the same.
func differ[T comparable](a, b T) bool {
	var unstated T
	return a != b && a != unstated && b != unstated
}

func dedupesConflict(a, b claim) []Conflict {
	if b.dir == nil { // report at the later one that is a directive here
		a, b = b, a
	}
	if b.dir == nil {
		return nil
	}
	return []Conflict{{b.dir.Pos, b.dir.End, fmt.Sprintf(
		"this contract (%s) disagrees with that at %s (%s); state one window and one scope for the key", b.dedupes, a.where, a.dedupes)}}
}

// objectConflicts finds directives on one declaration, not a constant, that
// disagree.
func (s *Set) objectConflicts() []Conflict {
	said := make(map[types.Object][]claim)
	var out []Conflict
	for _, dir := range s.own.List {
		for _, obj := range dir.Objects {
			if _, ok := obj.(*types.Const); ok {
				continue
			}
			b := claimOf(s, dir)
			b.pattern = obj.Name()
			for _, a := range said[obj] {
				switch {
				case a.effect == Read && b.effect == Write:
					out = append(out, effectConflict(a, b)...)
				case a.effect == Write && b.effect == Read:
					out = append(out, effectConflict(b, a)...)
				case disagree(a.dedupes, b.dedupes):
					out = append(out, dedupesConflict(a, b)...)
				}
			}
			said[obj] = append(said[obj], b)
		}
	}
	return out
}
